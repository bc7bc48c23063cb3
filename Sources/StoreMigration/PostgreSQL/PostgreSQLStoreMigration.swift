import ManagedModel
import PropertyLists
import SQLDriver
import SQLSchema

/// The migration of a store in PostgreSQL to a version of a model: all of it in one transaction, or nothing.
///
/// The plan is that of `momgen diff --sql`, but for indexes, which are made in the transaction too.
package struct PostgreSQLStoreMigration {
  /// The version that the store is to have.
  package var target: StoredModel

  /// The versions that are known; a store that does not keep its model must have one of them.
  package var candidates: (StoreRecord) throws -> [StoredModel]

  /// What the migration may leave behind.
  package var losses: LossPolicy

  package init(
    to target: StoredModel,
    candidates: @escaping (StoreRecord) throws -> [StoredModel] = { _ in [] },
    losses: LossPolicy = .fromKnownVersions
  ) {
    self.target = target
    self.candidates = candidates
    self.losses = losses
  }

  /// Migrates the store in the current schema.
  ///
  /// The connection must be in a transaction that no other program shares the store with.
  ///
  /// - Parameter connection: The connection.
  /// - Returns: Whether there was anything to do: another program may have migrated the store before.
  /// - Throws: ``StoreMigrationError``, or an `SQLError`; the transaction must be rolled back then.
  package func run(on connection: any SQLConnection) throws -> Bool {
    let record = try Self.record(connection)
    if record.versionHashes == target.identity.hashes { return false }
    guard !target.value.entities.isEmpty else { throw StoreMigrationError.noEntities }
    guard let source = try source(record, connection) else {
      throw StoreMigrationError.noSourceModel
    }
    let old = PostgreSQLSchema(ResolvedModel(source.value))
    let new = PostgreSQLSchema(ResolvedModel(target.value))
    let correspondence = ModelCorrespondence(from: old.mapping.model, to: new.mapping.model)
    let plan = PostgreSQLMigration.plan(correspondence, from: old, to: new)
    let obstacles = plan.obstacles.filter { !$0.dependsOnData }
    guard obstacles.isEmpty else {
      throw StoreMigrationError.notInferrable(obstacles, in: new.mapping.model)
    }
    try requireAllowedLosses(plan, correspondence, old.mapping, source, record)
    for step in plan.steps { try execute(step, on: connection) }
    try renumberHistory(correspondence, old.mapping, new.mapping, connection)
    try write(record, connection)
    return true
  }

  // MARK: The store

  /// The record of the store in the current schema.
  package static func record(_ connection: any SQLConnection) throws -> StoreRecord {
    let row = try connection.rows("SELECT uuid, contents FROM coredata_metadata LIMIT 1").first
    guard let row, case .text(let identifier) = row[0], case .blob(let bytes) = row[1] else {
      throw StoreMigrationError.damaged("the store has no metadata")
    }
    guard case .dictionary(let metadata)? = try? PropertyList(binary: bytes) else {
      throw StoreMigrationError.damaged("the metadata of the store are damaged")
    }
    return StoreRecord(metadata: metadata, identifier: identifier)
  }

  private func source(
    _ record: StoreRecord,
    _ connection: any SQLConnection
  ) throws -> StoredModel? {
    var cached: Model?
    let kept = try connection.value("SELECT contents FROM coredata_model WHERE number = 1")
    if case .blob(let bytes) = kept { cached = try? StoreRecord.model(inArchive: bytes) }
    return try SourceModelSearch(record: record)
      .model(cached: cached, candidates: { try candidates(record) }, claimed: nil)
  }

  private func write(_ record: StoreRecord, _ connection: any SQLConnection) throws {
    let metadata = target.identity.recorded(in: record.metadata)
    try connection.run(
      "UPDATE coredata_metadata SET contents = $1",
      .blob(PropertyList.dictionary(metadata).binary())
    )
    try connection.run(
      "INSERT INTO coredata_model (number, contents) VALUES (1, $1)"
        + " ON CONFLICT (number) DO UPDATE SET contents = excluded.contents",
      .blob(try target.archive())
    )
  }

  // MARK: Losses

  /// Makes sure that the migration loses no more than it may.
  ///
  /// A program that is older than a store does not know the store's version. What that version has in addition is not
  /// for the program to remove.
  private func requireAllowedLosses(
    _ plan: MigrationPlan,
    _ correspondence: ModelCorrespondence,
    _ old: SchemaMapping,
    _ source: StoredModel,
    _ record: StoreRecord
  ) throws {
    guard losses != .all else { return }
    guard correspondence.keepsEntities else {
      throw StoreMigrationError.nothingInCommon(old.model.entities.map(\.name).sorted())
    }
    let losing = plan.steps.filter { $0.cautions.contains(.losesData) }
    guard losses == .fromKnownVersions, source.isFromStore, !losing.isEmpty,
      try !SourceModelSearch(record: record).isKnown(among: candidates(record))
    else { return }
    throw StoreMigrationError.losesData(losing.map(\.title))
  }

  // MARK: Steps

  private func execute(_ step: MigrationStep, on connection: any SQLConnection) throws {
    for statement in step.statements {
      do {
        try connection.execute(Self.inTransaction(statement, of: step))
      } catch {
        switch error.kind {
        case .uniqueConstraint:
          throw StoreMigrationError.constraintViolation(step: step.title, error)
        case .statement, .value, .misuse, .other, .checkConstraint, .notNullConstraint,
          .foreignKeyConstraint, .otherConstraint:
          throw StoreMigrationError.statement(step: step.title, error)
        default: throw error
        }
      }
    }
  }

  /// The statement as a transaction can have it.
  private static func inTransaction(_ statement: String, of step: MigrationStep) -> String {
    guard step.runsOutsideTransactions else { return statement }
    let parts = statement.split(separator: " ", omittingEmptySubsequences: false)
    // The word stands before the first name.
    guard let place = parts.firstIndex(of: "CONCURRENTLY") else { return statement }
    return (parts[..<place] + parts[(place + 1)...]).joined(separator: " ")
  }

  /// Gives the history the new numbers of entities, and lets it forget what means something else now.
  private func renumberHistory(
    _ correspondence: ModelCorrespondence,
    _ old: SchemaMapping,
    _ new: SchemaMapping,
    _ connection: any SQLConnection
  ) throws {
    var pairs: [(old: Int, new: Int)] = []
    for entity in old.model.entities {
      guard let successor = correspondence.newEntity(of: entity.index) else { continue }
      pairs.append((old.entities[entity.index].number, new.entities[successor].number))
    }
    let kept = pairs.map { String($0.old) }.joined(separator: ", ")
    try connection.execute(
      "DELETE FROM coredata_change" + (kept.isEmpty ? "" : " WHERE entity NOT IN (\(kept))")
    )
    if kept.isEmpty { return }
    let values = pairs.map { "(\($0.old), \($0.new))" }.joined(separator: ", ")
    try connection.execute(
      "UPDATE coredata_change c SET entity = m.after, properties = NULL"
        + " FROM (VALUES \(values)) m (before, after) WHERE c.entity = m.before"
    )
  }
}
