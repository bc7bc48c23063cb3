/// An expression of a template, parsed once.
///
/// Expressions are immutable objects, so that evaluation does not copy them.
protocol TemplateExpression: AnyObject, Sendable {
  func evaluate(in rendering: Rendering) throws -> TemplateValue

  /// Whether the value of the expression counts as true.
  func isTrue(in rendering: Rendering) throws -> Bool

  /// Whether the value is this text.
  func isEqual(to text: String, in rendering: Rendering) throws -> Bool

  /// Writes the text of the value to the output.
  func write(to rendering: Rendering, at spot: SourceSpan) throws
}

// Defaults; other implementations avoid the copy of a value.
extension TemplateExpression {
  func isTrue(in rendering: Rendering) throws -> Bool {
    try evaluate(in: rendering).isTruthy
  }

  func isEqual(to text: String, in rendering: Rendering) throws -> Bool {
    try evaluate(in: rendering).isEqual(to: text)
  }

  func write(to rendering: Rendering, at spot: SourceSpan) throws {
    try rendering.write(evaluate(in: rendering), at: spot)
  }
}

/// An expression whose value is a boolean.
protocol TemplateCondition: TemplateExpression {}

extension TemplateCondition {
  func evaluate(in rendering: Rendering) throws -> TemplateValue {
    .bool(try isTrue(in: rendering))
  }
}

final class Literal: TemplateExpression {
  let value: TemplateValue

  init(_ value: TemplateValue) {
    self.value = value
  }

  func evaluate(in rendering: Rendering) throws -> TemplateValue { value }
}

/// A key after a literal, as in `'text'.count`.
final class LiteralPart: TemplateExpression {
  private let value: TemplateValue
  private let steps: [PathStep]

  init(of value: TemplateValue, _ steps: [PathStep]) {
    self.value = value
    self.steps = steps
  }

  func evaluate(in rendering: Rendering) throws -> TemplateValue {
    try steps.reduce(value) { try rendering.value(of: $1, in: $0, "a literal") }
  }
}

/// `value|filter`.
final class Filtered: TemplateExpression {
  private let operand: any TemplateExpression
  private let filter: FilterUse

  init(_ operand: any TemplateExpression, by filter: FilterUse) {
    self.operand = operand
    self.filter = filter
  }

  func evaluate(in rendering: Rendering) throws -> TemplateValue {
    try rendering.apply(filter, to: operand.evaluate(in: rendering))
  }
}

/// `|name:argument,argument`.
final class FilterUse: Sendable {
  enum Target: Sendable {
    case fixed(Filter)
    /// `filter:expression`, whose filter is named by a variable.
    case dynamic
  }

  let target: Target
  let arguments: [any TemplateExpression]
  let spot: SourceSpan

  /// Whether it supplies a default for a missing value.
  var givesDefault: Bool {
    if case .fixed(let filter) = target { filter.name == "default" } else { false }
  }

  init(target: Target, arguments: [any TemplateExpression], spot: SourceSpan) {
    self.target = target
    self.arguments = arguments
    self.spot = spot
  }
}

/// `first...last`, upward or downward.
final class IntegerRange: TemplateExpression {
  private let lower: any TemplateExpression
  private let upper: any TemplateExpression
  private let spot: SourceSpan

  init(_ lower: any TemplateExpression, _ upper: any TemplateExpression, at spot: SourceSpan) {
    self.lower = lower
    self.upper = upper
    self.spot = spot
  }

  func evaluate(in rendering: Rendering) throws -> TemplateValue {
    .array(try bounds(in: rendering).elements(rendering, at: spot))
  }

  /// The bounds, which must be integers.
  func bounds(in rendering: Rendering) throws -> RangeBounds {
    let first = try lower.evaluate(in: rendering)
    let last = try upper.evaluate(in: rendering)
    guard case .int(let firstNumber) = first, case .int(let lastNumber) = last else {
      let wrong = if case .int = first { last } else { first }
      throw rendering.failure(.value, "a range needs integers, not \(wrong.kindName)", at: spot)
    }
    return RangeBounds(first: firstNumber, last: lastNumber)
  }
}

/// `value if condition else other`.
final class Conditional: TemplateExpression {
  private let value: any TemplateExpression
  private let condition: any TemplateExpression
  private let otherwise: (any TemplateExpression)?

  init(
    _ value: any TemplateExpression,
    if condition: any TemplateExpression,
    else otherwise: (any TemplateExpression)?
  ) {
    self.value = value
    self.condition = condition
    self.otherwise = otherwise
  }

  func evaluate(in rendering: Rendering) throws -> TemplateValue {
    if try condition.isTrue(in: rendering) { return try value.evaluate(in: rendering) }
    guard let otherwise else { return .null }
    return try otherwise.evaluate(in: rendering)
  }
}
