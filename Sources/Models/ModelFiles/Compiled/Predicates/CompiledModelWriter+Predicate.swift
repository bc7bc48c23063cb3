import PredicateFormat
import PropertyLists

extension CompiledModelWriter {
  /// Adds the predicate that a text describes; returns nil for no text, or an empty one.
  mutating func addPredicate(
    _ text: String?,
    label: String
  ) throws(CompiledModelError) -> KeyedArchiveBuilder.Reference? {
    guard let text, !text.isEmpty else { return nil }
    let predicate: Predicate
    do throws(PredicateSyntaxError) {
      predicate = try Predicate(parsing: text, allowsArguments: false)
    } catch {
      throw CompiledModelError("\(label): the predicate '\(text)' cannot be read: \(error.message)")
    }
    return try add(predicate, label: label)
  }

  mutating func add(
    _ predicate: Predicate,
    label: String
  ) throws(CompiledModelError) -> KeyedArchiveBuilder.Reference {
    switch predicate {
    case .constant(let holds):
      return builder.add(holds ? CompiledClasses.truePredicate : CompiledClasses.falsePredicate)
    case .comparison(let comparison):
      let left = try add(comparison.left, label: label)
      let right = try add(comparison.right, label: label)
      return addComparison(
        left: left,
        comparison.relation,
        right: right,
        modifier: comparison.modifier,
        options: comparison.options
      )
    case .not(let negated):
      return try addCompound(.not, of: [negated], label: label)
    case .and(let parts):
      return try addCompound(.and, of: parts, label: label)
    case .or(let parts):
      return try addCompound(.or, of: parts, label: label)
    }
  }

  private mutating func addCompound(
    _ kind: CompoundKind,
    of parts: [Predicate],
    label: String
  ) throws(CompiledModelError) -> KeyedArchiveBuilder.Reference {
    let reference = builder.add(CompiledClasses.compound)
    set("NSCompoundPredicateType", of: reference, to: kind.rawValue)
    var subpredicates: [KeyedArchiveBuilder.Reference] = []
    for part in parts { subpredicates.append(try add(part, label: label)) }
    let array = collection(subpredicates, CompiledClasses.array)
    builder.set("NSSubpredicates", of: reference, to: .object(array))
    return reference
  }

  mutating func addComparison(
    left: KeyedArchiveBuilder.Reference,
    _ relation: Comparison.Relation,
    right: KeyedArchiveBuilder.Reference,
    modifier: Comparison.Modifier,
    options: Comparison.Options
  ) -> KeyedArchiveBuilder.Reference {
    let reference = builder.add(CompiledClasses.comparison)
    builder.set("NSLeftExpression", of: reference, to: .object(left))
    builder.set("NSRightExpression", of: reference, to: .object(right))
    let operation = addOperator(relation, modifier: modifier, options: options)
    builder.set("NSPredicateOperator", of: reference, to: .object(operation))
    return reference
  }

  /// Adds the operator of a comparison.
  ///
  /// Those for `==`, `<=` and `>=`, LIKE and CONTAINS are established; the others follow their pattern.
  private mutating func addOperator(
    _ relation: Comparison.Relation,
    modifier: Comparison.Modifier,
    options: Comparison.Options
  ) -> KeyedArchiveBuilder.Reference {
    let form = OperatorForm(relation)
    let reference = builder.add(form.class)
    set("NSOperatorType", of: reference, to: relation.rawValue)
    set("NSModifier", of: reference, to: modifier.rawValue)
    switch form.detail {
    case .negation(let isNegated):
      set("NSNegate", of: reference, to: isNegated)
      set("NSOptions", of: reference, to: options.rawValue)
    case .variant:
      set("NSVariant", of: reference, to: relation.rawValue)
      set("NSOptions", of: reference, to: options.rawValue)
    case .flags:
      set("NSFlags", of: reference, to: options.rawValue)
    case .position(let position):
      set("NSFlags", of: reference, to: options.rawValue)
      set("NSPosition", of: reference, to: position)
    }
    return reference
  }
}

/// The numbers of compound predicates (`NSCompoundPredicate.LogicalType`).
enum CompoundKind: Int {
  case not = 0
  case and = 1
  case or = 2
}

/// The class of an archived operator, and its fields besides type and modifier.
private struct OperatorForm {
  enum Detail {
    case negation(Bool)
    case variant
    case flags
    case position(Int)
  }

  var `class`: ArchivedClass
  var detail: Detail

  init(_ relation: Comparison.Relation) {
    (`class`, detail) =
      switch relation {
      case .equalTo: (CompiledClasses.equalityOperator, .negation(false))
      case .notEqualTo: (CompiledClasses.equalityOperator, .negation(true))
      case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo:
        (CompiledClasses.comparisonOperator, .variant)
      case .matches: (CompiledClasses.matchingOperator, .flags)
      case .like: (CompiledClasses.likeOperator, .flags)
      case .beginsWith: (CompiledClasses.substringOperator, .position(0))
      case .endsWith: (CompiledClasses.substringOperator, .position(1))
      case .in, .contains: (CompiledClasses.inOperator, .flags)
      case .between: (CompiledClasses.betweenOperator, .flags)
      }
  }
}
