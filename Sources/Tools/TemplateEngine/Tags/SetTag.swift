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
    return SetTextNode(name: name, body: parser.body(of: header, until: ["endset"]).body)
  }
}

// All properties are constants, and safe to share.
private final class SetValueNode: TemplateNode, @unchecked Sendable {
  private let name: TemplateSymbol
  private let value: any TemplateExpression

  init(name: TemplateSymbol, value: any TemplateExpression) {
    self.name = name
    self.value = value
  }

  override func render(in rendering: Rendering) throws -> Flow {
    let value = try value.evaluate(in: rendering)
    rendering.scopes.set(name, to: value)
    return .onward
  }
}

// All properties are constants, and safe to share.
private final class SetTextNode: TemplateNode, @unchecked Sendable {
  private let name: TemplateSymbol
  private let body: Body

  init(name: TemplateSymbol, body: Body) {
    self.name = name
    self.body = body
  }

  override func render(in rendering: Rendering) throws -> Flow {
    let (text, flow) = try rendering.capture { try rendering.render(body) }
    rendering.scopes.set(name, to: .string(text))
    return flow
  }
}
