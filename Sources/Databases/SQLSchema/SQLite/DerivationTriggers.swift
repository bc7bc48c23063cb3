import ManagedModel

/// The triggers that keep derived attributes up to date.
///
/// The texts for the count of a to-many relationship with a key in the other table, for a value at the end of a
/// to-one relationship and for the time of an update are Core Data's. No store with any other form is known; their
/// triggers follow the same pattern.
///
/// A trigger acts on all rows of its table, including those of entities without the attribute, except in one era if
/// the attribute is inherited. The function that it calls gets the entity of the row.
struct DerivationTriggers {
  private let mapping: SchemaMapping
  private let era: LayoutEra

  init(mapping: SchemaMapping, era: LayoutEra) {
    self.mapping = mapping
    self.era = era
  }

  func statements() -> [SchemaStatement] {
    var names = NameAllocator(
      reserving: mapping.indexes.filter { $0.kind == .rTree }
        .flatMap { index in ["INSERT", "UPDATE", "DELETE"].map { "\(index.name)_\($0)" } }
    )
    return mapping.derivations.flatMap { derived -> [SchemaStatement] in
      triggers(of: derived).map { trigger in
        let name = names.unique(trigger.name)
        return SchemaStatement(
          .trigger,
          name: name,
          text: "CREATE TRIGGER \(SQLiteText.identifier(name)) \(trigger.rest)",
          element: .property(derived.attribute)
        )
      }
    }
  }

  private func triggers(of derived: DerivedColumn) -> [DerivationTrigger] {
    let target = DerivationTarget(derived, in: mapping, era: era)
    switch derived.derivation {
    case .now: return target.now()
    case .copy(let source): return value(from: source, function: nil, target)
    case .text(let derivation, let source):
      return value(from: source, function: StoreFunction(derivation), target)
    case .count(let relationship):
      return members(of: relationship).map { target.count($0) } ?? []
    case .sum(let relationship, let attribute):
      guard let members = members(of: relationship),
        case .attribute(let column) = mapping[attribute]
      else { return [] }
      let storage = mapping[relationship]
      if case .join(let join) = storage {
        return target.sum(
          members,
          column: name(column),
          destination: name(join.destination),
          of: table(column)
        )
      }
      return target.sum(members, column: name(column))
    }
  }

  private func value(
    from source: DerivationSource,
    function: StoreFunction?,
    _ target: DerivationTarget
  ) -> [DerivationTrigger] {
    guard case .attribute(let column) = mapping[source.attribute] else { return [] }
    guard let relationship = source.relationship else {
      return target.own(column: name(column), function: function)
    }
    guard case .toOne(let key) = mapping[relationship] else { return [] }
    return target.remote(
      column: name(column),
      of: table(column),
      key: name(key.key),
      function: function
    )
  }

  /// The table that lists the objects of a to-many relationship: in their own table or in a join table.
  private func members(of relationship: PropertyLocation) -> DerivationMembers? {
    switch mapping[relationship] {
    case .toMany(let storage):
      DerivationMembers(table: table(storage.key), key: name(storage.key))
    case .join(let storage):
      DerivationMembers(table: table(storage.source), key: name(storage.source))
    case .none, .attribute, .composite, .toOne: nil
    }
  }

  private func name(_ column: ColumnReference) -> String { mapping[column].name }
  private func table(_ column: ColumnReference) -> String { mapping.tables[column.table].name }
}

/// A trigger: its name, and its text after the name.
struct DerivationTrigger {
  var name: String
  var rest: String
}

/// The table that lists the objects of a to-many relationship, and the column with the key of the object
/// that they belong to.
struct DerivationMembers {
  var table: String
  var key: String
}
