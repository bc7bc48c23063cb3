final class Negation: TemplateCondition {
  private let operand: any TemplateExpression

  init(_ operand: any TemplateExpression) {
    self.operand = operand
  }

  func isTrue(in rendering: Rendering) throws -> Bool {
    try !operand.isTrue(in: rendering)
  }
}

/// `a and b and …`.
final class Conjunction: TemplateCondition {
  let operands: [any TemplateExpression]

  init(_ operands: [any TemplateExpression]) {
    self.operands = operands
  }

  func isTrue(in rendering: Rendering) throws -> Bool {
    for index in operands.indices {
      guard try operands[index].isTrue(in: rendering) else { return false }
    }
    return true
  }
}

/// `a or b or …`.
final class Disjunction: TemplateCondition {
  private let operands: [any TemplateExpression]

  init(_ operands: [any TemplateExpression]) {
    self.operands = operands
  }

  func isTrue(in rendering: Rendering) throws -> Bool {
    for index in operands.indices where try operands[index].isTrue(in: rendering) {
      return true
    }
    return false
  }
}

/// `left < right`, or any other comparison.
final class ComparisonOfValues: TemplateCondition {
  let left: any TemplateExpression
  let comparison: ComparisonOperator
  let right: any TemplateExpression

  init(
    _ left: any TemplateExpression,
    _ comparison: ComparisonOperator,
    _ right: any TemplateExpression
  ) {
    self.left = left
    self.comparison = comparison
    self.right = right
  }

  func isTrue(in rendering: Rendering) throws -> Bool {
    try comparison.holds(left.evaluate(in: rendering), right.evaluate(in: rendering))
  }
}

/// `value == "text"`, or `!=`: the most common comparison.
final class ComparisonWithText: TemplateCondition {
  let value: any TemplateExpression
  let text: String
  let isEquality: Bool

  init(_ value: any TemplateExpression, _ text: String, isEquality: Bool) {
    self.value = value
    self.text = text
    self.isEquality = isEquality
  }

  func isTrue(in rendering: Rendering) throws -> Bool {
    try value.isEqual(to: text, in: rendering) == isEquality
  }
}

/// `element in collection`.
final class Membership: TemplateCondition {
  private let element: any TemplateExpression
  private let collection: any TemplateExpression

  init(_ element: any TemplateExpression, in collection: any TemplateExpression) {
    self.element = element
    self.collection = collection
  }

  func isTrue(in rendering: Rendering) throws -> Bool {
    if let range = collection as? IntegerRange {
      let bounds = try range.bounds(in: rendering)
      return try bounds.contains(element.evaluate(in: rendering))
    }
    let element = try element.evaluate(in: rendering)
    return try rendering.isContained(element, in: collection.evaluate(in: rendering))
  }
}

/// The operators that compare two values.
enum ComparisonOperator: String, Sendable {
  case equal = "=="
  case different = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
}

extension ComparisonOperator {
  /// The comparison of two operands.
  func expression(_ left: any TemplateExpression, _ right: any TemplateExpression)
    -> any TemplateExpression
  {
    if self == .equal || self == .different, case .string(let text)? = (right as? Literal)?.value {
      return ComparisonWithText(left, text, isEquality: self == .equal)
    }
    return ComparisonOfValues(left, self, right)
  }

  /// Compares two values; for values other than numbers an ordering is false.
  func holds(_ left: TemplateValue, _ right: TemplateValue) -> Bool {
    switch self {
    case .equal: left.equals(right)
    case .different: !left.equals(right)
    case .less: left.isLess(than: right) ?? false
    case .greater: right.isLess(than: left) ?? false
    case .lessOrEqual: left.isLess(than: right) ?? false || areEqualNumbers(left, right)
    case .greaterOrEqual: right.isLess(than: left) ?? false || areEqualNumbers(left, right)
    }
  }

  private func areEqualNumbers(_ left: TemplateValue, _ right: TemplateValue) -> Bool {
    left.isLess(than: right) != nil && left.equals(right)
  }
}
