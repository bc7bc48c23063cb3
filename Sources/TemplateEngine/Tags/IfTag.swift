extension TagDefinition {
  /// `{% if a %}…{% elif b %}…{% else %}…{% endif %}`.
  static let `if` = TagDefinition(name: "if", inner: ["elif", "else"], end: "endif") {
    (header, parser) throws(ParseFault) in
    try IfNode.parse(&header, &parser, isNegated: false)
  }

  /// `{% ifnot a %}…{% else %}…{% endif %}`, an old spelling of `if not`.
  static let ifnot = TagDefinition(name: "ifnot", inner: ["elif", "else"], end: "endif") {
    (header, parser) throws(ParseFault) in
    try IfNode.parse(&header, &parser, isNegated: true)
  }
}

/// Renders the first branch whose condition holds, in a scope of its own.
private struct IfNode: Node {
  struct Branch {
    /// Nil for `else`.
    var condition: Expression?
    var nodes: [any Node]
  }

  let branches: [Branch]

  static func parse(
    _ header: inout TagHeader,
    _ parser: inout TemplateParser,
    isNegated: Bool
  ) throws(ParseFault) -> any Node {
    var condition: Expression? = try header.reader.operators()
    try header.reader.expectEnd()
    if isNegated { condition = condition.map(Expression.not) }

    var branches: [Branch] = []
    var hasElse = false
    while true {
      let (nodes, closing) = parser.body(of: header, until: ["elif", "else", "endif"])
      branches.append(Branch(condition: condition, nodes: nodes))
      if closing.name == "endif" { return IfNode(branches: branches) }
      if hasElse {
        parser.report(ParseFault("'\(closing.name)' after 'else'", at: closing.spot))
      }
      condition = nil
      if closing.name == "else" {
        hasElse = true
        continue
      }
      var reader = closing.reader
      do throws(ParseFault) {
        condition = try reader.operators()
        try reader.expectEnd()
      } catch {
        parser.report(error)
      }
    }
  }

  func render(in rendering: Rendering) throws -> Flow {
    for branch in branches {
      if let condition = branch.condition {
        guard try rendering.isTrue(condition) else { continue }
      }
      return try rendering.renderScoped(branch.nodes)
    }
    return .onward
  }
}
