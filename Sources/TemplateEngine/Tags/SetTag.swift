extension TagDefinition {
  /// `{% set name %}…{% endset %}` sets a variable to a text, `{% set name expression %}` to any
  /// value.
  static let set = TagDefinition(name: "set", end: "endset") {
    (header, parser) throws(ParseFault) in
    let name = try header.reader.name("the name of a variable")
    guard header.reader.isAtEnd else {
      let value = try header.reader.expression()
      try header.reader.expectEnd()
      return SetValueNode(name: name, value: value)
    }
    return SetTextNode(name: name, nodes: parser.body(of: header, until: ["endset"]).nodes)
  }
}

private final class SetValueNode: Node {
  private let name: TemplateKey
  private let value: any Expression

  init(name: TemplateKey, value: any Expression) {
    self.name = name
    self.value = value
  }

  func render(in rendering: Rendering) throws -> Flow {
    let value = try value.evaluate(in: rendering)
    rendering.scopes.set(name, to: value)
    return .onward
  }
}

private final class SetTextNode: Node {
  private let name: TemplateKey
  private let nodes: [any Node]

  init(name: TemplateKey, nodes: [any Node]) {
    self.name = name
    self.nodes = nodes
  }

  func render(in rendering: Rendering) throws -> Flow {
    let (text, flow) = try rendering.capture { try rendering.render(nodes) }
    rendering.scopes.set(name, to: .string(text))
    return flow
  }
}
