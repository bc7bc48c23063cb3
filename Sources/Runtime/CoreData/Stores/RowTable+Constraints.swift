import ObjectRows

/// An index of objects by the values of uniqueness constraints.
///
/// A constraint is indexed at the first lookup, and the index is kept up to date from then on.
struct UniqueIndexes {
  private var references: [EntityConstraint: [ConstraintKey: Reference]] = [:]

  /// The indexed constraints, by the numbers of the entities that have them.
  private var constraints: [Int: [EntityConstraint]] = [:]

  /// The object with a key; also nil if the constraint is not indexed yet.
  func reference(having key: ConstraintKey, of constraint: EntityConstraint) -> Reference? {
    references[constraint]?[key]
  }

  func contains(_ constraint: EntityConstraint) -> Bool { references[constraint] != nil }

  /// Begins to index a constraint of some entities.
  mutating func add(_ constraint: EntityConstraint, entities: [Int]) {
    references[constraint] = [:]
    for entity in entities { constraints[entity, default: []].append(constraint) }
  }

  /// Records that the row of an object was replaced.
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
  /// Returns the object with the given unique values.
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
