/// The precedences of the operators, lowest first.
enum InfixPrecedence: Int, Comparable {
  case membership
  case or
  case and
  case comparison
  /// The highest precedence: the right side of a comparison is a single operand.
  case operand

  var tighter: InfixPrecedence { InfixPrecedence(rawValue: rawValue + 1) ?? .operand }

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// An operator between two operands.
enum Infix {
  case membership
  case or
  case and
  case comparison(ComparisonOperator)

  var precedence: InfixPrecedence {
    switch self {
    case .membership: .membership
    case .or: .or
    case .and: .and
    case .comparison: .comparison
    }
  }

  /// Whether a chain of these becomes a list instead of a tree, so that its length needs no stack.
  var isFlat: Bool {
    switch self {
    case .or, .and: true
    case .membership, .comparison: false
    }
  }

  /// Combines operands: two, or more if the operator is flat.
  func combine(_ operands: [any TemplateExpression]) -> any TemplateExpression {
    switch self {
    case .or: Disjunction(operands)
    case .and: Conjunction(operands)
    case .membership: Membership(operands[0], in: operands[1])
    case .comparison(let comparison):
      comparison.expression(operands[0], operands[1])
    }
  }
}

extension WordReader {
  func nextInfix() -> Infix? {
    guard let word = peek() else { return nil }
    switch (word.kind, word.text) {
    case (.name, "in"): return .membership
    case (.name, "or"): return .or
    case (.name, "and"): return .and
    case (.sign, let text): return ComparisonOperator(rawValue: text).map(Infix.comparison)
    default: return nil
    }
  }
}
