import ManagedModel
import ModelComparison

extension PostgreSQLMigration {
  mutating func dropTriggers() {
    let kept = Set(after.triggers)
    for trigger in before.triggers where !kept.contains(trigger) {
      add(
        .dropTrigger,
        "drop trigger \(trigger.name)",
        [
          "DROP TRIGGER \(quoted(trigger.name)) ON \(quoted(trigger.table))",
          "DROP FUNCTION \(quoted(trigger.name))()",
        ],
        lock: .accessExclusive
      )
    }
  }

  mutating func createTriggers() {
    let known = Set(before.triggers)
    for trigger in after.triggers where !known.contains(trigger) {
      add(
        .createTrigger,
        "create trigger \(trigger.name)",
        trigger.statements,
        lock: .shareRowExclusive
      )
    }
  }

  mutating func createTables() {
    for table in new.tables.indices where ancestor(of: table) == nil {
      steps.append(
        MigrationStep(
          .createTable,
          "create table \(new.tables[table].name)",
          [after.tables[table].statement]
        )
      )
    }
  }

  mutating func addColumns() {
    for table in new.tables.indices {
      guard let source = ancestor(of: table) else { continue }
      for column in new.tables[table].columns.indices {
        let reference = ColumnReference(table: table, column: column)
        if let position = ancestor(of: reference) {
          change(reference, from: ColumnReference(table: source, column: position))
        } else {
          add(reference)
        }
      }
    }
  }

  /// Adds a column.
  ///
  /// A constant default costs nothing; a generated column is computed for every row.
  private mutating func add(_ column: ColumnReference) {
    let definition = definition(new: column)
    let table = tableName(column.table)
    let title = "add column \(new.tables[column.table].name).\(new[column].name)"
    var text = "ALTER TABLE \(table) ADD COLUMN \(name(column)) \(definition.type)"
    if let expression = definition.generated {
      text += " GENERATED ALWAYS AS (\(expression)) STORED"
      add(.addColumn, title, [text], lock: .accessExclusive, work: .rewrite)
      return
    }
    if new[column].origin == .entityNumber {
      let number = transition.tables[column.table].entities.first?.newNumber ?? 0
      add(
        .addColumn,
        title,
        [
          text + " DEFAULT \(number) NOT NULL",
          "ALTER TABLE \(table) ALTER COLUMN \(name(column)) DROP DEFAULT",
        ],
        lock: .accessExclusive
      )
      return
    }
    if let literal = definition.defaultLiteral { text += " DEFAULT \(literal)" }
    let isFilled = definition.defaultLiteral != nil && !isCopied(column)
    if definition.isRequired, isFilled { text += " NOT NULL" }
    add(.addColumn, title, [text], lock: .accessExclusive)
  }

  /// Whether an added column takes values from others.
  func isCopied(_ column: ColumnReference) -> Bool {
    transition.tables[column.table].columns[column.column] != .none
  }

  private mutating func change(_ column: ColumnReference, from source: ColumnReference) {
    let earlier = definition(old: source)
    let later = definition(new: column)
    let alter = "ALTER TABLE \(tableName(column.table)) ALTER COLUMN \(name(column))"
    let title = "\(new.tables[column.table].name).\(new[column].name)"
    if earlier.defaultLiteral != later.defaultLiteral {
      let words = later.defaultLiteral.map { "SET DEFAULT \($0)" } ?? "DROP DEFAULT"
      add(
        .changeColumn,
        "change the default of \(title)",
        ["\(alter) \(words)"],
        lock: .accessExclusive
      )
    }
    if earlier.isRequired, !later.isRequired {
      add(
        .changeColumn,
        "allow null in \(title)",
        ["\(alter) DROP NOT NULL"],
        lock: .accessExclusive
      )
    }
  }

  /// Makes new columns, and columns that were optional, `NOT NULL` after a check has proved that they can be.
  mutating func requireValues() {
    for table in new.tables.indices {
      guard let source = ancestor(of: table) else { continue }
      for column in new.tables[table].columns.indices {
        let reference = ColumnReference(table: table, column: column)
        let later = definition(new: reference)
        guard later.isRequired, new[reference].origin != .entityNumber else { continue }
        if let position = ancestor(of: reference) {
          let earlier = definition(old: ColumnReference(table: source, column: position))
          if earlier.isRequired { continue }
        } else if later.defaultLiteral != nil, !isCopied(reference) {
          continue
        }
        require(reference)
      }
    }
  }

  private mutating func require(_ column: ColumnReference) {
    let table = "ALTER TABLE \(tableName(column.table))"
    let title = "\(new.tables[column.table].name).\(new[column].name)"
    var scope = DatabaseNameScope(reserving: newConstraints.map(\.name))
    let wanted = "\(new.tables[column.table].name)_\(new[column].name)_not_null"
    let check = quoted(scope.claim([wanted], identity: wanted))
    add(
      .addConstraint,
      "require a value of \(title) in new rows",
      ["\(table) ADD CONSTRAINT \(check) CHECK (\(name(column)) IS NOT NULL) NOT VALID"],
      lock: .accessExclusive
    )
    add(
      .validate,
      "check that every row has a value of \(title)",
      ["\(table) VALIDATE CONSTRAINT \(check)"],
      lock: .shareUpdateExclusive,
      work: .scan,
      cautions: [.dependsOnData]
    )
    add(
      .changeColumn,
      "make \(title) mandatory; because of the check, the rows are not read again",
      [
        "\(table) ALTER COLUMN \(name(column)) SET NOT NULL", "\(table) DROP CONSTRAINT \(check)",
      ],
      lock: .accessExclusive
    )
  }

