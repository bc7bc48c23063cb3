/// What a template computes, parsed once.
indirect enum Expression: Sendable {
  case literal(TemplateValue)
  case variable(VariablePath)
  /// A part of a literal, as in `'text'.count`.
  case part(of: TemplateValue, [VariablePath.Step])
  case filtered(Expression, FilterUse)
  /// `first...last`, upward or downward.
  case range(Expression, Expression, Spot)
  case not(Expression)
  /// All of them: `and`.
  case every([Expression])
  /// Any of them: `or`.
  case some([Expression])
  case comparison(Expression, Comparison, Expression)
  /// `element in collection`
  case membership(Expression, Expression)
  /// `value if condition else other`
  case conditional(Expression, condition: Expression, otherwise: Expression?)
}

/// The operators that compare two values.
enum Comparison: String, Sendable {
  case equal = "=="
  case different = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
}

/// `head.key[subscript].key`.
///
/// It is a class, so that evaluating it costs one reference count.
final class VariablePath: Sendable {
  enum Step: Sendable {
    /// A key; its number when it is one, for arrays.
    case key(TemplateKey, index: Int?)
    /// The value of another expression, which must exist.
    case subscripted(Expression, Spot)
  }

  /// Names that the engine answers itself where nothing of this name is in scope.
  enum Special: Sendable {
    case none
    case forloop
    case block
  }

  let head: TemplateKey
  let special: Special
  let steps: [Step]

  init(head: String, steps: [Step]) {
    self.head = TemplateKey(head)
    self.steps = steps
    special =
      switch head {
      case "forloop": .forloop
      case "block": .block
      default: .none
      }
  }
}

/// `|name:argument,argument`.
final class FilterUse: Sendable {
  enum Target: Sendable {
    case fixed(Filter)
    /// `filter:expression` takes the name of the filter from the context.
    case dynamic
  }

  let target: Target
  let arguments: [Expression]
  let spot: Spot

  init(target: Target, arguments: [Expression], spot: Spot) {
    self.target = target
    self.arguments = arguments
    self.spot = spot
  }
}
