import Files

/// The bytes written by a rendering, with a limit.
struct OutputBuffer: ~Copyable {
  /// The texts before those in memory, taken from parts of a loop as they are.
  private var earlier: [[UInt8]] = []
  private var earlierCount = 0

  /// Nil until something is written.
  private var start: UnsafeMutablePointer<UInt8>?
  private var capacity = 0
  private var writtenCount = 0

  /// The number of all bytes.
  var count: Int { earlierCount + writtenCount }

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
    if size > capacity - writtenCount { enlarge(by: size) }
    guard let start, size <= capacity - writtenCount else { return size == 0 }
    allowance -= size
    (start + writtenCount).update(from: bytes, count: size)
    writtenCount += size
    return true
  }

  /// Appends texts without copying them.
  ///
  /// - Parameters:
  ///   - texts: The texts.
  ///   - bytesWritten: The number of bytes written for them, at least their length and within the allowance.
  mutating func take(_ texts: [[UInt8]], bytesWritten: Int) {
    if writtenCount > 0 { earlier.append(Array(written)) }
    earlier += texts
    earlierCount = texts.reduce(count) { $0 + $1.count }
    writtenCount = 0
    allowance -= bytesWritten
  }

  /// Removes and returns the text from an offset on.
  mutating func takeText(from length: Int) -> String {
    if length < earlierCount { return takeText(fromEarlier: length) }
    let taken = UnsafeBufferPointer(rebasing: written[(length - earlierCount)...])
    writtenCount = length - earlierCount
    return String(decoding: taken, as: UTF8.self)
  }

  private mutating func takeText(fromEarlier length: Int) -> String {
    let all = bytes
    earlier = [Array(all[..<length])]
    earlierCount = length
    writtenCount = 0
    return String(decoding: all[length...], as: UTF8.self)
  }

  /// Removes all bytes; the allowance stays.
  mutating func removeAll() {
    earlier = []
    earlierCount = 0
    writtenCount = 0
  }

  /// All bytes.
  var bytes: [UInt8] {
    guard !earlier.isEmpty else { return Array(written) }
    return Array(unsafeUninitializedCapacity: count) { result, count in
      ProcessMemory.useLargePages(for: UnsafeMutableRawBufferPointer(result))
      for text in earlier {
        count = result[count...].initialize(fromContentsOf: text)
      }
      count = result[count...].initialize(fromContentsOf: written)
    }
  }

  private var written: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start, count: writtenCount)
  }

  /// Makes room for more bytes, if there is memory: the system moves large blocks without copying them.
  private mutating func enlarge(by size: Int) {
    let wanted = max(writtenCount + size, capacity * 2, Self.leastCapacity)
    guard let larger = realloc(start, wanted) else { return }
    start = larger.assumingMemoryBound(to: UInt8.self)
    capacity = wanted
  }
}
