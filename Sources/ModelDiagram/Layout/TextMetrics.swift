/// How wide text is in the typeface of the pictures.
///
/// Pictures name Helvetica, and Arial and Liberation Sans for where it is missing; the three have the
/// same widths. So boxes can be made to fit without the fonts of the machine that draws them. Scripts
/// that these typefaces lack are measured generously.
enum TextMetrics {
  /// The width of a text in pixels, rounded up.
  static func width(of text: String, size: Int, isBold: Bool = false) -> Int {
    (thousandths(text, isBold: isBold) * size + 999) / 1000
  }

  /// The text if it fits into a width, else its beginning and an ellipsis.
  static func fitted(_ text: String, size: Int, isBold: Bool = false, width: Int) -> String {
    let limit = width * 1000 / size
    var used = 0
    var end = text.startIndex
    for index in text.indices {
      used += thousandths(text[index], isBold: isBold)
      if used > limit { return text[..<end] + "…" }
      // The place of the cut: the last at which the ellipsis still fits.
      if used + 1000 <= limit { end = text.index(after: index) }
    }
    return text
  }

  private static func thousandths(_ text: String, isBold: Bool) -> Int {
    text.unicodeScalars.reduce(0) { $0 + thousandths($1, isBold: isBold) }
  }

  private static func thousandths(_ character: Character, isBold: Bool) -> Int {
    character.unicodeScalars.reduce(0) { $0 + thousandths($1, isBold: isBold) }
  }

  private static func thousandths(_ scalar: Unicode.Scalar, isBold: Bool) -> Int {
    let table = isBold ? HelveticaWidths.bold : HelveticaWidths.regular
    let position = Int(scalar.value) - 0x20
    if table.indices.contains(position) { return Int(table[position]) }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    case .uppercaseLetter: return 850
    case .lowercaseLetter: return 700
    default: return 1000
    }
  }
}

/// The widths of the characters from the space to the tilde, in thousandths of the size of the type.
private enum HelveticaWidths {
  static let regular: [Int16] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
  ]

  static let bold: [Int16] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
    975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
    333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611,
    611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
  ]
}
