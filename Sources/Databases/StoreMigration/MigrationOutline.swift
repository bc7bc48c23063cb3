import ManagedModel
import ModelComparison
import SQLSchema

/// The planned migration of a store.
package struct MigrationOutline: Sendable {
  package let metadata: StoreMetadata

  /// The version of the store.
  package let source: StoredModel

  /// The schema of the store, and the one that it is to have.
  package let old: SQLiteSchema
  package let new: SQLiteSchema

  package let correspondence: ModelCorrespondence
  package let plan: MigrationPlan

  /// The highest keys of the store's tables, by the names of the tables.
  package let rowCounts: [String: Int]

  init(
    from source: StoredModel,
    to target: StoredModel,
    metadata: StoreMetadata,
    survey: SchemaSurvey,
    functions: Set<String>
  ) throws {
    self.metadata = metadata
    self.source = source
    let before = source.mapping(found: survey.columns)
    let names = TableSurvey(before, found: survey.columns)
    guard names.missing.isEmpty else { throw StoreMigrationError.otherTables(names.missing) }
    try Self.requireNumbers(of: before, in: survey.schema)
    old = SQLiteSchema(before.named(as: names), found: survey.schema)
    let model = target.mapping.model
    correspondence = ModelCorrespondence(from: before.model, to: model)
    let joins = JoinNaming(of: before, in: survey.columns).following(correspondence, to: model)
    new = SQLiteSchema(CoreDataLayout.mapping(of: model, joins: joins), following: old)
    plan = SQLiteMigration.plan(correspondence, from: old, to: new, functions: functions)
    rowCounts = survey.rowCounts
  }

  /// Throws if the numbers of entities in rows are not known, because the model determines them.
  private static func requireNumbers(
    of mapping: SchemaMapping,
    in found: FoundSchema
  ) throws {
    let parents = Dictionary(
      found.primaryKeyRows.map { ($0.number, $0.parentNumber) },
      uniquingKeysWith: { first, _ in first }
    )
    for entity in mapping.entities where parents[entity.number] != entity.parentNumber {
      throw StoreMigrationError.otherTables(["Z_PRIMARYKEY.\(entity.name)"])
    }
  }
}

extension MigrationOutline {
  /// The data that the migration loses.
  package var losses: [MigrationLoss] {
    MigrationLosses(of: plan, correspondence, from: old.mapping, to: new.mapping).all
  }

  /// The approximate number of rows that a step processes.
  package func rowCount(of step: MigrationStep) -> Int {
    guard step.work != .catalog else { return 0 }
    return step.table.flatMap { rowCounts[$0] } ?? 0
  }
}
