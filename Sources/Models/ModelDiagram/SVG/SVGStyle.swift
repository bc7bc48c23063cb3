/// The style sheet of a picture.
struct SVGStyle: Sendable {
  let appearance: SVGAppearance

  /// Whether the picture marks what differs from an earlier version.
  let hasMarks: Bool

  /// The class of the picture.
  ///
  /// Every rule names it, so that a picture inside a page leaves the page alone.
  static let scope = "model-diagram"

  func lines() -> [String] {
    switch appearance {
    case .light: shapes + colors(.light)
    case .dark: shapes + colors(.dark)
    case .automatic:
      shapes + colors(.light)
        + ["@media (prefers-color-scheme: dark) {"]
        + colors(.dark).map { "  \($0)" }
        + ["}"]
    }
  }

  private var shapes: [String] { Self.shapes + (hasMarks ? Self.markShapes : []) }

  private func colors(_ palette: SVGPalette) -> [String] {
    Self.colors(palette) + (hasMarks ? Self.markColors(palette) : [])
  }

  private static let markShapes = [
    rule(".sign", style: "font-weight: bold"),
    rule(".added-border", ".removed-border", ".changed-border", style: "stroke-width: 3"),
  ]

  private static func markColors(_ palette: SVGPalette) -> [String] {
    DiagramMark.allCases.flatMap { mark in
      [
        rule(".\(mark.rawValue)", style: "fill: \(palette.ground(of: mark))"),
        rule(".\(mark.rawValue)-border", style: "stroke: \(palette.edge(of: mark))"),
      ]
    }
  }

  private static func rule(_ selectors: String..., style: String) -> String {
    selectors.map { ".\(scope) \($0)" }.joined(separator: ", ") + " { \(style) }"
  }

  private static let shapes = [
    rule(
      "text",
      style: "font: \(BoxText.rowSize)px Helvetica, Arial, 'Liberation Sans', sans-serif"
    ),
    rule(
      ".name",
      style: "font-size: \(BoxText.nameSize)px; font-weight: bold; text-anchor: middle"
    ),
    rule(
      ".kind",
      style: "font-size: \(BoxText.smallSize)px; font-style: italic; text-anchor: middle"
    ),
    rule(".end", style: "text-anchor: end"),
    rule(".small", style: "font-size: \(BoxText.smallSize)px"),
    rule(".italic", style: "font-style: italic"),
    rule(".border", ".rule", style: "fill: none"),
    rule(".line", ".parent", ".use", style: "fill: none; stroke-width: 1.5"),
    rule(".use", style: "stroke-dasharray: 2 4; stroke-linecap: round"),
    rule(".mark", style: "stroke-width: 1.5; stroke-linejoin: round"),
    rule(".dashed", style: "stroke-dasharray: 5 3"),
  ]

  private static func colors(_ palette: SVGPalette) -> [String] {
    func fill(_ role: SVGPalette.Role) -> String {
      rule(".\(role.rawValue)", style: "fill: \(palette[role])")
    }
    func stroke(_ role: SVGPalette.Role) -> String {
      rule(
        ".\(role.rawValue)",
        ".\(role.rawValue)-mark",
        style: "stroke: \(palette[role])"
      )
    }
    return [
      rule("text", style: "fill: \(palette[.text])"),
      fill(.secondaryText),
      fill(.page),
      fill(.box),
      rule(".border", ".rule", style: "stroke: \(palette[.border])"),
      fill(.entityHeader),
      fill(.abstractHeader),
      fill(.compositeHeader),
      stroke(.relationship),
      stroke(.inheritance),
      stroke(.composite),
      rule(".mark", style: "fill: \(palette[.page])"),
      rule(".full", style: "fill: \(palette[.relationship])"),
      rule(".open", style: "fill: none"),
    ]
  }
}
