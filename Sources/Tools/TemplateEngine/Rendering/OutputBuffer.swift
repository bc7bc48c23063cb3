/// The bytes that a rendering has written, and how many it may write.
struct OutputBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity = 256
  private(set) var count = 0

  /// The number of bytes that may still be written; those that were taken away again have been written too.
  private var allowance: Int

  init(limit: Int) {
    allowance = max(0, limit)
    start = .allocate(capacity: capacity)
  }

  deinit {
    start.deallocate()
  }

  /// Writes some bytes, or does not because there would be too many.
  @inline(__always)
  mutating func append(_ bytes: UnsafePointer<UInt8>, _ size: Int) -> Bool {
    guard size <= allowance else { return false }
    allowance -= size
    if size > capacity - count { enlarge(by: size) }
    (start + count).update(from: bytes, count: size)
    count += size
    return true
  }

  /// Takes away what was written from some length on.
  mutating func takeText(from length: Int) -> String {
    let taken = UnsafeBufferPointer(start: start + length, count: count - length)
    count = length
    return String(decoding: taken, as: UTF8.self)
  }

  /// All that is there.
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
