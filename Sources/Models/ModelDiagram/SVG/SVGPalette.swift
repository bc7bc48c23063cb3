/// The color scheme of a picture.
package enum SVGAppearance: String, Sendable, Hashable, CaseIterable {
  /// Light, or dark for readers whose system prefers that.
  case automatic
  case light
  case dark
}

/// The colors of a picture.
struct SVGPalette: Sendable {
  /// The use of a color.
  ///
  /// The raw values are the names of the style classes.
  enum Role: String, Sendable, CaseIterable {
    case page
    case box
    case border
    case entityHeader = "entity"
    case abstractHeader = "abstract"
    case compositeHeader = "composite"
    case text
    case secondaryText = "quiet"
    case relationship = "line"
    case inheritance = "parent"
    case composite = "use"
  }

  private let colors: [Role: UInt32]
  private let marks: [DiagramMark: (ground: UInt32, edge: UInt32)]

  /// The color for a role, as six hexadecimal digits after a `#`.
  subscript(role: Role) -> String {
    Self.text(value(of: role))
  }

  private static func text(_ color: UInt32) -> String {
    let digits = String(color, radix: 16)
    return "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }

  /// The color for a role as red, green and blue in 24 bits.
  func value(of role: Role) -> UInt32 {
    colors[role, default: 0] & 0xFF_FFFF
  }

  /// The background of a marked row.
  func ground(of mark: DiagramMark) -> String { Self.text(groundValue(of: mark)) }

  /// The same as red, green and blue in 24 bits.
  func groundValue(of mark: DiagramMark) -> UInt32 { marks[mark]?.ground ?? 0 }

  /// The border of a marked box.
  func edge(of mark: DiagramMark) -> String { Self.text(marks[mark]?.edge ?? 0) }

  static let light = SVGPalette(
    colors: [
      .page: 0xF7F8FA,
      .box: 0xFFFFFF,
      .border: 0x7F8CA1,
      .entityHeader: 0xDCE7FB,
      .abstractHeader: 0xEAE2F8,
      .compositeHeader: 0xD9F0E8,
      .text: 0x17202E,
      .secondaryText: 0x52607A,
      .relationship: 0x3E5C8A,
      .inheritance: 0x7A48B8,
      .composite: 0x1F7A5C,
    ],
    marks: [
      .added: (0xD8F3DF, 0x1A7F37), .removed: (0xFFDEDB, 0xB3261E), .changed: (0xFFF0C2, 0x8A5A00),
    ]
  )

  static let dark = SVGPalette(
    colors: [
      .page: 0x14181F,
      .box: 0x1E242E,
      .border: 0x66748C,
      .entityHeader: 0x26406B,
      .abstractHeader: 0x47336B,
      .compositeHeader: 0x1D4F40,
      .text: 0xEEF2F8,
      .secondaryText: 0xAAB6C8,
      .relationship: 0x8FB0E6,
      .inheritance: 0xC3A0F0,
      .composite: 0x6CCBA8,
    ],
    marks: [
      .added: (0x1B3D28, 0x56D27F), .removed: (0x4A2220, 0xFF9B92), .changed: (0x43360F, 0xE3B341),
    ]
  )
}
