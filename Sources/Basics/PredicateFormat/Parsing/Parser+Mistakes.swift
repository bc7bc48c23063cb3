// Messages about unexpected tokens.
extension Parser {
  /// The error for a token after a complete part; after a value, an operator may be expected that makes a condition
  /// of it.
  func unexpectedToken(
    after node: Node,
    wanted: String = "a comparison"
  ) -> PredicateSyntaxError {
    switch token.kind {
    case .symbol(.closeParenthesis):
      return PredicateSyntaxError("')' closes no parenthesis", at: token.start)
    case .symbol(.assign):
      return PredicateSyntaxError(
        "only a variable can be assigned",
        at: token.start,
        hint: "compare with =="
      )
    case .word(_, .not):
      return PredicateSyntaxError(
        "NOT cannot stand between two values",
        at: token.start,
        hint: "write it first, as in NOT name IN $names"
      )
    default:
      break
    }
    let expected: String
    if case .expression = node.content {
      expected = wanted
    } else {
      expected = "AND, OR or the end"
    }
    return PredicateSyntaxError(
      "expected \(expected), found \(shown(token))",
      at: token.start,
      hint: spellingHint
    )
  }

  /// The error for a part that should have begun here.
  func expectedOperand() -> PredicateSyntaxError {
    if case .word(let word, _?) = token.kind {
      return PredicateSyntaxError(
        "expected a value, found the word \(shown(token))",
        at: token.start,
        hint: "a property of that name is written #\(word)"
      )
    }
    guard token.kind == .symbol(.equal) || token.kind == .symbol(.doubleEqual) else {
      return PredicateSyntaxError("expected a value, found \(shown(token))", at: token.start)
    }
    return PredicateSyntaxError(
      "expected a value, found \(shown(token))",
      at: token.start,
      hint: "equality is == or ="
    )
  }

  /// The error for a bracket that is followed by something else than its counterpart.
  func unclosed(_ bracket: String, at start: Int, after node: Node) -> PredicateSyntaxError {
    guard token.kind != .end else {
      return PredicateSyntaxError("'\(bracket)' is never closed", at: start)
    }
    if bracket == "(", token.kind == .symbol(.comma) {
      return PredicateSyntaxError(
        "expected ')', found ','",
        at: token.start,
        hint: "write lists in braces: {1, 2}"
      )
    }
    return unexpectedToken(after: node)
  }

  /// The comparison that a misspelled word probably means.
  private var spellingHint: String? {
    guard case .word(let word, nil) = token.kind, word.utf8.count <= 14 else { return nil }
    let written = Array(uppercasedASCII(word.utf8).utf8)
    let candidates = [
      "AND", "OR", "LIKE", "MATCHES", "CONTAINS", "BEGINSWITH", "ENDSWITH", "BETWEEN",
    ]
    let match = candidates.first { isNear(written, Array($0.utf8)) }
    return match.map { "is \($0) meant?" }
  }

  /// Whether two words differ in one letter, in two swapped neighbors, or in one additional letter.
  private func isNear(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    let prefix = zip(first, second).prefix { $0 == $1 }.count
    let restOfFirst = first.dropFirst(prefix)
    let restOfSecond = second.dropFirst(prefix)
    if restOfFirst.dropFirst() == restOfSecond.dropFirst() { return true }
    if restOfFirst.dropFirst() == restOfSecond || restOfFirst == restOfSecond.dropFirst() {
      return true
    }
    return Array(restOfFirst.prefix(2)) == restOfSecond.prefix(2).reversed()
      && restOfFirst.dropFirst(2) == restOfSecond.dropFirst(2)
  }
}
