extension Parser {
  /// Pushes prefix operators and opening parentheses on the stack, and reads the operand after them.
  mutating func operand(
    _ pending: inout [PendingOperator]
  ) throws(PredicateSyntaxError) -> Node {
    while true {
      let start = token.start
      switch token.kind {
      case .symbol(.minus):
        try advance()
        if let number = try negativeNumber(start: start) { return number }
        pending.append(PendingOperator(kind: .unary(.negate), start: start, height: 0))
      case .variable(let name):
        try advance()
        guard try take(.assign) else {
          return try attachments(to: Node(.variable(name), start: start, height: 1))
        }
        pending.append(
          PendingOperator(kind: .assignment(variable: name), start: start, height: 0)
        )
      default:
        guard let kind = try prefix(after: pending.last) else {
          return try attachments(to: try primary())
        }
        pending.append(PendingOperator(kind: kind, start: start, height: 0))
      }
    }
  }

  /// Reads a prefix that one token of lookahead identifies.
  private mutating func prefix(
    after top: PendingOperator?
  ) throws(PredicateSyntaxError) -> PendingOperator.Kind? {
    let start = token.start
    switch token.kind {
    case .symbol(.openParenthesis):
      try enter()
      try advance()
      guard token.kind != .symbol(.closeParenthesis) else {
        throw PredicateSyntaxError("the parentheses are empty", at: start)
      }
      return .parenthesis
    case .symbol(.tilde):
      try advance()
      return .unary(.onesComplement)
    case .symbol(.exclamation), .word(_, .not):
      try requirePlaceForCondition(top)
      try advance()
      return .not
    case .word(_, let keyword?) where keyword.isQuantifier:
      try requirePlaceForCondition(top)
      try advance()
      return .quantifier(keyword)
    default:
      return nil
    }
  }

  /// Reads the number after a minus that has been read, if there is one: the minus is part of it unless something is
  /// attached, as in `-5.name`.
  private mutating func negativeNumber(start: Int) throws(PredicateSyntaxError) -> Node? {
    guard case .number(let number) = token.kind, let value = number.negated,
      !attachmentFollowsToken
    else { return nil }
    try advance()
    return Node(.constant(value), start: start, height: 1)
  }

  /// Throws unless NOT or ANY is at a place for a condition, which cannot be an operand of a comparison or a
  /// calculation.
  private func requirePlaceForCondition(
    _ top: PendingOperator?
  ) throws(PredicateSyntaxError) {
    guard let top, top.precedence >= .comparison else { return }
    var error = PredicateSyntaxError("expected a value, found \(shown(token))", at: token.start)
    if case .relation = top.kind {
      error.hint = "it cannot stand on the right of a comparison; write it before the left side"
    }
    throw error
  }
}

extension Keyword {
  /// Whether the word determines how a left side with many values is compared.
  var isQuantifier: Bool {
    switch self {
    case .anyOf, .someOf, .allOf, .noneOf: true
    default: false
    }
  }
}
