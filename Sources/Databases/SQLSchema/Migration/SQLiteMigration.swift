import ManagedModel
import ModelComparison

/// The steps that migrate a store in Core Data's layout from one version to the next, in place.
///
/// 1. Triggers are dropped, and the indexes that do not remain.
/// 2. A table that keeps all its columns is renamed and gets the new ones; any other is set aside, recreated, and
///    filled from the old one.
/// 3. Relationships that are stored elsewhere are connected anew; defaults fill new attributes; rows get the new
///    numbers of their entities.
/// 4. The old tables are dropped; indexes and triggers are created; `Z_PRIMARYKEY` is updated.
///
/// The store itself writes `Z_METADATA` and `Z_MODELCACHE`, because it knows what else they contain.
package struct SQLiteMigration {
  /// Plans the migration of a store whose schema is `old`.
  ///
  /// - Parameters:
  ///   - correspondence: The correspondence of the two versions.
  ///   - old: The schema of the store.
  ///   - new: The schema that it is to have.
  ///   - functions: The functions of ``StoreFunction`` and ``MigrationFunction`` that the connection knows, by
  ///     name. Work that needs a missing one is left to the store.
  /// - Returns: The plan.
  package static func plan(
    _ correspondence: ModelCorrespondence,
    from old: SQLiteSchema,
    to new: SQLiteSchema,
    functions: Set<String> = []
  ) -> MigrationPlan {
    var migration = Self(correspondence, from: old, to: new, functions: functions)
    migration.run()
    return MigrationPlan(
      steps: migration.steps,
      obstacles: correspondence.obstacles,
      isAtomic: true,
      tables: migration.migratedTables,
      underived: migration.newDerivations.filter { migration.lacksFunction(of: $0) }
        .map(\.attribute)
    )
  }

  let old: SQLiteSchema
  let new: SQLiteSchema
  let transition: SchemaTransition
  var steps: [MigrationStep] = []

  /// The ordering columns that are filled from old relationships.
  var orderedColumns: Set<ColumnReference> = []

  /// For each new table, how its old one becomes it.
  let ways: [Way]

  /// The names of old tables during the migration.
  var oldNames: [String]

  /// The functions that statements may call.
  let functions: Set<String>

  enum Way: Equatable {
    /// The table is new.
    case create
    /// The table itself does not change.
    case keep
    /// The table is renamed, columns are renamed and added.
    case alter
    /// A new table is filled from the old one.
    case rebuild
  }

  private init(
    _ correspondence: ModelCorrespondence,
    from old: SQLiteSchema,
    to new: SQLiteSchema,
    functions: Set<String>
  ) {
    self.old = old
    self.new = new
    self.functions = functions
    let transition = SchemaTransition(correspondence, from: old.mapping, to: new.mapping)
    self.transition = transition
    ways = SQLiteTableWays(transition, from: old, to: new).ways
    oldNames = old.mapping.tables.map(\.name)
  }

  private mutating func run() {
    let tableSteps = collected { $0.changeTables() }
    let valueSteps = collected { $0.changeValues() }
    let dropSteps = collected { $0.dropTables() }
    let touchesTables = !(tableSteps + valueSteps + dropSteps).isEmpty
    let indexes = SQLiteIndexChanges(self, touchesTables: touchesTables)
    steps = indexes.removals + tableSteps + valueSteps + dropSteps + indexes.additions
    fillDerivations()
    steps += indexes.triggers
    changeSystemTables()
  }

  /// Returns the steps that a stage adds.
  private mutating func collected(_ stage: (inout Self) -> Void) -> [MigrationStep] {
    let before = steps
    steps = []
    stage(&self)
    let added = steps
    steps = before
    return added
  }

  mutating func add(
    _ kind: MigrationStep.Kind,
    _ title: String,
    _ statements: String...,
    work: MigrationStep.Work = .catalog,
    of table: Int? = nil,
    cautions: [MigrationCaution] = [],
    lossQuery: String? = nil
  ) {
    let source = table.flatMap { transition.tables[$0].source }
    steps.append(
      MigrationStep(
        kind,
        title,
        statements,
        work: work,
        table: source.map { oldTable($0).name },
        cautions: cautions,
        lossQuery: lossQuery
      )
    )
  }

  private var migratedTables: [MigratedTable] {
    transition.tables.enumerated().compactMap { table, change in
      guard let source = change.source, case .objects = newTable(table).content else { return nil }
      let isChanged = change.isRenumbered || !change.leftNumbers.isEmpty
      return MigratedTable(
        oldName: oldTable(source).name,
        newName: newTable(table).name,
        treatment: ways[table] == .rebuild ? .rewritten : isChanged ? .changed : .kept,
        entities: change.entities.map { entity in
          MigratedTable.Renumbering(
            entity: new.mapping.entities[entity.new].name,
            oldNumber: entity.oldNumber,
            newNumber: entity.newNumber
          )
        }
      )
    }
  }

  // MARK: Names

  func quoted(_ name: String) -> String { SQLiteText.identifier(name) }

  func newTable(_ table: Int) -> TableMapping { new.mapping.tables[table] }
  func oldTable(_ table: Int) -> TableMapping { old.mapping.tables[table] }

  /// The name of an old column during the migration.
  func oldColumnName(_ column: ColumnReference) -> String {
    for successor in transition.successors(ofOldTable: column.table)
    where ways[successor] == .alter || ways[successor] == .keep {
      let sources = transition.tables[successor].columns
      if let position = sources.firstIndex(of: .column(column.column)) {
        return newTable(successor).columns[position].name
      }
    }
    return old.mapping[column].name
  }

  func isSetAside(oldTable table: Int) -> Bool {
    transition.successors(ofOldTable: table).allSatisfy { ways[$0] == .rebuild }
  }
}

