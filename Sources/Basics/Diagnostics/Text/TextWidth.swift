/// The number of terminal cells of a text: two for East Asian wide characters and emoji, none for combining marks.
///
/// Tabs and control characters have no width of their own; make them visible first (see `visible`).
package enum TextWidth {
  package static func of(_ text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + of($1) }
  }

  package static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if first.value < 0x7F, scalars.count == 1 { return first.value < 0x20 ? 0 : 1 }
    // One emoji, however many scalars it consists of.
    if scalars.contains("\u{FE0F}") || first.properties.isEmojiPresentation { return 2 }
    let width = scalars.reduce(0) { $0 + cells($1) }
    // The jamo of one Hangul syllable share its two cells.
    return (0x1100...0x115F).contains(first.value) ? min(width, 2) : width
  }

  private static func cells(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator:
      return 0
    default:
      if (0x1160...0x11FF).contains(scalar.value) { return 0 }
      return isWide(scalar.value) ? 2 : 1
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    guard let lowest = wide.first, value >= lowest.lowerBound else { return false }
    var low = 0
    var high = wide.count
    while low < high {
      let middle = (low + high) / 2
      if value > wide[middle].upperBound { low = middle + 1 } else { high = middle }
    }
    return low < wide.count && wide[low].contains(value)
  }

  /// The blocks whose characters are Wide or Fullwidth by Unicode's `EastAsianWidth.txt`; the standard library knows
  /// emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F,  // Hangul jamo that begin a syllable
    0x2E80...0x303E,  // CJK radicals, ideographic punctuation
    0x3041...0x33FF,  // kana, Bopomofo, compatibility jamo, enclosed CJK
    0x3400...0x4DBF,  // CJK extension A
    0x4E00...0x9FFF,  // CJK unified ideographs
    0xA000...0xA4CF,  // Yi
    0xA960...0xA97F,  // Hangul jamo extended A
    0xAC00...0xD7A3,  // Hangul syllables
    0xF900...0xFAFF,  // CJK compatibility ideographs
    0xFE10...0xFE19,  // vertical forms
    0xFE30...0xFE6F,  // CJK compatibility forms, small forms
    0xFF01...0xFF60,  // fullwidth forms
    0xFFE0...0xFFE6,  // fullwidth signs
    0x16FE0...0x18DF2,  // Tangut, Khitan
    0x1AFF0...0x1B2FB,  // kana supplements, Nushu
    0x1F200...0x1F265,  // enclosed ideographs
    0x20000...0x2FFFD,  // CJK extensions B and up
    0x30000...0x3FFFD,
  ]
}

extension String {
  /// The text padded with spaces to a width of at least the given number of cells.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - TextWidth.of(self)))
  }
}
