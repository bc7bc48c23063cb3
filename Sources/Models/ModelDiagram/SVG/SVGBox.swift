/// A box of a diagram as SVG elements.
struct SVGBox {
  let node: DiagramNode
  let text: BoxText
  let rect: Rect

  init(_ node: DiagramNode, headerSlots: Int, in rect: Rect) {
    self.node = node
    self.rect = rect
    text = BoxText(node, headerSlots: headerSlots)
  }

  private static let radius = 7

  func lines() -> [String] {
    var lines = ["<g>"]
    lines.append(
      "<rect class=\"box\" x=\"\(rect.x)\" y=\"\(rect.y)\" "
        + "width=\"\(rect.width)\" height=\"\(rect.height)\" rx=\"\(Self.radius)\"/>"
    )
    lines.append("<path class=\"\(headerClass)\" d=\"\(headerShape)\"/>")
    if let mark = node.mark { lines.append(sign(mark, baseline: rect.y + 20)) }
    lines += header()
    for compartment in text.compartments {
      let y = rect.y + compartment.top
      lines.append("<path class=\"rule\" d=\"M\(rect.minX) \(y)H\(rect.maxX)\"/>")
      for row in compartment.rows { lines += self.lines(for: row) }
    }
    let marked = node.mark.map { " \($0.rawValue)-border" } ?? ""
    lines.append(
      "<rect class=\"border\(node.isAbstract ? " dashed" : "")\(marked)\" x=\"\(rect.x)\" y=\"\(rect.y)\" "
        + "width=\"\(rect.width)\" height=\"\(rect.height)\" rx=\"\(Self.radius)\"/>"
    )
    lines.append("</g>")
    return lines
  }

  private var headerClass: String {
    if node.kind == .composite { return SVGPalette.Role.compositeHeader.rawValue }
    let role: SVGPalette.Role = node.isAbstract ? .abstractHeader : .entityHeader
    return role.rawValue
  }

  /// The outline of the header: rounded above, and below too if the box has nothing else.
  private var headerShape: String {
    let (radius, height) = (Self.radius, text.headerHeight)
    let top =
      "M\(rect.minX) \(rect.minY + radius)a\(radius) \(radius) 0 0 1 \(radius) -\(radius)"
      + "H\(rect.maxX - radius)a\(radius) \(radius) 0 0 1 \(radius) \(radius)"
    guard text.compartments.isEmpty else {
      return top + "V\(rect.minY + height)H\(rect.minX)Z"
    }
    return top + "V\(rect.maxY - radius)a\(radius) \(radius) 0 0 1 -\(radius) \(radius)"
      + "H\(rect.minX + radius)a\(radius) \(radius) 0 0 1 -\(radius) -\(radius)Z"
  }

  private func header() -> [String] {
    let middle = rect.x + rect.width / 2
    let italic = node.isAbstract ? " italic" : ""
    let spare = text.headerHeight - (text.stereotype == nil ? 32 : 46)
    let top = rect.y + spare / 2
    let baseline = top + (text.stereotype == nil ? 21 : 35)
    let name =
      "<text class=\"name\(italic)\" x=\"\(middle)\" y=\"\(baseline)\">"
      + "\(DrawnText.escaped(text.name))</text>"
    guard let stereotype = text.stereotype else { return [name] }
    return [
      "<text class=\"kind quiet\" x=\"\(middle)\" y=\"\(top + 17)\">\(stereotype)</text>", name,
    ]
  }

  private func lines(for row: BoxText.Row) -> [String] {
    let baseline = rect.y + row.middle + 4
    let italic = row.isItalic ? " class=\"italic\"" : ""
    let name =
      "<text\(italic) x=\"\(rect.minX + BoxText.padding)\" y=\"\(baseline)\">"
      + "\(DrawnText.escaped(row.name))</text>"
    var type = DrawnText.escaped(row.type)
    if let tag = row.tag { type = "<tspan class=\"small italic\">\(tag)</tspan> \(type)" }
    if let count = row.count { type += " <tspan class=\"small\">\(count)</tspan>" }
    var marks: [String] = []
    if let mark = row.mark {
      marks = [
        "<rect class=\"\(mark.rawValue)\" x=\"\(rect.minX + 1)\" y=\"\(baseline - 13)\" "
          + "width=\"\(rect.width - 2)\" height=\"18\"/>",
        sign(mark, baseline: baseline),
      ]
    }
    return marks + [
      name,
      "<text class=\"end quiet\" x=\"\(rect.maxX - BoxText.padding)\" y=\"\(baseline)\">"
        + "\(type)</text>",
    ]
  }

  /// The sign of a mark, in the padding at the left of the box.
  private func sign(_ mark: DiagramMark, baseline: Int) -> String {
    "<text class=\"sign\" x=\"\(rect.minX + 3)\" y=\"\(baseline)\">\(mark.sign)"
      + "<title>\(mark.rawValue)</title></text>"
  }
}
