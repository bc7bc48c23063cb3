import Files

/// The bytes written by a rendering, with a limit.
struct OutputBuffer: ~Copyable {
  /// Nil until something is written.
  private var start: UnsafeMutablePointer<UInt8>?
  private var capacity = 0
  private(set) var count = 0

  /// The number of bytes that may still be written; removed bytes count as written too.
  private(set) var allowance: Int

  private static let leastCapacity = 256

  init(limit: Int) {
    allowance = max(0, limit)
  }

  deinit {
    free(start)
  }

  /// Writes bytes; returns false if there would be too many, or no memory is left.
  @inline(__always)
  mutating func append(_ bytes: UnsafePointer<UInt8>, _ size: Int) -> Bool {
    guard size <= allowance else { return false }
    if size > capacity - count { enlarge(by: size) }
    guard let start, size <= capacity - count else { return size == 0 }
    allowance -= size
    (start + count).update(from: bytes, count: size)
    count += size
    return true
  }

  /// Appends texts; the number of bytes written for them, at least their length, is within the allowance.
  ///
  /// - Returns: False if no memory is left.
  mutating func take(_ texts: [[UInt8]], bytesWritten: Int) -> Bool {
    let size = texts.reduce(0) { $0 + $1.count }
    if size > capacity - count { enlarge(by: size) }
    guard size <= capacity - count else { return false }
    for text in texts {
      text.withUnsafeBufferPointer { bytes in
        guard let first = bytes.baseAddress, let start else { return }
        (start + count).update(from: first, count: bytes.count)
      }
      count += text.count
    }
    allowance -= bytesWritten
    return true
  }

  /// Removes and returns the text from an offset on.
  mutating func takeText(from length: Int) -> String {
    guard let start else { return "" }
    let taken = UnsafeBufferPointer(start: start + length, count: count - length)
    count = length
    return String(decoding: taken, as: UTF8.self)
  }

  /// Removes all bytes; the allowance stays.
  mutating func removeAll() { count = 0 }

  /// All bytes.
  var bytes: [UInt8] {
    Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// Makes room for more bytes, if there is memory: the system moves large blocks without copying them.
  private mutating func enlarge(by size: Int) {
    let wanted = max(count + size, capacity * 2, Self.leastCapacity)
    guard let larger = realloc(start, wanted) else { return }
    start = larger.assumingMemoryBound(to: UInt8.self)
    capacity = wanted
  }
}
