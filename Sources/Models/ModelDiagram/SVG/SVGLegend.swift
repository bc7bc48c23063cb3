/// Explains the marks that occur in a diagram, in a row or several below it.
struct SVGLegend {
  private enum Sign: Hashable {
    case multiplicity(isToMany: Bool, isOptional: Bool, isOrdered: Bool)
    case inheritance
    case composite
    case optionalAttribute
  }

  private struct Entry {
    var sign: Sign
    var text: String
    var signWidth: Int
    var width: Int {
      signWidth + 8 + TextMetrics.width(of: text, size: BoxText.smallSize) + 22
    }
  }

  private let rows: [[Entry]]

  static let rowHeight = 24

  init(_ diagram: DiagramModel, width: Int) {
    var rows: [[Entry]] = []
    var used = 0
    for entry in Self.entries(for: diagram) {
      if rows.isEmpty || used + entry.width > width {
        rows.append([])
        used = 0
      }
      rows[rows.count - 1].append(entry)
      used += entry.width
    }
    self.rows = rows
  }

  var height: Int { rows.isEmpty ? 0 : rows.count * Self.rowHeight + 8 }

  private static func entries(for diagram: DiagramModel) -> [Entry] {
    let ends = diagram.edges.flatMap { [$0.tail, $0.head] }.compactMap(\.multiplicity)
    var entries: [Entry] = []
    func add(_ sign: Sign, _ text: String, if isUsed: Bool, width: Int = 30) {
      if isUsed { entries.append(Entry(sign: sign, text: text, signWidth: width)) }
    }
    for (isToMany, isOptional, text) in [
      (false, false, "exactly one"), (false, true, "one or none"),
      (true, false, "at least one"), (true, true, "any number"),
    ] {
      add(
        .multiplicity(isToMany: isToMany, isOptional: isOptional, isOrdered: false),
        text,
        if: ends.contains { $0.isToMany == isToMany && $0.isOptional == isOptional }
      )
    }
    add(
      .multiplicity(isToMany: true, isOptional: true, isOrdered: true),
      "in an order",
      if: ends.contains(where: \.isOrdered)
    )
    add(.inheritance, "parent entity", if: diagram.edges.contains { $0.kind == .inheritance })
    add(.composite, "composite", if: diagram.edges.contains { $0.kind == .composite })
    let attributes = diagram.boxes.flatMap(\.compartments).filter { $0.kind == .attributes }
    add(
      .optionalAttribute,
      "may be empty",
      if: attributes.flatMap(\.rows).contains(where: \.isOptional),
      width: 8
    )
    return entries
  }

  /// The elements of the legend with its upper left corner at a place.
  func lines(at place: Point) -> [String] {
    var lines: [String] = []
    for (index, row) in rows.enumerated() {
      var x = place.x
      let y = place.y + 12 + index * Self.rowHeight + Self.rowHeight / 2
      for entry in row {
        lines += self.lines(for: entry, at: Point(x: x, y: y))
        x += entry.width
      }
    }
    return lines
  }

  private func lines(for entry: Entry, at place: Point) -> [String] {
    let text =
      "<text class=\"small quiet\" x=\"\(place.x + entry.signWidth + 8)\" "
      + "y=\"\(place.y + 4)\">\(entry.text)</text>"
    let end = Point(x: place.x + entry.signWidth, y: place.y)
    let marks = SVGMarks(tip: end, next: place)
    func line(_ style: String) -> String {
      "<path class=\"\(style)\" d=\"M\(place.x) \(place.y)H\(end.x)\"/>"
    }
    switch entry.sign {
    case .multiplicity(let isToMany, let isOptional, let isOrdered):
      let multiplicity = Multiplicity(
        isToMany: isToMany,
        isOptional: isOptional,
        isOrdered: isOrdered
      )
      return [line("line")] + marks.elements(for: multiplicity) + [text]
    case .inheritance: return [line("parent"), marks.triangle(), text]
    case .composite: return [line("use"), marks.arrow(), text]
    case .optionalAttribute:
      return ["<text class=\"quiet\" x=\"\(place.x)\" y=\"\(place.y + 4)\">?</text>", text]
    }
  }
}
