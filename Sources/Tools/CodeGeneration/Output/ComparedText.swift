import Files

extension [UInt8] {
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The text without the differences that version control, editors and commit hooks introduce.
  ///
  /// Lines end in LF and without white space, there is no byte order mark, and no empty line at the end.
  package var asCompared: [UInt8] {
    let lineFeed = UInt8(ascii: "\n")
    let text = (starts(with: Self.mark) ? Array(dropFirst(Self.mark.count)) : self).withLineFeeds
    // Most texts are in this form, and need no copy.
    guard text.hasInvisibleEnds else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count + 1)
    // The length of the result without trailing white space.
    var end = 0
    for byte in text {
      if byte == lineFeed { result.removeSubrange(end...) }
      result.append(byte)
      if !byte.isBlank { end = result.count }
    }
    result.removeSubrange(end...)
    while result.last == lineFeed { result.removeLast() }
    if !result.isEmpty { result.append(lineFeed) }
    return result
  }

  /// Whether a line ends in white space, or the text in anything but one line feed.
  private var hasInvisibleEnds: Bool {
    let lineFeed = UInt8(ascii: "\n")
    guard last == lineFeed, count < 2 || self[count - 2] != lineFeed else { return !isEmpty }
    return withUnsafeBytes { text in
      guard let start = text.baseAddress else { return false }
      var next = 0
      while next < text.count,
        let found = memchr(start + next, Int32(lineFeed), text.count - next)
      {
        let place = UnsafeRawPointer(found) - start
        if place > 0, text[place - 1].isBlank { return true }
        next = place + 1
      }
      return false
    }
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
