extension TagDefinition {
  /// `{% map list into result [using item] %}…{% endmap %}`.
  static let map = TagDefinition(name: "map", end: "endmap") {
    (header, parser) throws(ParseFault) in
    let values = try header.reader.range()
    try header.reader.expect(keyword: "into", "after the list")
    let result = try header.reader.name("the name of a variable")
    var item: TemplateSymbol?
    if header.reader.take(keyword: "using") {
      item = try header.reader.name("the name of a variable")
    }
    try header.reader.expectEnd()
    let labels = parser.loopLabels
    parser.loopLabels = []
    let body = parser.body(of: header, until: ["endmap"]).body
    parser.loopLabels = labels
    let loop = header.reader.symbols.symbol(ofSet: "maploop")
    return MapNode(values: values, result: result, item: item, loop: loop, body: body)
  }
}

/// Sets a variable to the texts that its body renders for the elements of a list.
private final class MapNode: TemplateNode, @unchecked Sendable {
  private let values: any TemplateExpression
  private let result: TemplateSymbol
  private let item: TemplateSymbol?
  /// The variable for the state of the loop.
  private let loop: TemplateSymbol
  private let body: Body

  init(
    values: any TemplateExpression,
    result: TemplateSymbol,
    item: TemplateSymbol?,
    loop: TemplateSymbol,
    body: Body
  ) {
    self.values = values
    self.result = result
    self.item = item
    self.loop = loop
    self.body = body
  }

  override func render(in rendering: Rendering) throws -> Flow {
    var texts: [TemplateValue] = []
    if case .array(let elements) = try values.evaluate(in: rendering) {
      texts.reserveCapacity(elements.count)
      for (index, element) in elements.enumerated() {
        texts.append(try text(of: element, at: index, of: elements.count, rendering))
      }
    }
    rendering.scopes.set(result, to: .array(texts))
    return .onward
  }

  private func text(
    of element: TemplateValue,
    at index: Int,
    of count: Int,
    _ rendering: Rendering
  ) throws -> TemplateValue {
    try rendering.step()
    rendering.scopes.push()
    defer { rendering.scopes.pop() }
    // Unlike that of `forloop`, this counter begins at 0.
    let state: TemplateValue = [
      "counter": .int(index), "first": .bool(index == 0), "last": .bool(index == count - 1),
      "item": element,
    ]
    rendering.scopes.set(loop, to: state)
    if let item { rendering.scopes.set(item, to: element) }
    return .string(try rendering.capture { try rendering.render(body) }.text)
  }
}
