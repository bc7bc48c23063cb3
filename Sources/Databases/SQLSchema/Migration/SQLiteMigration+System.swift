import ManagedModel
import ModelComparison

extension SQLiteMigration {
  /// Updates `Z_PRIMARYKEY`, and creates the system tables that the store lacks.
  mutating func changeSystemTables() {
    let existing = Set(old.statements.map(\.name))
    for statement in new.statements where !existing.contains(statement.name) {
      switch statement.kind {
      case .systemTable:
        add(.createTable, "create table \(statement.name)", statement.text)
      case .systemIndex:
        add(.createIndex, "create index \(statement.name)", statement.text)
      default: continue
      }
    }
    renumberHistory()
    renumberMirrors()
    changePrimaryKeys()
  }

  /// Renumbers the rows of `Z_PRIMARYKEY`, which move to negative numbers first, because new numbers may be old ones.
  private mutating func changePrimaryKeys() {
    let before = old.primaryKeyRows
    let after = new.primaryKeyRows
    guard before != after else { return }
    let modelRows = after.filter { $0.number <= new.mapping.entities.count }
    let highest = before.map(\.number).filter { $0 < HistoryTables.firstNumber }.max() ?? 0
    var statements = ["UPDATE Z_PRIMARYKEY SET Z_ENT = -Z_ENT WHERE Z_ENT <= \(highest)"]
    for row in modelRows {
      var maximum = "0"
      if row.parentNumber == 0, let source = oldRootNumber(of: row.number) {
        maximum = "IFNULL((SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = -\(source)), 0)"
      }
      statements.append(
        "INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES(\(row.number), "
          + "\(SQLiteText.literal(row.name)), \(row.parentNumber), \(maximum))"
      )
    }
    statements.append("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT < 0")
    let known = Set(before)
    statements += after.filter { $0.number > new.mapping.entities.count && !known.contains($0) }
      .map(\.insertion)
    steps.append(
      MigrationStep(
        .entityTable,
        "recreate the list of entities, and keep the highest keys",
        statements
      )
    )
  }

  /// The number of the old root whose key counter a new root continues.
  private func oldRootNumber(of number: Int) -> Int? {
    guard let entity = new.mapping.entity(numbered: number),
      let first = transition.tables[entity.table].entities.first
    else { return nil }
    return old.mapping.entities[old.mapping.model.entities[first.old].root].number
  }

  /// Renumbers entities in the persistent history.
  private mutating func renumberHistory() {
    guard old.tracksHistory, new.tracksHistory else { return }
    let entities = transition.tables.flatMap(\.entities)
    let gone = numbersOfGoneEntities
    if !gone.isEmpty {
      let numbers = gone.map(String.init).joined(separator: ", ")
      add(
        .deleteRows,
        "delete the history of removed entities",
        "DELETE FROM ACHANGE WHERE ZENTITY IN (\(numbers))",
        work: .rows
      )
    }
    forgetChangedProperties(of: entities)
    guard let value = renumbering(of: "ZENTITY", entities) else { return }
    add(
      .renumber,
      "update the entity numbers in the history",
      "UPDATE ACHANGE SET ZENTITY = \(value)",
      work: .rows
    )
  }

  /// The numbers of the old entities that are removed.
  private var numbersOfGoneEntities: [Int] {
    let kept = Set(transition.tables.flatMap(\.entities).map(\.oldNumber))
    return old.mapping.entities.map(\.number).filter { !kept.contains($0) }.sorted()
  }

  /// Renumbers entities in the records of mirrored objects.
  private mutating func renumberMirrors() {
    let entities = transition.tables.flatMap(\.entities)
    let gone = numbersOfGoneEntities.map(String.init).joined(separator: ", ")
    for table in old.mirrorTables {
      if !gone.isEmpty {
        add(
          .deleteRows,
          "delete the mirrored records of removed entities in \(table)",
          "DELETE FROM \(quoted(table)) WHERE ZENTITYID IN (\(gone))",
          work: .rows
        )
      }
      guard let value = renumbering(of: "ZENTITYID", entities) else { continue }
      add(
        .renumber,
        "update the entity numbers of the mirrored records in \(table)",
        "UPDATE \(quoted(table)) SET ZENTITYID = \(value)",
        work: .rows
      )
    }
  }

  /// Clears the changed properties in the history where the list of an entity's properties has changed: history
  /// identifies them by their positions in that list.
  private mutating func forgetChangedProperties(of entities: [EntityTransition]) {
    let changed = entities.filter { entity in
      let after = recordedProperties(of: entity.new, in: new.mapping.model)
      let before = recordedProperties(of: entity.old, in: old.mapping.model)
      let sources = after.map { transition.correspondence.source(of: $0, in: entity.new) }
      return sources != before
    }
    guard !changed.isEmpty else { return }
    let numbers = changed.map { String($0.oldNumber) }.joined(separator: ", ")
    add(
      .deleteRows,
      "clear the changed properties in the history where their positions have changed",
      "UPDATE ACHANGE SET ZCOLUMNS = NULL WHERE ZCOLUMNS IS NOT NULL AND ZENTITY IN (\(numbers))",
      work: .rows
    )
  }

