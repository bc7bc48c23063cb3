/// Writes a diagram in the language of Graphviz.
package struct DOTRenderer: Sendable {
  package init() {}

  package func text(of diagram: DiagramModel) -> String {
    // Two names may be drawn alike, and the text identifies the node.
    let names = UniqueNames(diagram.boxes.map { BoxText.drawable($0.name) }).names
    var lines = [
      "digraph \(Self.quoted(diagram.title)) {",
      "  graph [rankdir=LR, nodesep=0.5, ranksep=1.2, fontname=\"Helvetica\"]",
      "  node [shape=plain, fontname=\"Helvetica\", fontsize=12]",
      "  edge [dir=both, color=\"#3E5C8A\", arrowtail=none, arrowhead=none, "
        + "fontname=\"Helvetica\", fontsize=9, labeldistance=3, labelangle=15]",
    ]
    for (box, name) in zip(diagram.boxes, names) {
      lines.append("")
      lines.append("  \(Self.quoted(name)) [label=<")
      lines += label(of: box).map { "    \($0)" }
      lines.append("  >]")
    }
    if !diagram.edges.isEmpty { lines.append("") }
    for edge in diagram.edges {
      if edge.isLoop {
        let name = Self.quoted(names[edge.tail.box])
        lines.append(
          "  \(name) -> \(name)\(attributes(of: edge, label: loopLabel(edge, in: diagram)))"
        )
        continue
      }
      let ends = [edge.tail, edge.head].map { end in
        "\(Self.quoted(names[end.box])):\(port(of: end, in: diagram))"
      }
      lines.append("  \(ends[0]) -> \(ends[1])\(attributes(of: edge))")
    }
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  /// The text as a quoted identifier.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in BoxText.drawable(text).unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }

  private func label(of box: DiagramNode) -> [String] {
    let color =
      box.kind == .composite ? "#D9F0E8" : box.isAbstract ? "#EAE2F8" : "#DCE7FB"
    var name = "<b>\(DrawnText.escaped(box.name))</b>"
    if box.isAbstract { name = "<i>abstract</i><br/><i>\(name)</i>" }
    if box.kind == .composite { name = "<i>composite</i><br/>\(name)" }
    if box.name.isEmpty { name = " " }
    var lines = [
      "<table border=\"0\" cellborder=\"1\" cellspacing=\"0\" cellpadding=\"4\" color=\"#7F8CA1\">",
      "<tr><td port=\"\(Self.headerPort)\" bgcolor=\"\(color)\">\(name)</td></tr>",
    ]
    let names = rowPorts(of: box)
    for (row, port) in zip(box.compartments.flatMap(rows(of:)), names) {
      lines.append(
        "<tr><td port=\"\(port)\" align=\"left\">\(row.name): "
          + "<font color=\"#52607A\">\(row.type)</font></td></tr>"
      )
    }
    lines.append("</table>")
    return lines
  }

  private func rows(of compartment: DiagramCompartment) -> [(name: String, type: String)] {
    compartment.rows.map { row in
      let text = BoxText.Row(row, kind: compartment.kind, middle: 0)
      let words = [text.tag, text.type, text.count].compactMap { $0 }.filter { !$0.isEmpty }
      let name = DrawnText.escaped(row.name)
      return (
        name.isEmpty ? " " : text.isItalic ? "<i>\(name)</i>" : name,
        words.isEmpty ? " " : DrawnText.escaped(words.joined(separator: " "))
      )
    }
  }

  private static let headerPort = "header"

  /// Ports are named for their rows, in letters and digits, which are safe in a port.
  private func rowPorts(of box: DiagramNode) -> [String] {
    UniqueNames(box.rows.map { "p_" + SafeName.of($0.name) }, separator: "_").names
  }

  private func port(of end: DiagramEnd, in diagram: DiagramModel) -> String {
    let ports = rowPorts(of: diagram.boxes[end.box])
    guard let row = end.row, ports.indices.contains(row) else { return "\"\(Self.headerPort)\"" }
    return "\"\(ports[row])\""
  }

  /// The rows at the ends of an edge from a box to itself.
  ///
  /// Graphviz keeps room for such an edge only if it begins and ends at no row, so the rows are named.
  private func loopLabel(_ edge: DiagramEdge, in diagram: DiagramModel) -> String {
    let rows = diagram.boxes[edge.tail.box].rows
    let names = [edge.tail.row, edge.head.row].compactMap { $0 }
      .filter(rows.indices.contains).map { rows[$0].name }
    return ", label=\(Self.quoted(names.joined(separator: " / ")))"
  }

  private func attributes(of edge: DiagramEdge, label: String = "") -> String {
    switch edge.kind {
    case .inheritance: " [arrowtail=empty, color=\"#7A48B8\"]"
    case .composite: " [arrowhead=vee, style=dotted, color=\"#1F7A5C\"]"
    case .relationship:
      " [arrowtail=\(arrow(edge.tail.multiplicity)), arrowhead=\(arrow(edge.head.multiplicity))"
        + "\(orderLabels(of: edge))\(label)]"
    }
  }

  private func arrow(_ multiplicity: Multiplicity?) -> String {
    guard let multiplicity else { return "none" }
    return (multiplicity.isToMany ? "crow" : "tee") + (multiplicity.isOptional ? "odot" : "tee")
  }

  private func orderLabels(of edge: DiagramEdge) -> String {
    let tail = edge.tail.multiplicity?.isOrdered == true ? ", taillabel=\"ordered\"" : ""
    let head = edge.head.multiplicity?.isOrdered == true ? ", headlabel=\"ordered\"" : ""
    return tail + head
  }
}
