/// A binary arithmetic operator.
///
/// `NSExpression` represents it as a function of the utility class.
package enum ArithmeticOperator: String, Sendable, Hashable, CaseIterable {
  case bitwiseOr = "|"
  case bitwiseXor = "^"
  case bitwiseAnd = "&"
  case shiftLeft = "<<"
  case shiftRight = ">>"
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case power = "**"

  /// The selector of the operator's function in `NSExpression`.
  package var selector: String {
    switch self {
    case .bitwiseOr: "bitwiseOr:with:"
    case .bitwiseXor: "bitwiseXor:with:"
    case .bitwiseAnd: "bitwiseAnd:with:"
    case .shiftLeft: "leftshift:by:"
    case .shiftRight: "rightshift:by:"
    case .add: "add:to:"
    case .subtract: "from:subtract:"
    case .multiply: "multiply:by:"
    case .divide: "divide:by:"
    case .power: "raise:toPower:"
    }
  }

  /// The operator of a function's selector.
  package init?(selector: String) {
    guard let match = Self.allCases.first(where: { $0.selector == selector }) else { return nil }
    self = match
  }
}

package enum UnaryOperator: String, Sendable, Hashable, CaseIterable {
  case negate = "-"
  case onesComplement = "~"
}

/// A binary set operator.
package enum SetOperator: String, Sendable, Hashable, CaseIterable {
  case union = "UNION"
  case intersect = "INTERSECT"
  case minus = "MINUS"
}
