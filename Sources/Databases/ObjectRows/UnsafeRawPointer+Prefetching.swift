public import CRowMemory

extension UnsafeRawPointer {
  /// Asks the processor to bring the memory at this address, of which nothing is read, into its cache.
  ///
  /// A loop over many objects that does so for one of the next objects need not wait for it: reading from memory takes
  /// as long as hundreds of instructions.
  @inlinable @inline(__always) public func prefetch() { prefetch_memory(self) }
}
