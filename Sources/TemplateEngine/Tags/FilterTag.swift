extension TagDefinition {
  /// `{% filter name:argument|name %}…{% endfilter %}`.
  static let filter = TagDefinition(name: "filter", end: "endfilter") {
    (header, parser) throws(ParseFault) in
    var filters: [FilterUse] = []
    repeat { filters.append(try header.reader.filterUse()) } while header.reader.take(sign: "|")
    try header.reader.expectEnd()
    let nodes = parser.body(of: header, until: ["endfilter"]).nodes
    return FilterNode(filters: filters, nodes: nodes, spot: header.spot)
  }
}

/// Applies filters to what its body renders.
private final class FilterNode: Node {
  private let filters: [FilterUse]
  private let nodes: [any Node]
  private let spot: Spot

  init(filters: [FilterUse], nodes: [any Node], spot: Spot) {
    self.filters = filters
    self.nodes = nodes
    self.spot = spot
  }

  func render(in rendering: Rendering) throws -> Flow {
    let (text, flow) = try rendering.capture { try rendering.render(nodes) }
    var value = TemplateValue.string(text)
    for filter in filters { value = try rendering.apply(filter, to: value) }
    try rendering.write(rendering.text(of: value, at: spot))
    return flow
  }
}
