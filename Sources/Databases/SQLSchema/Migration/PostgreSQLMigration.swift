import ManagedModel
import ModelComparison

/// The steps that migrate a PostgreSQL schema from one version to the next while others use it.
///
/// Everything up to the first index of a table with rows is one transaction (``MigrationPlan/transactions``), so that
/// the database is unchanged if the new version does not allow some rows. No step in it holds a heavy lock in order
/// to read or write rows:
/// - constraints are added `NOT VALID` and validated afterwards;
/// - a column becomes `NOT NULL` after a validated check has proved that it can;
/// - a column of another type is a new column beside the old one.
///
/// Indexes of tables with rows are then created `CONCURRENTLY`, outside a transaction, and a last transaction drops
/// what is no longer needed. A run can stop before each of them and continue later.
package struct PostgreSQLMigration {
  /// Plans the migration of a database whose schema is `old`.
  package static func plan(
    _ correspondence: ModelCorrespondence,
    from old: PostgreSQLSchema,
    to new: PostgreSQLSchema
  ) -> MigrationPlan {
    var migration = Self(correspondence, from: old, to: new)
    migration.run()
    return MigrationPlan(
      steps: migration.steps,
      obstacles: correspondence.obstacles,
      isAtomic: false
    )
  }

  let old: SchemaMapping
  let new: SchemaMapping
  let before: PostgreSQLDefinitions
  let after: PostgreSQLDefinitions
  let transition: SchemaTransition
  var steps: [MigrationStep] = []

  /// The ordering columns that are filled from old relationships.
  var orderedColumns: Set<ColumnReference> = []

  /// The new table that each old one becomes; nil for one that is dropped.
  let heirs: [Int?]

  /// The indexes of the tables, by their names.
  let oldTables: [String: Int]
  let newTables: [String: Int]

  /// The new constraint or index for each old one that is kept.
  private(set) var keptConstraints: [PostgreSQLDefinitions.Part: PostgreSQLDefinitions.Part] = [:]
  private(set) var keptIndexes: [PostgreSQLDefinitions.Part: PostgreSQLDefinitions.Part] = [:]

  /// The names of old tables and columns during the migration.
  var oldNames: [String]
  var oldColumnNames: [[String]]

  private init(
    _ correspondence: ModelCorrespondence,
    from old: PostgreSQLSchema,
    to new: PostgreSQLSchema
  ) {
    self.old = old.mapping
    self.new = new.mapping
    before = PostgreSQLDefinitions(old)
    after = PostgreSQLDefinitions(new)
    let transition = SchemaTransition(correspondence, from: old.mapping, to: new.mapping)
    self.transition = transition
    heirs = old.mapping.tables.indices.map { Self.heir(of: $0, transition) }
    oldTables = Self.positions(old.mapping)
    newTables = Self.positions(new.mapping)
    oldNames = old.mapping.tables.map(\.name)
    oldColumnNames = old.mapping.tables.map { $0.columns.map(\.name) }
  }

  private static func positions(_ mapping: SchemaMapping) -> [String: Int] {
    Dictionary(
      mapping.tables.enumerated().map { ($1.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The table that an old one becomes: of several, that of the old root; a join table only if its keys keep their
  /// positions.
  private static func heir(of table: Int, _ transition: SchemaTransition) -> Int? {
    let successors = transition.successors(ofOldTable: table)
    switch transition.old.tables[table].content {
    case .objects(let root):
      let own = transition.correspondence.newEntity(of: root)
        .map { transition.new.entities[$0].table }
      return successors.first { $0 == own } ?? successors.first
    case .join:
      return successors.first {
        transition.tables[$0].columns.prefix(2) == [.column(0), .column(1)]
      }
    }
  }

  private mutating func run() {
    keptConstraints = counterparts(oldConstraints, newConstraints)
    keptIndexes = counterparts(before.indexes, after.indexes)
    dropTriggers()
    dropParts()
    rename()
    createTables()
    addColumns()
    changeRows()
    checkDeferredConstraints()
    addConstraints()
    createIndexes(ofNewTables: true)
    createTriggers()
    changeEntityTable()
    createIndexes(ofNewTables: false)
    dropColumns()
    dropTables()
    writeComments()
    guard !steps.isEmpty else { return }
    steps.insert(
      MigrationStep(
        .setting,
        "limit the wait for locks; a step that fails for that reason can be run again",
        ["SET lock_timeout = '5s'", "SET standard_conforming_strings = on"]
      ),
      at: 0
    )
  }

  /// Checks the deferred constraints: a table cannot be altered while they are pending.
  private mutating func checkDeferredConstraints() {
    guard steps.contains(where: { $0.work == .rows }) else { return }
    steps.append(
      MigrationStep(
        .validate,
        "check the foreign keys of the changed rows",
        ["SET CONSTRAINTS ALL IMMEDIATE"],
        cautions: []
      )
    )
  }

  // MARK: Names

  mutating func add(
    _ kind: MigrationStep.Kind,
    _ title: String,
    _ statements: [String],
    lock: MigrationLock,
    work: MigrationStep.Work = .catalog,
    cautions: [MigrationCaution] = []
  ) {
    steps.append(
      MigrationStep(kind, title, statements, lock: lock, work: work, cautions: cautions)
    )
  }

  func quoted(_ name: String) -> String { PostgreSQLText.identifier(name) }

  /// The old table that a new one continues, renamed or not.
  func ancestor(of table: Int) -> Int? {
    guard let source = transition.tables[table].source, heirs[source] == table else { return nil }
    return source
  }

  /// The old column that a new one continues; nil for one that is added.
  func ancestor(of column: ColumnReference) -> Int? {
    guard let source = ancestor(of: column.table),
      case .column(let position) = transition.tables[column.table].columns[column.column],
      definition(old: ColumnReference(table: source, column: position))
        .isSameStorage(as: definition(new: column)),
      // Of two columns that continue one, the first is the column itself.
      transition.tables[column.table].columns.firstIndex(of: .column(position)) == column.column
    else { return nil }
    return position
  }

  func definition(old column: ColumnReference) -> PostgreSQLDefinitions.ColumnDefinition {
    before.tables[column.table].columns[column.column]
  }

  func definition(new column: ColumnReference) -> PostgreSQLDefinitions.ColumnDefinition {
    after.tables[column.table].columns[column.column]
  }

  func name(_ column: ColumnReference) -> String { quoted(new[column].name) }
  func tableName(_ table: Int) -> String { quoted(new.tables[table].name) }
}

extension PostgreSQLDefinitions.ColumnDefinition {
  /// Whether a column can become the other without rewriting rows.
  fileprivate func isSameStorage(as other: Self) -> Bool {
    type == other.type && generated == other.generated
  }
}
