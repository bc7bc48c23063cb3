/// The memory of the process.
package enum ProcessMemory {
  /// Keeps freed memory for later use, as suits programs that end soon.
  ///
  /// By default glibc returns large blocks to the system as soon as they are freed. If others of the same size
  /// follow, as for the parts of a file, the system provides and clears their pages each time.
  package static func keepFreedMemory() {
    #if canImport(Glibc)
      // The module of glibc lacks the header of this function, and so also the names of these parameters.
      guard let symbol = dlsym(nil, "mallopt") else { return }
      let trimThreshold: Int32 = -1
      let mapThreshold: Int32 = -3
      // Safe because this is the type of the function in every version of glibc.
      let set = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
      _ = set(trimThreshold, 64 << 20)
      _ = set(mapThreshold, 4 << 20)
    #endif
  }
  /// Asks the system for pages of two megabytes where a new block has room for them: the system takes longer to provide
  /// the small pages of a large block than a program to fill it.
  package static func useLargePages(for block: UnsafeMutableRawBufferPointer) {
    #if os(Linux)
      let size = 2 << 20
      guard block.count >= 2 * size, let start = block.baseAddress else { return }
      let first = (Int(bitPattern: start) + size - 1) & ~(size - 1)
      let end = (Int(bitPattern: start) + block.count) & ~(size - 1)
      // It is only advice, so a failure does not matter.
      madvise(UnsafeMutableRawPointer(bitPattern: first), end - first, MADV_HUGEPAGE)
    #endif
  }
}
