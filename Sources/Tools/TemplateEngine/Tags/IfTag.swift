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

/// Renders the first branch whose condition is true, in a new scope.
private final class IfNode: TemplateNode, @unchecked Sendable {
  struct Branch {
    let condition: any TemplateExpression
    let body: Body
  }

  private let first: Branch
  private let others: [Branch]
  private let otherwise: Body

  private init(first: Branch, others: [Branch], otherwise: Body) {
    self.first = first
    self.others = others
    self.otherwise = otherwise
  }

  static func parse(
    _ header: inout TagHeader,
    _ parser: inout TemplateParser,
    isNegated: Bool
  ) throws(ParseFault) -> TemplateNode {
    var condition = try header.reader.operators()
    try header.reader.expectEnd()
    if isNegated { condition = Negation(condition) }
    var (body, closing) = parser.body(of: header, until: ends)
    let first = Branch(condition: condition, body: body)

    var others: [Branch] = []
    var otherwise: Body?
    while closing.name != "endif" {
      let opening = closing
      let condition = opening.name == "elif" ? self.condition(of: opening, &parser) : nil
      (body, closing) = parser.body(of: header, until: ends)
      if otherwise != nil {
        parser.report(ParseFault("'\(opening.name)' after 'else'", at: opening.spot))
      } else if opening.name == "else" {
        otherwise = body
      } else if let condition {
        others.append(Branch(condition: condition, body: body))
      }
    }
    return IfNode(first: first, others: others, otherwise: otherwise ?? .empty)
  }

  private static let ends = ["elif", "else", "endif"]

  private static func condition(
    of elif: TagHeader,
    _ parser: inout TemplateParser
  ) -> (any TemplateExpression)? {
    var reader = elif.reader
    do throws(ParseFault) {
      let condition = try reader.operators()
      try reader.expectEnd()
      return condition
    } catch {
      parser.report(error)
      return nil
    }
  }

  override func render(in rendering: Rendering) throws -> Flow {
    if try first.condition.isTrue(in: rendering) { return try rendering.renderScoped(first.body) }
    for branch in others where try branch.condition.isTrue(in: rendering) {
      return try rendering.renderScoped(branch.body)
    }
    return try rendering.renderScoped(otherwise)
  }
}
