import PredicateFormat
import PropertyLists

extension CompiledModelWriter {
  /// Writes the rules of an attribute as predicates on `SELF`, and a warning for each.
  mutating func write(
    _ rules: [ValidationRule],
    to reference: KeyedArchiveBuilder.Reference
  ) throws(CompiledModelError) {
    guard !rules.isEmpty else { return }
    var predicates: [KeyedArchiveBuilder.Reference] = []
    var warnings: [KeyedArchiveBuilder.Reference] = []
    for rule in rules {
      predicates.append(try add(rule))
      warnings.append(builder.add(plain: .integer(rule.code.rawValue)))
    }
    let predicateArray = collection(predicates, CompiledClasses.array)
    let warningArray = collection(warnings, CompiledClasses.array)
    builder.set("NSValidationPredicates", of: reference, to: .object(predicateArray))
    builder.set("NSValidationWarnings", of: reference, to: .object(warningArray))
  }

  private mutating func add(
    _ rule: ValidationRule
  ) throws(CompiledModelError) -> KeyedArchiveBuilder.Reference {
    let (left, relation): (Expression, Comparison.Relation) =
      switch rule.kind {
      case .least: (.evaluatedObject, .greaterThanOrEqualTo)
      case .greatest: (.evaluatedObject, .lessThanOrEqualTo)
      case .leastLength: (.path(PropertyPath([.key("length")])), .greaterThanOrEqualTo)
      case .greatestLength: (.path(PropertyPath([.key("length")])), .lessThanOrEqualTo)
      case .pattern: (.evaluatedObject, .matches)
      }
    let bound =
      switch rule.bound {
      case .integer(let value): builder.add(plain: .integer(value))
      case .real(let value): builder.add(plain: .real(value))
      case .decimal(let value): add(value)
      case .date(let value): addDate(value)
      case .pattern(let value): builder.add(value)
      }
    let right = addConstant(bound)
    return addComparison(
      left: try add(left, label: "validation"),
      relation,
      right: right,
      modifier: .direct,
      options: []
    )
  }
}
