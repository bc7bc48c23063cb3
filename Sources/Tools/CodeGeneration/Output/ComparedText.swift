import Files

extension [UInt8] {
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The text without the differences that version control, editors and commit hooks introduce.
  ///
  /// Lines end in LF and without white space, there is no byte order mark, and no empty line at the end.
  package var asCompared: [UInt8] {
    let text = (starts(with: Self.mark) ? Array(dropFirst(Self.mark.count)) : self).withLineFeeds
    // Most texts are in this form, and need no copy.
    guard text.hasInvisibleEnds else { return text }
    return text.withUnsafeBytes { text in
      Array(unsafeUninitializedCapacity: text.count + 1) { result, count in
        var next = 0
        while next < text.count {
          let lineEnd = text.offset(of: UInt8(ascii: "\n"), from: next) ?? text.count
          var end = lineEnd
          while end > next, text[end - 1].isBlank { end -= 1 }
          for place in next..<end {
            result.initializeElement(at: count, to: text[place])
            count += 1
          }
          result.initializeElement(at: count, to: UInt8(ascii: "\n"))
          count += 1
          next = lineEnd + 1
        }
        while count > 0, result[count - 1] == UInt8(ascii: "\n") { count -= 1 }
        // There was one.
        if count > 0 { count += 1 }
      }
    }
  }

  /// Whether it is the same as ``asCompared``.
  var isInComparedForm: Bool {
    !starts(with: Self.mark) && !hasCarriageReturns && !hasInvisibleEnds
  }

  /// Whether a line ends in white space, or the text in anything but one line feed.
  private var hasInvisibleEnds: Bool {
    let lineFeed = UInt8(ascii: "\n")
    guard last == lineFeed, count < 2 || self[count - 2] != lineFeed else { return !isEmpty }
    return withUnsafeBytes { text in
      var next = 0
      while let place = text.offset(of: lineFeed, from: next) {
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
