import PredicateFormat

@testable import CoreData

/// Generates random predicates about the sample for a seed.
struct RandomPredicate {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493
  }

  mutating func condition(depth: Int) -> PredicateNode {
    switch depth > 0 ? number(below: 6) : 0 {
    case 1: .not(condition(depth: depth - 1))
    case 2: .and((0..<number(below: 4)).map { _ in condition(depth: depth - 1) })
    case 3: .or((0..<number(below: 4)).map { _ in condition(depth: depth - 1) })
    case 4: .constant(number(below: 2) == 0)
    default: .comparison(comparison(depth: depth))
    }
  }

  private mutating func comparison(depth: Int) -> ComparisonNode {
    let relations = ComparisonNode.Relation.allCases
    let modifiers: [ComparisonNode.Modifier] = [.direct, .direct, .any, .all]
    return ComparisonNode(
      expression(depth: depth),
      relations[number(below: relations.count)],
      expression(depth: depth),
      modifier: modifiers[number(below: modifiers.count)],
      options: .init(rawValue: number(below: 8) & 3)
    )
  }

  private mutating func expression(depth: Int) -> ExpressionNode {
    guard depth > 0 else { return leaf() }
    let operations = ArithmeticOperator.allCases
    let functions = ["sum:", "max:", "uppercase:", "length:", "abs:", "canonical:", "noSuch:"]
    switch number(below: 12) {
    case 0:
      return .arithmetic(
        operations[number(below: operations.count)],
        expression(depth: depth - 1),
        expression(depth: depth - 1)
      )
    case 1:
      let function = functions[number(below: functions.count)]
      return .function(FunctionCall(function, [expression(depth: depth - 1)]))
    case 2: return .aggregate((0..<number(below: 4)).map { _ in expression(depth: depth - 1) })
    case 3:
      return .subquery(
        Subquery(
          expression(depth: depth - 1),
          variable: "v",
          predicate: condition(depth: depth - 1)
        )
      )
    case 4:
      return .conditional(
        condition(depth: depth - 1),
        then: expression(depth: depth - 1),
        else: expression(depth: depth - 1)
      )
    case 5: return .combination(.union, expression(depth: depth - 1), expression(depth: 0))
    case 6: return .element(of: expression(depth: depth - 1), .element(leaf()))
    case 7: return .cast(expression(depth: depth - 1), type: "NSNumber")
    default: return leaf()
    }
  }

  private mutating func leaf() -> ExpressionNode {
    let paths = [
      "name", "count32", "price", "birthday", "players", "players.age", "players.@sum.age", "tags",
      "missing", "map", "ranking", "players.name.@max", "big",
    ]
    switch number(below: 8) {
    case 0: return .constant(.integer(Int64(number(below: 7)) - 3))
    case 1: return .constant(.real(Double(number(below: 9)) / 4))
    case 2: return .constant(.string(["", "a", "Élan", "*n*", "(", "2"][number(below: 6)]))
    case 3: return .constant(number(below: 2) == 0 ? .null : .boolean(true))
    case 4: return .evaluatedObject
    default: return .path(keyPath: paths[number(below: paths.count)])
    }
  }

  private mutating func number(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}
