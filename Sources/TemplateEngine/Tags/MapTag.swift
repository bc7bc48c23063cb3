extension TagDefinition {
  /// `{% map list into result [using item] %}…{% endmap %}`.
  static let map = TagDefinition(name: "map", end: "endmap") {
    (header, parser) throws(ParseFault) in
    let values = try header.reader.range()
    try header.reader.expect(keyword: "into", "after the list")
    let result = try header.reader.name("the name of a variable")
    var item: TemplateKey?
    if header.reader.take(keyword: "using") {
      item = try header.reader.name("the name of a variable")
    }
    try header.reader.expectEnd()
    let labels = parser.loopLabels
    parser.loopLabels = []
    let nodes = parser.body(of: header, until: ["endmap"]).nodes
    parser.loopLabels = labels
    return MapNode(values: values, result: result, item: item, nodes: nodes)
  }
}

/// Sets a variable to the texts that its body renders for the elements of a list.
private final class MapNode: Node {
  private let values: any Expression
  private let result: TemplateKey
  private let item: TemplateKey?
  private let nodes: [any Node]

  init(values: any Expression, result: TemplateKey, item: TemplateKey?, nodes: [any Node]) {
    self.values = values
    self.result = result
    self.item = item
    self.nodes = nodes
  }

  private static let loop = TemplateKey("maploop")

  func render(in rendering: Rendering) throws -> Flow {
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
    let loop: TemplateValue = [
      "counter": .int(index), "first": .bool(index == 0), "last": .bool(index == count - 1),
      "item": element,
    ]
    rendering.scopes.set(Self.loop, to: loop)
    if let item { rendering.scopes.set(item, to: element) }
    return .string(try rendering.capture { try rendering.render(nodes) }.text)
  }
}
