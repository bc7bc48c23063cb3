/// The bytes written by a rendering, with a limit.
struct OutputBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity = 256
  private(set) var count = 0

  /// The number of bytes that may still be written; removed bytes count as written too.
  private var allowance: Int

  init(limit: Int) {
    allowance = max(0, limit)
    start = .allocate(capacity: capacity)
  }

  deinit {
    start.deallocate()
  }

  /// Writes bytes; returns false if there would be too many.
  @inline(__always)
  mutating func append(_ bytes: UnsafePointer<UInt8>, _ size: Int) -> Bool {
    guard size <= allowance else { return false }
    allowance -= size
    if size > capacity - count { enlarge(by: size) }
    (start + count).update(from: bytes, count: size)
    count += size
    return true
  }

  /// Removes and returns the text from an offset on.
  mutating func takeText(from length: Int) -> String {
    let taken = UnsafeBufferPointer(start: start + length, count: count - length)
    count = length
    return String(decoding: taken, as: UTF8.self)
  }

  /// All bytes.
  var bytes: [UInt8] {
    Array(UnsafeBufferPointer(start: start, count: count))
  }

  private mutating func enlarge(by size: Int) {
    capacity = max(count + size, capacity * 2)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
  }
}
