import ManagedModel

/// The column of a derived attribute, and the texts of the triggers that set it.
struct DerivationTarget {
  let table: String
  let column: String
  let entity: String
  let attribute: String

  /// The condition that a row belongs to an entity with the attribute, where triggers include it.
  private let isOwner: String?

  init(_ derived: DerivedColumn, in mapping: SchemaMapping, era: LayoutEra) {
    table = mapping.tables[derived.column.table].name
    column = mapping[derived.column].name
    entity = mapping.model.entities[derived.attribute.entity].name
    attribute = mapping.model.property(at: derived.attribute).name
    let family = mapping.entities[derived.attribute.entity].familyNumbers
    isOwner =
      era.limitsTriggersToEntities && family.count > 1
      ? "\(family.lowerBound) <= NEW.Z_ENT AND NEW.Z_ENT <= \(family.upperBound)" : nil
  }

  /// A trigger that sets the column where a condition holds, and reports that.
  func trigger(
    _ kind: String,
    _ event: DerivationEvent,
    when condition: String? = nil,
    set value: String,
    where place: String,
    saying function: StoreFunction
  ) -> DerivationTrigger {
    let table = SQLiteText.identifier(table)
    let column = SQLiteText.identifier(column)
    let isOwnRow = place == Self.ownRow
    let condition = condition.map { "(\($0))" } ?? (isOwnRow ? isOwner : nil)
    let notice =
      "SELECT \(function.rawValue)(\(SQLiteText.literal(self.table)), Z_ENT, Z_PK, "
      + "\(SQLiteText.literal(attribute)), \(column)) FROM \(table) WHERE \(place);"
    return DerivationTrigger(
      name: "Z_DA_\(event.table)_\(entity)_\(attribute)_\(kind)",
      rest: "\(event.text) FOR EACH ROW\(condition.map { " WHEN \($0)" } ?? "") BEGIN "
        + "UPDATE \(table) SET \(column) = \(value) WHERE \(place); \(notice) END"
    )
  }
}

extension DerivationTarget {
  /// The row that has fired the trigger.
  static let ownRow = "Z_PK = NEW.Z_PK"
}

// MARK: - Established forms

extension DerivationTarget {
  /// The number of rows whose key is the object's: incremented and decremented.
  func count(_ members: DerivationMembers) -> [DerivationTrigger] {
    let own = SQLiteText.identifier(column)
    let key = SQLiteText.identifier(members.key)
    func change(_ kind: String, _ event: DerivationEvent, _ row: String, _ value: String)
      -> DerivationTrigger
    {
      trigger(
        "PARAMETER_\(kind)",
        event,
        when: "\(row).\(key) NOT NULL",
        set: value,
        where: "Z_PK = \(row).\(key)",
        saying: .derivedOnUpdate
      )
    }
    let update = DerivationEvent.update(members.table, of: [members.key])
    return [
      change("INSERT", .insert(members.table), "NEW", "IFNULL(\(own), 0) + 1"),
      change("UPDATE_INCREMENT", update, "NEW", "\(own) + 1"),
      change("UPDATE_DECREMENT", update, "OLD", "\(own) - 1"),
      change("DELETE", .delete(members.table), "OLD", "\(own) - 1"),
      trigger(
        "SOURCE_INSERT",
        .insert(table),
        set: "(SELECT IFNULL(COUNT(\(key)), 0) FROM \(SQLiteText.identifier(members.table)) "
          + "WHERE \(key) = NEW.Z_PK)",
        where: Self.ownRow,
        saying: .derivedOnInsertion
      ),
    ]
  }

  /// A value of the object at the end of a to-one relationship: read when the object or its relationship
  /// changes, and passed on when the value changes.
  func remote(
    column source: String,
    of sourceTable: String,
    key: String,
    function: StoreFunction?
  ) -> [DerivationTrigger] {
    let other = SQLiteText.identifier(sourceTable)
    let ownKey = SQLiteText.identifier(key)
    let read = applied(function, SQLiteText.identifier(source))
    let value = "(SELECT \(read) FROM \(other) WHERE Z_PK = NEW.\(ownKey))"
    let passed = applied(function, "NEW.\(SQLiteText.identifier(source))")
    return [
      trigger(
        "SOURCE_INSERT",
        .insert(table),
        set: value,
        where: Self.ownRow,
        saying: .derivedOnInsertion
      ),
      trigger(
        "SOURCE_UPDATE",
        .update(table, of: [key]),
        set: value,
        where: Self.ownRow,
        saying: .derivedOnUpdate
      ),
      trigger(
        "PARAMETER_INSERT",
        .insert(sourceTable),
        set: passed,
        where: "\(ownKey) = NEW.Z_PK",
        saying: .derivedOnInsertion
      ),
      trigger(
        "PARAMETER_UPDATE",
        .update(sourceTable, of: [source]),
        set: passed,
        where: "\(ownKey) = NEW.Z_PK",
        saying: .derivedOnUpdate
      ),
    ]
  }

  /// The time of every save, which increments the object's version.
  func now() -> [DerivationTrigger] {
    onOwnChange(of: "Z_OPT", set: "\(StoreFunction.now.rawValue)()")
  }

  private func applied(_ function: StoreFunction?, _ value: String) -> String {
    function.map { "\($0.rawValue)(\(value))" } ?? value
  }

  private func onOwnChange(of column: String, set value: String) -> [DerivationTrigger] {
    [
      trigger(
        "INSERT",
        .insert(table),
        set: value,
        where: Self.ownRow,
        saying: .derivedOnInsertion
      ),
      trigger(
        "UPDATE",
        .update(table, of: [column]),
        set: value,
        where: Self.ownRow,
        saying: .derivedOnUpdate
      ),
    ]
  }
}

// MARK: - Forms after the same pattern

extension DerivationTarget {
  /// A value of the object itself.
  func own(column source: String, function: StoreFunction?) -> [DerivationTrigger] {
    onOwnChange(of: source, set: applied(function, "NEW.\(SQLiteText.identifier(source))"))
  }
}