  mutating func addConstraints() {
    requireValues()
    let kept = Set(keptConstraints.values)
    for part in newConstraints where !kept.contains(part) {
      guard let table = newTables[part.table] else { continue }
      let isForeignKey = part.definition.hasPrefix("FOREIGN KEY")
      // A new table has its keys and checks from the start.
      guard isForeignKey || ancestor(of: table) != nil else { continue }
      let alter = "ALTER TABLE \(quoted(part.table))"
      let isKey = part.definition.hasPrefix("PRIMARY KEY")
      add(
        .addConstraint,
        "add constraint \(part.name) for new rows",
        [
          "\(alter) ADD CONSTRAINT \(quoted(part.name)) \(part.definition)"
            + (isKey ? "" : " NOT VALID")
        ],
        lock: isForeignKey ? .shareRowExclusive : .accessExclusive,
        work: isKey ? .scan : .catalog
      )
      guard !isKey else { continue }
      add(
        .validate,
        "validate constraint \(part.name) for existing rows",
        ["\(alter) VALIDATE CONSTRAINT \(quoted(part.name))"],
        lock: .shareUpdateExclusive,
        work: .scan,
        cautions: [.dependsOnData]
      )
    }
  }

  /// - Parameter ofNewTables: Whether to create the indexes of new tables, or those of the others, which takes longer
  ///   and happens outside of a transaction.
  mutating func createIndexes(ofNewTables: Bool) {
    let kept = Set(keptIndexes.values)
    for part in after.indexes where !kept.contains(part) {
      let table = newTables[part.table]
      let isNew = table.map { ancestor(of: $0) == nil } ?? true
      guard isNew == ofNewTables else { continue }
      let words = (part.isUnique ? "UNIQUE INDEX" : "INDEX") + (isNew ? "" : " CONCURRENTLY")
      add(
        .createIndex,
        "create index \(part.name)",
        ["CREATE \(words) \(quoted(part.name)) ON \(quoted(part.table)) \(part.definition)"],
        lock: isNew ? .shareRowExclusive : .shareUpdateExclusive,
        work: .scan,
        cautions: part.isUnique ? [.dependsOnData] : []
      )
    }
  }

  mutating func dropColumns() {
    for table in old.tables.indices {
      guard let heir = heirs[table] else { continue }
      let kept = Set(
        new.tables[heir].columns.indices.compactMap {
          ancestor(of: ColumnReference(table: heir, column: $0))
        }
      )
      for position in old.tables[table].columns.indices where !kept.contains(position) {
        let name = oldColumnNames[table][position]
        add(
          .dropColumn,
          "drop column \(new.tables[heir].name).\(name) once no program reads it",
          ["ALTER TABLE \(tableName(heir)) DROP COLUMN \(quoted(name))"],
          lock: .accessExclusive,
          cautions: isLoss(position, of: table, in: heir)
            ? [.losesData, .breaksClients] : [.breaksClients]
        )
      }
    }
  }

  /// Whether the values of an old column are lost: no other column, perhaps of another type, has them by now, or only
  /// in the rows of some entities.
  private func isLoss(_ position: Int, of table: Int, in heir: Int) -> Bool {
    let type = old.tables[table].columns[position].type
    let isTaken = transition.successors(ofOldTable: table).contains { successor in
      new.tables[successor].columns.enumerated().contains { column, mapping in
        transition.tables[successor].columns[column].columns.contains(position)
          && mapping.type.postgreSQLConversion(from: type, of: "") != nil
      }
    }
    let column = ColumnReference(table: table, column: position)
    return transition.isLoss(ofOldColumn: column, inTable: heir)
      || !isTaken && transition.isLoss(ofOldColumn: column)
  }

  mutating func dropTables() {
    for table in old.tables.indices where heirs[table] == nil {
      let name = oldNames[table]
      add(
        .dropTable,
        "drop table \(name) once no program reads it",
        ["DROP TABLE \(quoted(name))"],
        lock: .accessExclusive,
        cautions: transition.isLoss(ofOldTable: table)
          ? [.losesData, .breaksClients] : [.breaksClients]
      )
    }
  }

  mutating func writeComments() {
    let known = Set(before.comments.map(\.statement))
    let objects = Set(after.comments.map(\.object))
    let names = Set(after.tables.map { quoted($0.name) })
    let renamesTables = steps.renamesTables
    for comment in after.comments where renamesTables || !known.contains(comment.statement) {
      add(.comment, "set a comment", [comment.statement], lock: .shareUpdateExclusive)
    }
    for comment in before.comments where !objects.contains(comment.object) {
      // A dropped object has no comment; only a column or table that remains loses its own.
      guard let object = stayingObject(comment.object, names) else { continue }
      add(.comment, "remove a comment", ["\(object) IS NULL"], lock: .shareUpdateExclusive)
    }
  }

  /// `COMMENT ON TABLE "a"` or `COMMENT ON COLUMN "a"."b"`, if that object still exists.
  private func stayingObject(_ object: String, _ names: Set<String>) -> String? {
    var reader = DefinitionReader(object)
    guard let table = reader.readIdentifier(),
      let position = newTables[table]
    else { return nil }
    guard let column = reader.readIdentifier() else { return object }
    return new.tables[position].columns.contains { $0.name == column } ? object : nil
  }
}

extension [MigrationStep] {
  /// Whether an object may have got another's name, and so its comment.
  fileprivate var renamesTables: Bool {
    contains { $0.kind == .renameTable || $0.kind == .renameColumn }
  }
}
