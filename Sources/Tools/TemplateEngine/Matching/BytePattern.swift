/// A text to search for in other texts, in linear time (Knuth, Morris and Pratt).
struct BytePattern {
  private let pattern: [UInt8]

  /// For each length of a failed match: the length of the longest shorter match.
  private let fallbacks: [Int]

  init(_ text: String) {
    pattern = Array(text.utf8)
    var fallbacks = [0]
    var length = 0
    for index in pattern.indices.dropFirst() {
      while length > 0, pattern[length] != pattern[index] { length = fallbacks[length - 1] }
      if pattern[length] == pattern[index] { length += 1 }
      fallbacks.append(length)
    }
    self.fallbacks = fallbacks
  }

  /// Its length in bytes.
  var count: Int { pattern.count }

  /// The number of occurrences of the pattern in the text, without overlaps, counted up to a limit.
  ///
  /// An empty pattern has none.
  func occurrences(in text: [UInt8], limit: Int = .max) -> Int {
    var count = 0
    text.withUnsafeBufferPointer { text in
      forEachOffset(in: text) { _ in
        count += 1
        return count < limit
      }
    }
    return count
  }

  /// Whether the text contains the pattern; every text contains the empty one.
  func isContained(in text: String) -> Bool {
    pattern.isEmpty || occurrences(in: Array(text.utf8), limit: 1) > 0
  }

  /// The parts of the text between the occurrences of the pattern.
  func forEachPart(of text: [UInt8], _ body: (ArraySlice<UInt8>) -> Void) {
    var start = 0
    text.withUnsafeBufferPointer { bytes in
      forEachOffset(in: bytes) { offset in
        body(text[start..<offset])
        start = offset + pattern.count
        return true
      }
    }
    body(text[start...])
  }

  /// Replaces all occurrences of the pattern.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - replacement: The replacement.
  ///   - size: The length of the result.
  /// - Returns: The bytes.
  func replaced(in text: [UInt8], by replacement: [UInt8], size: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      text.withUnsafeBufferPointer { text in
        replacement.withUnsafeBufferPointer { replacement in
          // Never writes beyond the given size.
          func write(_ bytes: UnsafePointer<UInt8>?, _ length: Int) {
            guard let bytes, let start = buffer.baseAddress, length <= size - count else { return }
            (start + count).initialize(from: bytes, count: length)
            count += length
          }
          var start = 0
          forEachOffset(in: text) { offset in
            write(text.baseAddress.map { $0 + start }, offset - start)
            write(replacement.baseAddress, replacement.count)
            start = offset + pattern.count
            return true
          }
          write(text.baseAddress.map { $0 + start }, text.count - start)
        }
      }
    }
  }

  /// Calls a closure with each occurrence, as long as it returns true.
  private func forEachOffset(in text: UnsafeBufferPointer<UInt8>, _ body: (Int) -> Bool) {
    guard !pattern.isEmpty else { return }
    pattern.withUnsafeBufferPointer { pattern in
      var length = 0
      var index = 0
      while index < text.count {
        let byte = text[index]
        index += 1
        while length > 0, pattern[length] != byte { length = fallbacks[length - 1] }
        guard pattern[length] == byte else { continue }
        length += 1
        guard length == pattern.count else { continue }
        length = 0
        guard body(index - pattern.count) else { return }
      }
    }
  }
}
