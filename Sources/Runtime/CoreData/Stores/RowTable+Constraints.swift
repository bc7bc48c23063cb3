import ObjectRows

/// The objects by their values of uniqueness constraints.
///
/// A constraint is indexed from the first question on, and the index kept up to date from then.
struct UniqueIndexes {
  private var references: [EntityConstraint: [ConstraintKey: Reference]] = [:]

  /// The constraints that are indexed, by the numbers of the entities that they hold for.
  private var constraints: [Int: [EntityConstraint]] = [:]

  /// The object with a key; nil as well if the constraint is not indexed yet.
  func reference(having key: ConstraintKey, of constraint: EntityConstraint) -> Reference? {
    references[constraint]?[key]
  }

  func contains(_ constraint: EntityConstraint) -> Bool { references[constraint] != nil }

  /// Begins to index a constraint that holds for some entities.
  mutating func add(_ constraint: EntityConstraint, entities: [Int]) {
    references[constraint] = [:]
    for entity in entities { constraints[entity, default: []].append(constraint) }
  }

  /// Takes note that the row of an object was replaced.
  mutating func replace(_ old: Row?, by new: Row?, of reference: Reference) {
    guard let held = constraints[reference.entity] else { return }
    for constraint in held {
      if let key = old.flatMap(constraint.key(of:)),
        references[constraint]?[key] == reference
      {
        references[constraint]?[key] = nil
      }
      if let key = new.flatMap(constraint.key(of:)) { references[constraint]?[key] = reference }
    }
  }
}

extension RowTable {
  /// The object that has the given values where a constraint wants them to be its own.
  func reference(
    having key: ConstraintKey,
    of constraint: EntityConstraint,
    entities: @autoclosure () -> [Int]
  ) -> Reference? {
    if !uniqueIndexes.contains(constraint) {
      let entities = entities()
      uniqueIndexes.add(constraint, entities: entities)
      for reference in entities.flatMap(references(ofEntity:)) {
        uniqueIndexes.replace(nil, by: self[reference]?.row, of: reference)
      }
    }
    return uniqueIndexes.reference(having: key, of: constraint)
  }
}
