import PredicateFormat

/// The type numbers of archived expressions.
///
/// They are those of `NSExpression.ExpressionType`, and a few more for the parts of key paths and formats.
enum ExpressionCode: Int {
  case constant = 0
  case evaluatedObject = 1
  case variable = 2
  case keyPath = 3
  case function = 4
  case unionSet = 5
  case intersectSet = 6
  case minusSet = 7
  case keyPathSpecifier = 10
  case symbol = 11
  case assignment = 12
  case subquery = 13
  case aggregate = 14
  case anyKey = 15
  case conditional = 20
}

extension SetOperator {
  var code: ExpressionCode {
    switch self {
    case .union: .unionSet
    case .intersect: .intersectSet
    case .minus: .minusSet
    }
  }
}

/// Names that archived expressions use.
enum ExpressionNames {
  /// The class whose methods are the built-in functions.
  static let utilities = "_NSPredicateUtilities"
  static let valueForKey = "valueForKey:"
}
