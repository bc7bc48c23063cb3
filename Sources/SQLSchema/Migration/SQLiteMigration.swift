import ManagedModel

/// The steps that bring a store in Core Data's layout from one version to the next, in place.
///
/// 1. Triggers go, and the indexes that do not stay.
/// 2. A table that keeps all its columns is renamed and gets the new ones; any other is put aside, made
///    anew, and filled from what it was.
/// 3. Relationships that are kept in another place are connected anew; defaults fill what is new; rows
///    get the new numbers of their entities.
/// 4. What was put aside is dropped; indexes and triggers are made; `Z_PRIMARYKEY` is brought up to date.
///
/// `Z_METADATA` and `Z_MODELCACHE` are for the store itself, which knows what else is in them.
package struct SQLiteMigration {
  /// The plan for a store that is as `old` says.
  package static func plan(
    _ correspondence: ModelCorrespondence,
    from old: SQLiteSchema,
    to new: SQLiteSchema
  ) -> MigrationPlan {
    var migration = Self(correspondence, from: old, to: new)
    migration.run()
    return MigrationPlan(
      steps: migration.steps,
      obstacles: correspondence.obstacles,
      isAtomic: true
    )
  }

  let old: SQLiteSchema
  let new: SQLiteSchema
  let transition: SchemaTransition
  var steps: [MigrationStep] = []

  /// For each new table how its old one becomes it.
  let ways: [Way]

  /// What an old table is called while the migration goes on.
  var oldNames: [String]

  enum Way: Equatable {
    /// There was none.
    case create
    /// Nothing of the table itself changes.
    case keep
    /// The table is renamed, columns are renamed and added.
    case alter
    /// A new table is filled from the old one.
    case rebuild
  }

  private init(
    _ correspondence: ModelCorrespondence,
    from old: SQLiteSchema,
    to new: SQLiteSchema
  ) {
    self.old = old
    self.new = new
    let transition = SchemaTransition(correspondence, from: old.mapping, to: new.mapping)
    self.transition = transition
    ways = SQLiteTableWays(transition, era: new.era).ways
    oldNames = old.mapping.tables.map(\.name)
  }

  private mutating func run() {
    let tableSteps = collected { $0.changeTables() }
    let valueSteps = collected { $0.changeValues() }
    let dropSteps = collected { $0.dropTables() }
    let touchesTables = !(tableSteps + valueSteps + dropSteps).isEmpty
    let indexes = SQLiteIndexChanges(self, touchesTables: touchesTables)
    steps = indexes.removals + tableSteps + valueSteps + dropSteps + indexes.additions
    if touchesTables { fillDerivations() }
    steps += indexes.triggers
    changeSystemTables()
  }

  /// The steps that a stage adds.
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
    cautions: [MigrationCaution] = []
  ) {
    steps.append(MigrationStep(kind, title, statements, work: work, cautions: cautions))
  }

  // MARK: Names

  func quoted(_ name: String) -> String { SQLiteText.identifier(name) }

  func newTable(_ table: Int) -> TableMapping { new.mapping.tables[table] }
  func oldTable(_ table: Int) -> TableMapping { old.mapping.tables[table] }

  /// What an old column is called while the migration goes on.
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

  func isPutAside(oldTable table: Int) -> Bool {
    transition.successors(ofOldTable: table).allSatisfy { ways[$0] == .rebuild }
  }
}

/// Decides which tables can stay where they are.
struct SQLiteTableWays {
  private(set) var ways: [SQLiteMigration.Way] = []
  private let transition: SchemaTransition
  private let era: LayoutEra

  init(_ transition: SchemaTransition, era: LayoutEra) {
    self.transition = transition
    self.era = era
    ways = transition.tables.indices.map(way)
  }

  private func way(of table: Int) -> SQLiteMigration.Way {
    let change = transition.tables[table]
    guard let source = change.source else { return .create }
    let before = transition.old.tables[source]
    let after = transition.new.tables[table]
    guard transition.successors(ofOldTable: source).count == 1,
      keepsColumns(change, before, after), keepsConstraints(source, table)
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

  /// Whether every old column goes on in one new column of the same type, and no name is in the way.
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

  /// Constraints inside a table's definition cannot be changed in place.
  private func keepsConstraints(_ source: Int, _ table: Int) -> Bool {
    guard era.writesConstraintsIntoTables else { return true }
    func constraints(_ mapping: SchemaMapping, _ table: Int) -> [IndexMapping] {
      mapping.indexes.filter { index in
        guard case .uniquenessConstraint = index.reason else { return false }
        return index.table == table
      }
    }
    let before = constraints(transition.old, source)
    let after = constraints(transition.new, table)
    guard !before.isEmpty || !after.isEmpty else { return true }
    func columns(_ indexes: [IndexMapping], _ table: TableMapping) -> [[String]] {
      indexes.map { index in [index.name] + index.elements.map { table.columns[$0.column].name } }
    }
    return columns(before, transition.old.tables[source])
      == columns(after, transition.new.tables[table])
  }
}

extension SQLiteText {
  /// What of two names must differ for SQLite.
  static func folded(_ name: String) -> [UInt8] {
    storable(name).utf8.map { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte
    }
  }
}
