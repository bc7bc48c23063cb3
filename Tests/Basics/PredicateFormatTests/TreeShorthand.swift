@testable import PredicateFormat

// Shorthand for trees, for readable tables in tests.

func path(_ keys: String) -> Expression { .path(PropertyPath(keys: keys)) }

func path(_ base: Expression, _ keys: String) -> Expression {
  .path(PropertyPath(base: base, PropertyPath.Component.components(of: keys)))
}

func argumentPath(_ indices: Int...) -> Expression {
  .path(PropertyPath(indices.map { .argument(FormatArgument(index: $0, .keyPath)) }))
}

func object(_ index: Int) -> Expression { .argument(FormatArgument(index: index, .object)) }

func int(_ value: Int64) -> Expression { .constant(.integer(value)) }

func real(_ value: Double) -> Expression { .constant(.real(value)) }

func string(_ value: String) -> Expression { .constant(.string(value)) }

func boolean(_ value: Bool) -> Expression { .constant(.boolean(value)) }

func call(_ selector: String, _ arguments: Expression...) -> Expression {
  .function(FunctionCall(selector, arguments))
}

func compare(
  _ left: Expression,
  _ relation: Comparison.Relation,
  _ right: Expression,
  _ modifier: Comparison.Modifier = .direct,
  _ options: Comparison.Options = []
) -> Predicate {
  .comparison(Comparison(left, relation, right, modifier: modifier, options: options))
}

/// The predicate `name == 1`.
func isOne(_ name: String) -> Predicate { compare(path(name), .equalTo, int(1)) }

let null = Expression.constant(.null)
