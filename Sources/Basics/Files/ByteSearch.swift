extension UnsafeRawBufferPointer {
  /// The offset of the first occurrence of a byte at a position or behind it.
  package func offset(of byte: UInt8, from start: Int = 0) -> Int? {
    guard let base = baseAddress, start < count else { return nil }
    return memchr(base + start, Int32(byte), count - start).map { UnsafeRawPointer($0) - base }
  }
}
