/// The precedence of an operator, from an open parenthesis, which only its counterpart completes.
enum Precedence: Int, Comparable {
  case parenthesis, or, and, not, comparison, assignment, sets, bitwiseOr, bitwiseXor, bitwiseAnd,
    shift, sum
  case product, power, unary

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// An operator between two parts.
enum InfixOperator: Equatable {
  case and
  case or
  case relation(Comparison.Relation)
  case sets(SetOperator)
  case arithmetic(ArithmeticOperator)

  var precedence: Precedence {
    switch self {
    case .or: .or
    case .and: .and
    case .relation: .comparison
    case .sets: .sets
    case .arithmetic(let operation): operation.precedence
    }
  }

  /// The operator for a token, where an operator is allowed.
  init?(_ token: Token) {
    switch token.kind {
    case .symbol(let symbol): self.init(symbol)
    case .word(_, let keyword?): self.init(keyword)
    default: return nil
    }
  }

  private init?(_ symbol: Symbol) {
    switch symbol {
    case .doubleAmpersand: self = .and
    case .doubleBar: self = .or
    case .equal, .doubleEqual: self = .relation(.equalTo)
    case .notEqual, .lessGreater: self = .relation(.notEqualTo)
    case .less: self = .relation(.lessThan)
    case .lessOrEqual, .equalOrLess: self = .relation(.lessThanOrEqualTo)
    case .greater: self = .relation(.greaterThan)
    case .greaterOrEqual, .equalOrGreater: self = .relation(.greaterThanOrEqualTo)
    case .plus: self = .arithmetic(.add)
    case .minus: self = .arithmetic(.subtract)
    case .times: self = .arithmetic(.multiply)
    case .divide: self = .arithmetic(.divide)
    case .power: self = .arithmetic(.power)
    case .ampersand: self = .arithmetic(.bitwiseAnd)
    case .bar: self = .arithmetic(.bitwiseOr)
    case .caret: self = .arithmetic(.bitwiseXor)
    case .shiftLeft: self = .arithmetic(.shiftLeft)
    case .shiftRight: self = .arithmetic(.shiftRight)
    default: return nil
    }
  }

  private init?(_ keyword: Keyword) {
    switch keyword {
    case .and: self = .and
    case .or: self = .or
    case .in: self = .relation(.in)
    case .like: self = .relation(.like)
    case .matches: self = .relation(.matches)
    case .contains: self = .relation(.contains)
    case .beginsWith: self = .relation(.beginsWith)
    case .endsWith: self = .relation(.endsWith)
    case .between: self = .relation(.between)
    case .union: self = .sets(.union)
    case .intersect: self = .sets(.intersect)
    case .minus: self = .sets(.minus)
    default: return nil
    }
  }
}

extension ArithmeticOperator {
  var precedence: Precedence {
    switch self {
    case .bitwiseOr: .bitwiseOr
    case .bitwiseXor: .bitwiseXor
    case .bitwiseAnd: .bitwiseAnd
    case .shiftLeft, .shiftRight: .shift
    case .add, .subtract: .sum
    case .multiply, .divide: .product
    case .power: .power
    }
  }
}
