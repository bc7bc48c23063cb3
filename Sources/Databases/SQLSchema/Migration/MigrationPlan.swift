import ManagedModel
import ModelComparison

/// The steps that migrate a database from one version of a model to the next, in the order in which they must run.
///
/// Steps are values: a report prints them, and the program that migrates a store runs them, can stop between them
/// where the plan is not atomic, and can show its progress.
package struct MigrationPlan: Sendable {
  package var steps: [MigrationStep]

  /// The reasons why Core Data cannot infer this migration for every store.
  ///
  /// The steps do as much as possible: values that they cannot convert are dropped.
  package let obstacles: [MigrationObstacle]

  /// Whether the steps must be atomic, in one transaction that the plan does not contain.
  package let isAtomic: Bool

  /// The changes to the rows of each table of objects that remains; for SQLite.
  package let tables: [MigratedTable]

  /// The derived attributes, of the new version, whose values the steps do not compute, because the program that runs
  /// them lacks a function; for SQLite.
  package let underived: [PropertyLocation]

  package init(
    steps: [MigrationStep],
    obstacles: [MigrationObstacle],
    isAtomic: Bool,
    tables: [MigratedTable] = [],
    underived: [PropertyLocation] = []
  ) {
    self.steps = steps
    self.obstacles = obstacles
    self.isAtomic = isAtomic
    self.tables = tables
    self.underived = underived
  }
}

/// One step of a migration.
package struct MigrationStep: Sendable, Hashable {
  package var kind: Kind

  /// The action of the step, in a few words, for progress and reports.
  package var title: String

  /// The statements without semicolons.
  ///
  /// Several belong into one transaction.
  package var statements: [String]

  /// The lock that the step holds while it runs, for databases with several users.
  package var lock: MigrationLock?

  /// The part of a table that the step processes.
  package var work: Work

  /// The old name of the table whose rows the step processes; nil for tables that are not in the model.
  package var table: String?

  package var cautions: [MigrationCaution]

  /// A query that returns a row if the step loses something, in terms of the tables before the migration; nil where
  /// that cannot be determined beforehand.
  package var lossQuery: String?

  package init(
    _ kind: Kind,
    _ title: String,
    _ statements: [String],
    lock: MigrationLock? = nil,
    work: Work = .catalog,
    table: String? = nil,
    cautions: [MigrationCaution] = [],
    lossQuery: String? = nil
  ) {
    self.kind = kind
    self.title = title
    self.statements = statements
    self.lock = lock
    self.work = work
    self.table = table
    self.cautions = cautions
    self.lossQuery = lossQuery
  }

  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case setting
    case renameTable = "rename table"
    case renameColumn = "rename column"
    case renameConstraint = "rename constraint"
    case renameIndex = "rename index"
    case createTable = "create table"
    case addColumn = "add column"
    case changeColumn = "change column"
    case copyRows = "copy rows"
    case deleteRows = "delete rows"
    case connect = "connect objects"
    case disconnect = "disconnect objects"
    case fill = "fill values"
    case renumber = "renumber entities"
    case addConstraint = "add constraint"
    case validate = "validate constraint"
    case dropConstraint = "drop constraint"
    case createIndex = "create index"
    case dropIndex = "drop index"
    case createTrigger = "create trigger"
    case dropTrigger = "drop trigger"
    case comment
    case dropColumn = "drop column"
    case dropTable = "drop table"
    case entityTable = "table of entities"
  }

  package enum Work: String, Sendable, Hashable, CaseIterable {
    /// Only the catalog: the time does not depend on the rows.
    case catalog

    /// Every row of a table is read.
    case scan

    /// Rows are updated in place.
    case rows

    /// A whole table is rewritten.
    case rewrite
  }

  /// Whether the database refuses the step inside a transaction.
  package var runsOutsideTransactions: Bool {
    statements.contains { $0.contains(" CONCURRENTLY ") }
      && (kind == .createIndex || kind == .dropIndex)
  }
}

/// A warning to show before a step runs.
package enum MigrationCaution: String, Sendable, Hashable, CaseIterable {
  /// Values or rows are removed.
  case losesData = "loses data"

  /// It fails on some data.
  case dependsOnData = "fails on some data"

  /// Programs that use the old schema stop working.
  case breaksClients = "breaks programs that use the old names"
}

/// The table locks of PostgreSQL that migrations take, from light to heavy.
package enum MigrationLock: String, Sendable, Hashable, CaseIterable {
  /// Only other changes of the schema block.
  case shareUpdateExclusive = "SHARE UPDATE EXCLUSIVE"

  /// Rows can be read and written.
  case rowExclusive = "ROW EXCLUSIVE"

  /// Rows can be read; writers block.
  case shareRowExclusive = "SHARE ROW EXCLUSIVE"

  /// Everything blocks.
  case accessExclusive = "ACCESS EXCLUSIVE"
}

extension MigrationPlan {
  /// The steps in their order, grouped into as few transactions as possible; steps that drop old columns and tables
  /// come after those that may fail.
  package var transactions: [[MigrationStep]] {
    var groups: [[MigrationStep]] = []
    var isOpen = false
    var isDropping = false
    for step in steps {
      let isAlone = step.runsOutsideTransactions || step.kind == .setting
      let startsDropping = !isDropping && (step.kind == .dropColumn || step.kind == .dropTable)
      if isOpen, !isAlone, isAtomic || !startsDropping {
        groups[groups.count - 1].append(step)
      } else {
        groups.append([step])
      }
      isOpen = !isAlone
      isDropping = isDropping || startsDropping
    }
    return groups
  }

  /// The cautions of all steps, without duplicates.
  package var cautions: [MigrationCaution] {
    let found = Set(steps.flatMap(\.cautions))
    return MigrationCaution.allCases.filter(found.contains)
  }
}
