extension TagDefinition {
  /// `{% filter name:argument|name %}…{% endfilter %}`.
  static let filter = TagDefinition(name: "filter", end: "endfilter") {
    (header, parser) throws(ParseFault) in
    var filters: [FilterUse] = []
    repeat { filters.append(try header.reader.filterUse()) } while header.reader.take(sign: "|")
    try header.reader.expectEnd()
    let body = parser.body(of: header, until: ["endfilter"]).body
    return FilterNode(filters: filters, body: body, spot: header.spot)
  }
}

/// Applies filters to the output of its body.
private final class FilterNode: TemplateNode, @unchecked Sendable {
  private let filters: [FilterUse]
  private let body: Body
  private let spot: SourceSpan

  init(filters: [FilterUse], body: Body, spot: SourceSpan) {
    self.filters = filters
    self.body = body
    self.spot = spot
  }

  override func render(in rendering: Rendering) throws -> Flow {
    let (text, flow) = try rendering.capture { try rendering.render(body) }
    var value = TemplateValue.string(text)
    for filter in filters { value = try rendering.apply(filter, to: value) }
    try rendering.write(rendering.text(of: value, at: spot))
    return flow
  }
}
