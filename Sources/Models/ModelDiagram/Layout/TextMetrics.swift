/// The width of text in the typeface of the pictures.
///
/// Pictures name Helvetica, and Arial and Liberation Sans where it is missing; the three have the
/// same widths. Many machines with Linux have none of them, and draw with DejaVu Sans, which is wider. So
/// each character gets the width of the widest of them, and the text fits its box whichever font the machine
/// has. Scripts that these typefaces lack are measured generously.
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
      // The place of the cut: the last one at which the ellipsis still fits.
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
    let table = isBold ? WidestWidths.bold : WidestWidths.regular
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
private enum WidestWidths {
  static let regular: [Int16] = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337,
    636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 556,
    1015, 684, 686, 722, 770, 667, 611, 778, 752, 295, 500, 667, 557, 863, 748, 787,
    667, 787, 722, 667, 611, 732, 684, 989, 685, 667, 685, 390, 337, 390, 838, 556,
    500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612,
    635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
  ]

  static let bold: [Int16] = [
    348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365,
    696, 696, 696, 696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 611,
    1000, 774, 762, 734, 830, 683, 683, 821, 837, 372, 556, 775, 637, 995, 837, 850,
    733, 850, 770, 720, 682, 812, 774, 1103, 771, 724, 725, 457, 365, 457, 838, 556,
    500, 675, 716, 593, 716, 678, 435, 716, 712, 343, 343, 665, 343, 1042, 712, 687,
    716, 716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712, 365, 712, 838,
  ]
}
