@testable import PredicateFormat

/// Generates random trees that the grammar can express, for a seed.
struct TreeGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  private var argumentCount = 0

  mutating func predicate(depth: Int) -> Predicate {
    argumentCount = 0
    return makePredicate(depth)
  }

  mutating func expression(depth: Int) -> Expression {
    argumentCount = 0
    return makeExpression(depth)
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }

  private mutating func chance(_ oneIn: Int) -> Bool {
    Int.random(in: 0..<oneIn, using: &self) == 0
  }

  private mutating func makePredicate(_ depth: Int) -> Predicate {
    guard depth > 0 else { return chance(4) ? .constant(Bool.random(using: &self)) : comparison(0) }
    switch Int.random(in: 0..<6, using: &self) {
    case 0: return .not(makePredicate(depth - 1))
    case 1: return .and(parts(depth))
    case 2: return .or(parts(depth))
    default: return comparison(depth - 1)
    }
  }

  private mutating func parts(_ depth: Int) -> [Predicate] {
    (0..<Int.random(in: 2...4, using: &self)).map { _ in makePredicate(depth - 1) }
  }

  private mutating func comparison(_ depth: Int) -> Predicate {
    compare(
      makeExpression(depth),
      pick(Comparison.Relation.allCases),
      makeExpression(depth),
      pick([.direct, .direct, .any, .all]),
      Comparison.Options(rawValue: chance(2) ? 0 : Int.random(in: 0..<16, using: &self))
    )
  }

  private mutating func makeExpression(_ depth: Int) -> Expression {
    guard depth > 0 else { return leaf() }
    switch Int.random(in: 0..<14, using: &self) {
    case 0: return .arithmetic(pick(ArithmeticOperator.allCases), inner(depth), inner(depth))
    case 1: return .arithmetic(pick(ArithmeticOperator.allCases), inner(depth), inner(depth))
    case 2: return .combination(pick(SetOperator.allCases), inner(depth), inner(depth))
    case 3: return .unary(pick(UnaryOperator.allCases), inner(depth))
    case 4: return .aggregate((0..<Int.random(in: 0...3, using: &self)).map { _ in inner(depth) })
    case 5: return .conditional(makePredicate(depth - 1), then: inner(depth), else: inner(depth))
    case 6: return subquery(depth)
    case 7: return .element(of: inner(depth), index(depth))
    case 8: return .assignment(variable: name(), value: inner(depth))
    case 9: return .cast(inner(depth), type: pick(["NSDate", "a \"type\""]))
    case 10: return function(depth)
    case 11: return attachedPath(depth)
    default: return leaf()
    }
  }

  private mutating func inner(_ depth: Int) -> Expression { makeExpression(depth - 1) }

  private mutating func subquery(_ depth: Int) -> Expression {
    .subquery(
      Subquery(inner(depth), variable: name(), predicate: makePredicate(depth - 1))
    )
  }

  private mutating func index(_ depth: Int) -> Subscript {
    switch Int.random(in: 0..<4, using: &self) {
    case 0: .first
    case 1: .last
    case 2: .size
    default: .element(inner(depth))
    }
  }

  private mutating func function(_ depth: Int) -> Expression {
    switch Int.random(in: 0..<4, using: &self) {
    case 0: call("now")
    case 1: call("canonical:", inner(depth))
    case 2: call("modulus:by:", inner(depth), inner(depth))
    default:
      .function(FunctionCall(receiver: inner(depth), "any:selector:", [inner(depth)]))
    }
  }

  /// A path with a base other than the evaluated object.
  ///
  /// The base cannot be a path: the two would be one path.
  private mutating func attachedPath(_ depth: Int) -> Expression {
    let base = inner(depth)
    if case .path = base { return base }
    return .path(PropertyPath(base: base, components()))
  }

  private mutating func components() -> [PropertyPath.Component] {
    (0..<Int.random(in: 1...3, using: &self)).map { _ in
      switch Int.random(in: 0..<6, using: &self) {
      case 0: .collectionOperator(pick(["count", "sum", "K"]))
      case 1: .argument(argument(.keyPath))
      default: .key(name())
      }
    }
  }

  private mutating func argument(_ conversion: FormatArgument.Conversion) -> FormatArgument {
    defer { argumentCount += 1 }
    return FormatArgument(index: argumentCount, conversion)
  }

  private mutating func name() -> String {
    pick(["a", "name", "größe", "_x1", "in", "SIZE", "first", "union", "cast", "nil", "e5", "ſelf"])
  }

  private mutating func leaf() -> Expression {
    switch Int.random(in: 0..<9, using: &self) {
    case 0: .variable(name())
    case 1: .evaluatedObject
    case 2: .argument(argument(pick(FormatArgument.Conversion.allCases.filter { $0 != .keyPath })))
    case 3: chance(8) ? .anyKey : .constant(.null)
    case 4, 5: .path(PropertyPath(components()))
    default: .constant(constant())
    }
  }

  private mutating func constant() -> Constant {
    switch Int.random(in: 0..<6, using: &self) {
    case 0: .boolean(Bool.random(using: &self))
    case 1: .integer(pick([0, 1, -1, .max, .min, 42]))
    case 2: .real(pick([0, -0.5, 1e100, 2.5e-308, 3, -Double.greatestFiniteMagnitude, 0.1]))
    case 3: .decimal(pick(["9223372036854775808", "-9223372036854775809"]))
    default:
      .string(pick(["", "a", "'\"\\", "%@ $x", "\n\t\r\u{1}\u{1F}", "😀é", "\u{7F}\u{85}\u{2028}"]))
    }
  }
}
