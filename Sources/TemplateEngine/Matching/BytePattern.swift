/// A text to look for in other texts, in time that is linear in their length whatever they are.
struct BytePattern {
  private let pattern: [UInt8]

  /// For each length of a match that breaks off: how long a shorter match it still is.
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

  /// Where the pattern stands in the text, without overlaps.
  ///
  /// An empty pattern stands nowhere.
  func offsets(in text: [UInt8], limit: Int = .max) -> [Int] {
    guard !pattern.isEmpty else { return [] }
    var offsets: [Int] = []
    var length = 0
    for (index, byte) in text.enumerated() {
      while length > 0, pattern[length] != byte { length = fallbacks[length - 1] }
      if pattern[length] == byte { length += 1 }
      if length == pattern.count {
        offsets.append(index + 1 - length)
        if offsets.count == limit { break }
        length = 0
      }
    }
    return offsets
  }

  /// Whether the text contains the pattern; every text contains the empty one.
  func isContained(in text: String) -> Bool {
    pattern.isEmpty || !offsets(in: Array(text.utf8), limit: 1).isEmpty
  }

  /// The parts of the text between the occurrences of the pattern.
  func parts(of text: String) -> [String] {
    let bytes = Array(text.utf8)
    var parts: [String] = []
    var start = 0
    for offset in offsets(in: bytes) {
      parts.append(String(decoding: bytes[start..<offset], as: UTF8.self))
      start = offset + pattern.count
    }
    parts.append(String(decoding: bytes[start...], as: UTF8.self))
    return parts
  }
}
