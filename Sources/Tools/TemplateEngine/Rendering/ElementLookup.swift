/// A loop condition that allows an index lookup of elements: a part of the element equals a value
/// that does not depend on the element.
///
/// The lookup only excludes elements that cannot satisfy the condition.
struct ElementLookup: Sendable {
  /// The part of the element.
  let part: Variable
  let path: Path
  /// The value that the part must equal.
  let wanted: any TemplateExpression

  /// The compared part of an element, by numbers.
  struct Path: Hashable, Sendable {
    /// The index of its variable among those of the loop.
    var variable: Int
    var keys: [Int]
  }
}

extension ElementLookup {
  /// Creates the lookup for the condition of a loop; nil when there is none.
  init?(_ condition: any TemplateExpression, variables: [TemplateSymbol?]) {
    switch condition {
    case let conjunction as Conjunction:
      guard let first = conjunction.operands.first else { return nil }
      self.init(first, variables: variables)
    case let comparison as ComparisonOfValues where comparison.comparison == .equal:
      let lookup =
        Self(part: comparison.left, equals: comparison.right, variables: variables)
        ?? Self(part: comparison.right, equals: comparison.left, variables: variables)
      guard let lookup else { return nil }
      self = lookup
    case let comparison as ComparisonWithText where comparison.isEquality:
      let text = Literal(.string(comparison.text))
      self.init(part: comparison.value, equals: text, variables: variables)
    default:
      return nil
    }
  }

  private init?(
    part: any TemplateExpression,
    equals wanted: any TemplateExpression,
    variables: [TemplateSymbol?]
  ) {
    guard let part = part as? Variable, let keys = part.keys,
      // Of two variables with the same name the later one is visible.
      let variable = variables.lastIndex(where: { $0?.number == part.head.number }),
      Self.isFixed(wanted, variables)
    else { return nil }
    self.part = part
    path = Path(variable: variable, keys: keys.map(\.number))
    self.wanted = wanted
  }

  /// Whether an expression has the same value for each element, and cannot throw.
  private static func isFixed(_ expression: any TemplateExpression, _ variables: [TemplateSymbol?])
    -> Bool
  {
    if expression is Literal { return true }
    guard let variable = expression as? Variable, variable.keys != nil else { return false }
    return !variables.contains { $0?.number == variable.head.number }
  }
}

/// An index of elements by the text of one of their parts.
struct ElementIndex {
  private var places: [String: [Int]] = [:]
  /// The elements whose part is not a text.
  private var others: [(place: Int, part: TemplateValue)] = []

  mutating func add(_ part: TemplateValue, at place: Int) {
    if case .string(let text) = part {
      places[text, default: []].append(place)
    } else {
      others.append((place, part))
    }
  }

  /// The positions of all elements whose part equals a value, in order.
  func places(of value: TemplateValue) -> [Int] {
    if case .string(let text) = value { return places[text] ?? [] }
    return others.filter { $0.part.equals(value) }.map(\.place)
  }
}