/// Decides which tables can be changed in place.
struct SQLiteTableWays {
  private(set) var ways: [SQLiteMigration.Way] = []
  private let transition: SchemaTransition
  private let old: SQLiteSchema
  private let new: SQLiteSchema

  init(_ transition: SchemaTransition, from old: SQLiteSchema, to new: SQLiteSchema) {
    self.transition = transition
    self.old = old
    self.new = new
    ways = transition.tables.indices.map(way)
  }

  private func way(of table: Int) -> SQLiteMigration.Way {
    let change = transition.tables[table]
    guard let source = change.source else { return .create }
    let before = transition.old.tables[source]
    let after = transition.new.tables[table]
    guard transition.successors(ofOldTable: source).count == 1,
      !old.strangeTables.contains(source), keepsColumns(change, before, after),
      keepsConstraints(source, table)
    else { return .rebuild }
    let isSame =
      before.name.utf8.elementsEqual(after.name.utf8)
      && before.columns.count == after.columns.count
      && zip(change.columns, after.columns).allSatisfy { source, column in
        guard case .column(let position) = source else { return false }
        return before.columns[position].name.utf8.elementsEqual(column.name.utf8)
      }
    return isSame ? .keep : .alter
  }

  /// Whether every old column becomes one new column of the same type, and no names conflict.
  private func keepsColumns(
    _ change: TableTransition,
    _ before: TableMapping,
    _ after: TableMapping
  ) -> Bool {
    var used: Set<Int> = []
    var names = Set(before.columns.map { SQLiteText.folded($0.name) })
    for (source, column) in zip(change.columns, after.columns) {
      switch source {
      case .columns: return false
      case .none: if !names.insert(SQLiteText.folded(column.name)).inserted { return false }
      case .column(let position):
        let earlier = before.columns[position]
        guard used.insert(position).inserted,
          SQLiteText.type(earlier.type) == SQLiteText.type(column.type),
          earlier.type.keepsSQLiteValues(as: column.type)
        else { return false }
        if !earlier.name.utf8.elementsEqual(column.name.utf8),
          !names.insert(SQLiteText.folded(column.name)).inserted
        {
          return false
        }
      }
    }
    guard case .join = after.content else { return used.count == before.columns.count }
    // The primary key names the first two columns in their order.
    return used.count == before.columns.count
      && change.columns.prefix(2) == [.column(0), .column(1)]
  }

  /// Whether the constraints of a table stay the same: those in its definition cannot be changed in place.
  private func keepsConstraints(_ source: Int, _ table: Int) -> Bool {
    Self.constraints(of: transition.old.tables[source], in: old)
      == Self.constraints(of: transition.new.tables[table], in: new)
  }

  /// The constraints of a table, which follow the columns in its definition.
  private static func constraints(of table: TableMapping, in schema: SQLiteSchema) -> String {
    let name = SQLiteText.folded(table.name)
    guard case .objects = table.content,
      let text = schema.statements.first(where: {
        $0.isTable && SQLiteText.folded($0.name) == name
      })?.text
    else { return "" }
    let mark = Array(", CONSTRAINT ".utf8)
    let bytes = Array(text.utf8)
    guard bytes.count >= mark.count else { return "" }
    for start in 0...(bytes.count - mark.count)
    where bytes[start..<start + mark.count].elementsEqual(mark) {
      return String(decoding: bytes[start...], as: UTF8.self)
    }
    return ""
  }
}

extension SQLiteText {
  /// The case-folded form in which SQLite compares names.
  static func folded(_ name: String) -> [UInt8] {
    storable(name).utf8.map { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte
    }
  }
}
