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
private final class IfNode: Node {
  struct Branch {
    /// Nil for `else`.
    let condition: (any Expression)?
    let nodes: [any Node]
  }

  private let branches: [Branch]

  private init(branches: [Branch]) {
    self.branches = branches
  }

  static func parse(
    _ header: inout TagHeader,
    _ parser: inout TemplateParser,
    isNegated: Bool
  ) throws(ParseFault) -> any Node {
    var condition: (any Expression)? = try header.reader.operators()
    try header.reader.expectEnd()
    if isNegated { condition = condition.map { Negation($0) } }

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
    for index in branches.indices {
      if let condition = branches[index].condition {
        guard try condition.isTrue(in: rendering) else { continue }
      }
      return try rendering.renderScoped(branches[index].nodes)
    }
    return .onward
  }
}
