/// Writes a diagram as a self-contained SVG picture: no script, no font, no other file.
package struct SVGRenderer: Sendable {
  package var appearance: SVGAppearance

  package init(appearance: SVGAppearance = .automatic) {
    self.appearance = appearance
  }

  package func text(of diagram: DiagramModel, layout: DiagramLayout) -> String {
    let width = max(layout.size.width, 320)
    let margin = DiagramLayout.margin
    let legend = SVGLegend(diagram, width: width - 2 * margin)
    let height = layout.size.height + legend.height
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"\(SVGStyle.scope)\" role=\"img\" "
        + "aria-labelledby=\"diagram-title diagram-description\" "
        + "width=\"\(width)\" height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\">",
      "<title id=\"diagram-title\">\(DrawnText.escaped(diagram.title))</title>",
      "<desc id=\"diagram-description\">",
    ]
    lines += DiagramDescription(diagram).lines().map(DrawnText.escaped)
    lines += ["</desc>", "<style>"]
    lines += SVGStyle(appearance: appearance, hasMarks: diagram.hasMarks).lines()
    lines += ["</style>", "<rect class=\"page\" width=\"\(width)\" height=\"\(height)\"/>"]
    if diagram.boxes.isEmpty {
      lines.append(
        "<text class=\"quiet\" x=\"\(margin)\" y=\"\(height / 2 + 4)\">No entities</text>"
      )
    }
    lines += edges(of: diagram, layout: layout)
    let slots = HeaderSlots(diagram)
    for (index, (node, rect)) in zip(diagram.boxes, layout.boxes).enumerated() {
      lines += SVGBox(node, headerSlots: slots.count(ofBox: index), in: rect).lines()
    }
    lines += legend.lines(at: Point(x: margin, y: layout.size.height - margin + 8))
    lines.append("</svg>")
    return lines.joined(separator: "\n") + "\n"
  }

  /// Lines first, marks on top of them: a ring hides the line beneath it.
  private func edges(of diagram: DiagramModel, layout: DiagramLayout) -> [String] {
    let pairs = zip(diagram.edges, layout.routes).filter { $1.count > 1 }
    var lines = pairs.map { edge, route in
      let style =
        switch edge.kind {
        case .relationship: SVGPalette.Role.relationship
        case .inheritance: SVGPalette.Role.inheritance
        case .composite: SVGPalette.Role.composite
        }
      return "<path class=\"\(style.rawValue)\" d=\"\(SVGPath.data(route))\"/>"
    }
    // Lines that end together have one mark.
    var known: Set<String> = []
    for (edge, route) in pairs {
      let tail = SVGMarks(tip: route[0], next: route[1])
      let head = SVGMarks(tip: route[route.count - 1], next: route[route.count - 2])
      let marks =
        switch edge.kind {
        case .relationship:
          (edge.tail.multiplicity.map(tail.elements) ?? [])
            + (edge.head.multiplicity.map(head.elements) ?? [])
        case .inheritance: [tail.triangle()]
        case .composite: [head.arrow()]
        }
      lines += marks.filter { known.insert($0).inserted }
    }
    return lines
  }
}
