// Operators stay on an explicit stack until one with lower precedence comes, and so do opening parentheses until they
// are closed: recursion is needed only for the contents of the brackets of calls, lists and indices.
extension Parser {
  /// Reads a predicate or an expression up to the bracket, comma or end after it.
  mutating func node() throws(PredicateSyntaxError) -> Node {
    try enter()
    defer { leave() }
    var pending: [PendingOperator] = []
    var node = try operand(&pending)
    while true {
      let infix = InfixOperator(token)
      try completeOperators(before: infix, &node, &pending)
      if let infix {
        try push(infix, after: node, &pending)
        node = try operand(&pending)
      } else if let open = pending.popLast() {
        guard try take(.closeParenthesis) else { throw unclosed("(", at: open.start, after: node) }
        leave()
        node.start = open.start
        node = try attachments(to: node)
      } else {
        return node
      }
    }
  }

  /// Completes the operators with at least the precedence of the next one, which get their right sides.
  ///
  /// All parts of a chain of ANDs or ORs are collected first, so that the tree is wide and not deep; ANY and an
  /// opening parenthesis wait for their counterparts.
  private func completeOperators(
    before infix: InfixOperator?,
    _ node: inout Node,
    _ pending: inout [PendingOperator]
  ) throws(PredicateSyntaxError) {
    while let top = pending.last, top.precedence >= infix?.precedence ?? .or {
      if case .compound(infix) = top.kind { return }
      if infix?.precedence == .comparison, case .quantifier = top.kind { return }
      pending.removeLast()
      node = try complete(top, with: node)
      try checkHeight(node.height, at: node.start)
    }
  }

  /// Reads an infix operator, whose left side is complete.
  private mutating func push(
    _ infix: InfixOperator,
    after left: Node,
    _ pending: inout [PendingOperator]
  ) throws(PredicateSyntaxError) {
    var start = left.start
    let height = left.height
    var parts: [Predicate] = []
    let kind: PendingOperator.Kind
    switch infix {
    case .and, .or:
      let part = try predicate(left)
      try advance()
      if let last = pending.indices.last, case .compound(infix) = pending[last].kind {
        pending[last].parts.append(part)
        pending[last].height = max(pending[last].height, height)
        return
      }
      kind = .compound(infix)
      parts = [part]
    case .relation(let relation):
      (kind, start) = try comparison(relation, of: left, &pending)
    case .sets(let operation):
      kind = .sets(operation, left: try expression(left))
      try advance()
    case .arithmetic(let operation):
      kind = .arithmetic(operation, left: try expression(left))
      try advance()
    }
    pending.append(PendingOperator(kind: kind, start: start, height: height, parts: parts))
  }

  /// Reads a comparison's operator and options, and the ANY that waits for it.
  private mutating func comparison(
    _ relation: Comparison.Relation,
    of left: Node,
    _ pending: inout [PendingOperator]
  ) throws(PredicateSyntaxError) -> (PendingOperator.Kind, start: Int) {
    let value = try comparable(left)
    var start = left.start
    var quantifier: Keyword?
    if let top = pending.last, case .quantifier(let keyword) = top.kind {
      pending.removeLast()
      (quantifier, start) = (keyword, top.start)
    }
    try advance()
    let options = try comparisonOptions()
    return (
      .relation(relation, left: value, quantifier: quantifier, options: options), start
    )
  }

  /// The left side of a comparison.
  private func comparable(_ left: Node) throws(PredicateSyntaxError) -> Expression {
    if case .predicate(.comparison) = left.content {
      throw PredicateSyntaxError(
        "a comparison cannot be compared again",
        at: token.start,
        hint: "join two comparisons with AND"
      )
    }
    return try expression(left)
  }

  /// Reads `[cd]`, if it is present.
  private mutating func comparisonOptions() throws(PredicateSyntaxError) -> Comparison.Options {
    guard try take(.openBracket) else { return [] }
    let known = "options are c, d, n, l and w, as in [cd]"
    guard case .word(let letters, _) = token.kind else {
      throw PredicateSyntaxError(
        "expected options, found \(shown(token))",
        at: token.start,
        hint: known
      )
    }
    var options: Comparison.Options = []
    for letter in letters {
      guard
        let match = Comparison.Options.letters.first(where: {
          $0.letter == Character(letter.lowercased())
        })
      else {
        throw PredicateSyntaxError(
          "'\(letter)' is not an option of a comparison",
          at: token.start,
          hint: known
        )
      }
      options.insert(match.option)
    }
    try advance()
    try expect(.closeBracket, "after the options")
    return options
  }

  // MARK: Completion

  /// The node of an operator and its last operand.
  private func complete(
    _ top: PendingOperator,
    with right: Node
  ) throws(PredicateSyntaxError) -> Node {
    let height = max(top.height, right.height) + 1
    switch top.kind {
    case .not:
      return Node(.not(try predicate(right)), start: top.start, height: height)
    case .compound(let infix):
      let parts = top.parts + [try predicate(right)]
      return Node(infix == .and ? .and(parts) : .or(parts), start: top.start, height: height)
    case .relation(let relation, let left, let quantifier, let options):
      let comparison = Comparison(
        left,
        relation,
        try expression(right),
        modifier: quantifier?.modifier ?? .direct,
        options: options
      )
      let predicate = Predicate.comparison(comparison)
      return quantifier == .noneOf
        ? Node(.not(predicate), start: top.start, height: height + 1)
        : Node(predicate, start: top.start, height: height)
    case .quantifier(let keyword):
      throw PredicateSyntaxError(
        "expected a comparison after \(keyword.rawValue), found \(shown(token))",
        at: token.start,
        hint: "as in ANY pages.title == \"x\""
      )
    default:
      return Node(
        try completeExpression(top.kind, with: expression(right)),
        start: top.start,
        height: height
      )
    }
  }

  private func completeExpression(
    _ kind: PendingOperator.Kind,
    with right: Expression
  ) -> Expression {
    switch kind {
    case .unary(let operation): .unary(operation, right)
    case .assignment(let variable): .assignment(variable: variable, value: right)
    case .sets(let operation, let left): .combination(operation, left, right)
    case .arithmetic(let operation, let left): .arithmetic(operation, left, right)
    case .parenthesis, .not, .quantifier, .compound, .relation: right
    }
  }
}

extension Keyword {
  /// The comparison modifier for the word.
  ///
  /// `NONE` means `NOT ANY`.
  fileprivate var modifier: Comparison.Modifier { self == .allOf ? .all : .any }
}
