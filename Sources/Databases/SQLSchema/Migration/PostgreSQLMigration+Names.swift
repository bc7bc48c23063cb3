import ManagedModel
import ModelComparison

extension PostgreSQLMigration {
  /// Renames tables and columns that are kept, and moves the names of dropped ones out of the way.
  mutating func rename() {
    var names = DatabaseNameScope(
      reserving: (before.tables + after.tables).map(\.name)
        + (before.indexes + after.indexes).map(\.name)
    )
    renameTables(&names)
    for table in old.tables.indices {
      if let heir = heirs[table] { renameColumns(of: table, to: heir) }
    }
    renameParts()
  }

  private mutating func renameTables(_ names: inout DatabaseNameScope) {
    let newNames = Set(after.tables.map(\.name))
    for table in old.tables.indices where heirs[table] == nil && newNames.contains(oldNames[table])
    {
      let aside = names.claim([oldNames[table] + "_old"], identity: oldNames[table])
      addTableRename(from: oldNames[table], to: aside, "set table \(oldNames[table]) aside")
      dropPrimaryKey(ofOldTable: table, called: aside)
      oldNames[table] = aside
    }
    let renames = old.tables.indices.compactMap { table in
      heirs[table].map {
        RenameSequence.Rename(from: oldNames[table], to: new.tables[$0].name)
      }
    }
    for step in RenameSequence.ordered(
      renames,
      taken: oldNames,
      key: { Array($0.utf8) },
      temporary: { names.claim([$0 + "_old"], identity: $0) }
    ) {
      addTableRename(from: step.from, to: step.to, "rename table \(step.from) to \(step.to)")
    }
    for table in old.tables.indices {
      if let heir = heirs[table] { oldNames[table] = new.tables[heir].name }
    }
  }

  private mutating func addTableRename(from name: String, to target: String, _ title: String) {
    add(
      .renameTable,
      title,
      ["ALTER TABLE \(quoted(name)) RENAME TO \(quoted(target))"],
      lock: .accessExclusive,
      cautions: [.breaksClients]
    )
  }

  /// Drops the primary key of an old table, because the table that replaces it needs its name.
  private mutating func dropPrimaryKey(ofOldTable table: Int, called name: String) {
    for part in before.tables[table].constraints {
      add(
        .dropConstraint,
        "drop constraint \(part.name) of \(name)",
        ["ALTER TABLE \(quoted(name)) DROP CONSTRAINT \(quoted(part.name))"],
        lock: .accessExclusive
      )
    }
  }

  private mutating func renameColumns(of table: Int, to heir: Int) {
    var names = DatabaseNameScope(
      reserving: oldColumnNames[table] + new.tables[heir].columns.map(\.name)
    )
    var renames: [RenameSequence.Rename] = []
    var kept: Set<Int> = []
    for column in new.tables[heir].columns.indices {
      let reference = ColumnReference(table: heir, column: column)
      guard let position = ancestor(of: reference) else { continue }
      kept.insert(position)
      renames.append(
        RenameSequence.Rename(from: oldColumnNames[table][position], to: new[reference].name)
      )
      oldColumnNames[table][position] = new[reference].name
    }
    let newNames = Set(new.tables[heir].columns.map(\.name))
    for position in old.tables[table].columns.indices where !kept.contains(position) {
      let name = oldColumnNames[table][position]
      guard newNames.contains(name) else { continue }
      let aside = names.claim([name + "_old"], identity: name)
      renames.insert(RenameSequence.Rename(from: name, to: aside), at: 0)
      oldColumnNames[table][position] = aside
    }
    for step in RenameSequence.ordered(
      renames,
      taken: old.tables[table].columns.map(\.name),
      key: { Array($0.utf8) },
      temporary: { names.claim([$0 + "_old"], identity: $0) }
    ) {
      add(
        .renameColumn,
        "rename column \(new.tables[heir].name).\(step.from) to \(step.to)",
        [
          "ALTER TABLE \(tableName(heir)) RENAME COLUMN \(quoted(step.from)) TO \(quoted(step.to))"
        ],
        lock: .accessExclusive,
        cautions: [.breaksClients]
      )
    }
  }

  // MARK: Constraints and indexes

  var oldConstraints: [PostgreSQLDefinitions.Part] {
    before.tables.flatMap(\.constraints) + before.foreignKeys
  }

  var newConstraints: [PostgreSQLDefinitions.Part] {
    after.tables.flatMap(\.constraints) + after.foreignKeys
  }

  private mutating func renameParts() {
    let (constraints, indexes) = (keptConstraints, keptIndexes)
    var renames: [RenameSequence.Rename] = []
    var tables: [String: String] = [:]
    for part in oldConstraints {
      guard let other = constraints[part], other.name != part.name else { continue }
      renames.append(RenameSequence.Rename(from: part.name, to: other.name))
      tables[part.name] = other.table
    }
    for part in before.indexes {
      guard let other = indexes[part], other.name != part.name else { continue }
      renames.append(RenameSequence.Rename(from: part.name, to: other.name))
    }
    var names = DatabaseNameScope(reserving: (oldConstraints + newConstraints).map(\.name))
    let taken = constraints.keys.map(\.name) + indexes.keys.map(\.name)
    for step in RenameSequence.ordered(
      renames,
      taken: taken,
      key: { Array($0.utf8) },
      temporary: { names.claim([$0 + "_old"], identity: $0) }
    ) {
      let target = quoted(step.to)
      if let table = tables[step.from] {
        tables[step.to] = table
        add(
          .renameConstraint,
          "rename constraint \(step.from) to \(step.to)",
          ["ALTER TABLE \(quoted(table)) RENAME CONSTRAINT \(quoted(step.from)) TO \(target)"],
          lock: .accessExclusive
        )
      } else {
        add(
          .renameIndex,
          "rename index \(step.from) to \(step.to)",
          ["ALTER INDEX \(quoted(step.from)) RENAME TO \(target)"],
          lock: .shareUpdateExclusive
        )
      }
    }
  }

  /// Drops constraints and indexes that are not kept, before other steps conflict with them.
  mutating func dropParts() {
    for part in before.foreignKeys + before.tables.flatMap(\.constraints)
    where keptConstraints[part] == nil && !isOfDroppedTable(part) {
      add(
        .dropConstraint,
        "drop constraint \(part.name) of \(part.table)",
        ["ALTER TABLE \(quoted(part.table)) DROP CONSTRAINT \(quoted(part.name))"],
        lock: .accessExclusive
      )
    }
    for part in before.indexes where keptIndexes[part] == nil {
      add(
        .dropIndex,
        "drop index \(part.name)",
        ["DROP INDEX \(quoted(part.name))"],
        lock: .accessExclusive
      )
    }
  }

  /// Whether a part is dropped with its table: keys and checks are; a foreign key must be dropped before, because it
  /// may refer to another table.
  private func isOfDroppedTable(_ part: PostgreSQLDefinitions.Part) -> Bool {
    guard !part.definition.hasPrefix("FOREIGN KEY"),
      let table = oldTables[part.table]
    else { return false }
    return heirs[table] == nil
  }
}
