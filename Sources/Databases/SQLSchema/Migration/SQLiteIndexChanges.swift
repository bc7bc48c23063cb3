import ManagedModel
import ModelComparison

/// The changes of the indexes and triggers of a store.
struct SQLiteIndexChanges {
  /// Steps before the tables change.
  private(set) var removals: [MigrationStep] = []

  /// Steps that create indexes, after the tables have changed.
  private(set) var additions: [MigrationStep] = []

  /// Steps that create triggers, after all rows are written.
  private(set) var triggers: [MigrationStep] = []

  private let migration: SQLiteMigration

  init(_ migration: SQLiteMigration, touchesTables: Bool) {
    self.migration = migration
    let before = Self.byName(migration.old.statements)
    let after = Self.byName(migration.new.statements)
    changeTriggers(touchesTables: touchesTables)
    for statement in migration.old.statements where statement.isIndex {
      let isSame = after[statement.name]?.text == statement.text
      if !isSame || !stays(statement, in: migration.old) { drop(statement) }
    }
    for statement in migration.new.statements where statement.isIndex {
      let isSame = before[statement.name]?.text == statement.text
      if !isSame || !stays(statement, in: migration.old) { create(statement) }
    }
  }

  private static func byName(_ statements: [SchemaStatement]) -> [String: SchemaStatement] {
    Dictionary(
      statements.filter(\.isIndex).map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Drops and recreates all triggers if anything changes: a trigger would fire while rows are moved, and may name
  /// tables that no longer exist.
  private mutating func changeTriggers(touchesTables: Bool) {
    let before = migration.old.statements.filter { $0.kind == .trigger }
    let after = migration.new.statements.filter { $0.kind == .trigger }
    guard touchesTables || before.map(\.text) != after.map(\.text) else { return }
    removals = before.map { trigger in
      MigrationStep(
        .dropTrigger,
        "drop trigger \(trigger.name)",
        ["DROP TRIGGER \(SQLiteText.identifier(trigger.name))"]
      )
    }
    triggers = after.map { trigger in
      MigrationStep(.createTrigger, "create trigger \(trigger.name)", [trigger.text])
    }
  }

  /// Whether an old index survives the changes of its table.
  private func stays(_ statement: SchemaStatement, in schema: SQLiteSchema) -> Bool {
    guard let index = schema.mapping.indexes.first(where: { $0.name == statement.name }),
      let successor = migration.transition.successors(ofOldTable: index.table).first,
      migration.newTable(successor).name == schema.mapping.tables[index.table].name
    else { return false }
    switch migration.ways[successor] {
    case .create, .rebuild: return false
    case .keep, .alter:
      // An R-tree follows its table by triggers, which do not exist while rows are written.
      let isTouched = !migration.transition.tables[successor].leftNumbers.isEmpty
      return statement.kind != .virtualTable || (migration.ways[successor] == .keep && !isTouched)
    }
  }

  private mutating func drop(_ statement: SchemaStatement) {
    let name = SQLiteText.identifier(statement.name)
    let isTree = statement.kind == .virtualTable
    removals.append(
      MigrationStep(
        .dropIndex,
        "drop index \(statement.name)",
        [isTree ? "DROP TABLE \(name)" : "DROP INDEX \(name)"]
      )
    )
  }

  private mutating func create(_ statement: SchemaStatement) {
    var statements = [statement.text]
    if statement.kind == .virtualTable, let filling = filling(of: statement) {
      statements.append(filling)
    }
    additions.append(
      MigrationStep(
        .createIndex,
        "create index \(statement.name)",
        statements,
        work: .scan,
        table: table(of: statement),
        cautions: mayFail(statement) ? [.dependsOnData] : []
      )
    )
  }

  /// Whether a unique index may find equal values; one that is recreated after its table finds the same values as
  /// before.
  private func mayFail(_ statement: SchemaStatement) -> Bool {
    guard statement.kind == .uniqueIndex else { return false }
    let index = migration.new.mapping.indexes.first { $0.name == statement.name }
    guard case .uniquenessConstraint(let entity, let position)? = index?.reason else { return true }
    return migration.transition.correspondence.risk(ofConstraint: position, in: entity) != nil
  }

  /// The old name of the table that an index is for.
  private func table(of statement: SchemaStatement) -> String? {
    let mapping = migration.new.mapping
    guard let index = mapping.indexes.first(where: { $0.name == statement.name }),
      let source = migration.transition.tables[index.table].source
    else { return nil }
    return migration.oldTable(source).name
  }

  /// The statement that fills an R-tree, which does not read its table by itself.
  private func filling(of statement: SchemaStatement) -> String? {
    let mapping = migration.new.mapping
    guard let index = mapping.indexes.first(where: { $0.name == statement.name }) else {
      return nil
    }
    let table = mapping.tables[index.table]
    let values = index.elements.flatMap { element -> [String] in
      let name = SQLiteText.identifier(table.columns[element.column].name)
      return [name, name]
    }
    return "INSERT INTO \(SQLiteText.identifier(index.name)) "
      + "SELECT Z_PK, \(values.joined(separator: ", ")) FROM \(SQLiteText.identifier(table.name))"
  }
}

extension SchemaStatement {
  /// Whether the statement creates an index of the model.
  var isIndex: Bool { kind == .index || kind == .uniqueIndex || kind == .virtualTable }
}
