/// Writes a diagram in Mermaid's language, as a class diagram.
///
/// Mermaid's entity–relationship diagrams have neither inheritance nor abstract entities; its class diagrams have
/// both, and cardinalities as well.
package struct MermaidRenderer: Sendable {
  package init() {}

  package func text(of diagram: DiagramModel) -> String {
    let names = identifiers(of: diagram)
    var lines = [
      "---",
      "title: \(Self.yamlString(diagram.title))",
      "---",
      "classDiagram",
      "  direction LR",
    ]
    for (box, name) in zip(diagram.boxes, names) { lines += self.lines(for: box, name: name) }
    lines += diagram.edges.map { "  \(line(for: $0, in: diagram, names: names))" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Identifiers of letters, digits and underscores; the name of a box is in its label.
  ///
  /// An identifier must not be a keyword of the language, nor begin like one.
  private func identifiers(of diagram: DiagramModel) -> [String] {
    let candidates = diagram.boxes.map { box in
      let safe = SafeName.of(box.name)
      let isPlain = safe == box.name && safe.first?.isUppercase == true
      if isPlain { return safe }
      return Self.linkTargets.contains(safe) ? "__\(safe)" : "_\(safe)"
    }
    return UniqueNames(candidates, separator: "_").names
  }

  /// The words that mean the target of a link where `_` is before them.
  private static let linkTargets: Set<String> = ["self", "blank", "parent", "top"]

  private func lines(for box: DiagramNode, name: String) -> [String] {
    let label = name == box.name ? "" : "[\"\(Self.escaped(box.name))\"]"
    var members: [String] = []
    if box.isAbstract { members.append("<<abstract>>") }
    if box.kind == .composite { members.append("<<composite>>") }
    for compartment in box.compartments {
      for row in compartment.rows { members.append(member(row, kind: compartment.kind)) }
    }
    guard !members.isEmpty else { return ["  class \(name)\(label)"] }
    return ["  class \(name)\(label) {"] + members.map { "    \($0)" } + ["  }"]
  }

  private func member(_ row: DiagramRow, kind: DiagramCompartment.Kind) -> String {
    let text = BoxText.Row(row, kind: kind, middle: 0)
    var words = [text.tag, Self.escaped(text.type)].compactMap { $0 }
    if let count = text.count { words.append("[\(Self.escaped(count))]") }
    return "\(Self.escaped(row.name)): \(words.joined(separator: " "))"
  }

  private func line(
    for edge: DiagramEdge,
    in diagram: DiagramModel,
    names: [String]
  ) -> String {
    let (tail, head) = (names[edge.tail.box], names[edge.head.box])
    switch edge.kind {
    case .inheritance: return "\(tail) <|-- \(head)"
    case .composite:
      return "\(tail) ..> \(head) : \(rowName(of: edge.tail, in: diagram) ?? "")"
    case .relationship:
      let ends = [edge.tail.multiplicity, edge.head.multiplicity].map { multiplicity in
        multiplicity.map { "\"\($0.text)\" " } ?? ""
      }
      let arrow = edge.tail.multiplicity == nil ? "-->" : "--"
      let label = [rowName(of: edge.tail, in: diagram), rowName(of: edge.head, in: diagram)]
        .compactMap { $0 }.joined(separator: " / ")
      return "\(tail) \(ends[0])\(arrow) \(ends[1])\(head) : \(label)"
    }
  }

  private func rowName(of end: DiagramEnd, in diagram: DiagramModel) -> String? {
    let rows = diagram.boxes[end.box].rows
    guard let row = end.row, rows.indices.contains(row) else { return nil }
    return Self.escaped(rows[row].name)
  }

  /// The text with everything but letters, digits and harmless punctuation as Mermaid's entity codes (`#35;`).
  ///
  /// A hyphen at the beginning of a member would be its visibility, and the word `direction` with a space behind it
  /// makes a line a statement of the direction.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in BoxText.drawable(text).unicodeScalars {
      switch scalar {
      case " " where result.hasSuffix("direction"): result += "#32;"
      case "a"..."z", "A"..."Z", "0"..."9", " ", "_", ".", ",", "?":
        result.unicodeScalars.append(scalar)
      case let other where other.value < 0x80: result += "#\(other.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result.isEmpty ? "#32;" : result
  }

  private static func yamlString(_ text: String) -> String {
    var result = "\""
    for scalar in BoxText.drawable(text).unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }
}