  /// The properties of an entity that history records, in its order.
  private func recordedProperties(
    of entity: Int,
    in model: ResolvedModel
  ) -> [PropertyLocation] {
    model.allProperties(of: model.entities[entity])
      .filter { location in
        let property = model.property(at: location)
        if case .fetchedProperty = property { return false }
        return !property.isTransient
      }
      .sorted { model.property(at: $0).name.precedesByCodePoint(model.property(at: $1).name) }
  }

  /// Computes the values of derived attributes that are new, or whose derivation has changed.
  ///
  /// Only a store has the text functions and computes those attributes itself; the time of the last save is not
  /// known.
  mutating func fillDerivations() {
    for derived in newDerivations {
      guard let value = derivedValue(derived) else { continue }
      let table = newTable(derived.column.table).name
      let column = new.mapping[derived.column].name
      let family = new.mapping.entities[derived.attribute.entity].familyNumbers
      add(
        .fill,
        "derive \(table).\(column)",
        "UPDATE \(quoted(table)) SET \(quoted(column)) = \(value) WHERE \(isAmong(Array(family)))",
        work: .rows,
        of: derived.column.table,
        cautions: transition.replacesStoredValues(derived.attribute) ? [.losesData] : []
      )
    }
  }

  /// The derived attributes of rows that are kept which are new, or whose derivation has changed.
  var newDerivations: [DerivedColumn] {
    new.mapping.derivations.filter { derived in
      let table = transition.tables[derived.column.table]
      return table.source != nil
        && (table.columns[derived.column.column] == .none
          || transition.hasNewDerivation(derived.attribute))
    }
  }

  /// Whether a value is not computed because the program lacks a function for it.
  func lacksFunction(of derived: DerivedColumn) -> Bool {
    guard case .text(let text, _) = derived.derivation else { return false }
    return !functions.contains(StoreFunction(text).rawValue)
  }

  private func derivedValue(_ derived: DerivedColumn) -> String? {
    let owner = quoted(newTable(derived.column.table).name)
    func name(_ column: ColumnReference) -> String { quoted(new.mapping[column].name) }
    func table(_ column: ColumnReference) -> String { quoted(newTable(column.table).name) }
    switch derived.derivation {
    case .now: return nil
    case .text(let text, let source):
      let function = StoreFunction(text).rawValue
      guard functions.contains(function) else { return nil }
      return derivedCopy(of: source, owner: owner).map { "\(function)(\($0))" }
    case .copy(let source): return derivedCopy(of: source, owner: owner)
    case .count(let relationship):
      guard let key = memberKey(of: relationship) else { return nil }
      return "(SELECT count(*) FROM \(table(key)) AS m WHERE m.\(name(key)) = \(owner).Z_PK)"
    case .sum(let relationship, let attribute):
      guard let key = memberKey(of: relationship),
        case .attribute(let column) = new.mapping[attribute]
      else { return nil }
      if case .join(let join) = new.mapping[relationship] {
        return "(SELECT sum(d.\(name(column))) FROM \(table(key)) AS m JOIN \(table(column)) AS d "
          + "ON d.Z_PK = m.\(name(join.destination)) WHERE m.\(name(key)) = \(owner).Z_PK)"
      }
      return "(SELECT sum(m.\(name(column))) FROM \(table(key)) AS m "
        + "WHERE m.\(name(key)) = \(owner).Z_PK)"
    }
  }

  /// The value of an attribute of the object itself, or of the one that a relationship leads to.
  private func derivedCopy(of source: DerivationSource, owner: String) -> String? {
    guard case .attribute(let column) = new.mapping[source.attribute] else { return nil }
    let value = quoted(new.mapping[column].name)
    guard let relationship = source.relationship else { return value }
    guard case .toOne(let key) = new.mapping[relationship] else { return nil }
    return "(SELECT d.\(value) FROM \(quoted(newTable(column.table).name)) AS d "
      + "WHERE d.Z_PK = \(owner).\(quoted(new.mapping[key.key].name)))"
  }

  /// The column with the key of the object that a member of a to-many relationship belongs to.
  private func memberKey(of relationship: PropertyLocation) -> ColumnReference? {
    switch new.mapping[relationship] {
    case .toMany(let storage): storage.key
    case .join(let storage): storage.source
    case .none, .attribute, .composite, .toOne: nil
    }
  }
}
