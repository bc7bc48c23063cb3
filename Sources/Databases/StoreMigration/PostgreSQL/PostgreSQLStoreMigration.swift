import ManagedModel
import ModelComparison
import PropertyLists
import SQLDriver
import SQLSchema

/// The migration of a store in PostgreSQL to a version of a model, in one transaction.
///
/// The plan is that of `momgen diff --sql`, except that indexes are created in the transaction too.
package struct PostgreSQLStoreMigration {
  /// The version that the store is to have.
  package var target: StoredModel

  /// The known versions; a store that does not keep its model must have one of them.
  package var candidates: (StoreMetadata) throws -> [StoredModel]

  /// The version of a store that neither keeps its model nor has one of the candidates.
  package var claimed: StoredModel?

  /// The losses that are allowed.
  package var losses: LossPolicy

  /// Whether all objects are counted before and after, and the migration fails if some are missing.
  package var countsObjects: Bool

  package init(
    to target: StoredModel,
    candidates: @escaping (StoreMetadata) throws -> [StoredModel] = { _ in [] },
    claimed: StoredModel? = nil,
    losses: LossPolicy = .fromKnownVersions,
    countsObjects: Bool = false
  ) {
    self.target = target
    self.candidates = candidates
    self.claimed = claimed
    self.losses = losses
    self.countsObjects = countsObjects
  }

  /// Whether a store has the version already.
  package func isCurrent(_ metadata: StoreMetadata) -> Bool {
    metadata.versionHashes == target.identity.hashes
  }

  /// Plans the migration of the store in the current schema, without executing it.
  ///
  /// - Parameter connection: The connection.
  /// - Returns: The outline; nil if the store has the version already.
  /// - Throws: ``StoreMigrationError``, or an `SQLError` from reading the store.
  package func outline(of connection: any SQLConnection) throws -> ServerMigrationOutline? {
    let metadata = try Self.metadata(connection)
    if isCurrent(metadata) { return nil }
    guard !target.value.entities.isEmpty else { throw StoreMigrationError.noEntities }
    guard let source = try source(metadata, connection) else {
      throw StoreMigrationError.noSourceModel
    }
    let outline = ServerMigrationOutline(from: source, to: target, metadata: metadata)
    let missing = try ServerSurvey(connection).store(of: outline.old, on: connection).missing
    guard missing.isEmpty else { throw StoreMigrationError.otherTables(missing) }
    return outline
  }

  /// Migrates the store in the current schema.
  ///
  /// The connection must be in a transaction that has exclusive access to the store.
  ///
  /// - Parameters:
  ///   - connection: The connection.
  ///   - observer: Called before each statement; if it throws, the transaction must be rolled back.
  /// - Returns: The number of objects of each entity before and after, if they were counted; nil if there was nothing
  ///   to do: another program may have migrated the store before.
  /// - Throws: ``StoreMigrationError``, an `SQLError`, or the error of the observer; the transaction must be rolled
  ///   back then.
  @discardableResult
  package func run(
    on connection: any SQLConnection,
    observer: (MigrationProgress) throws -> Void = { _ in }
  ) throws -> [EntityCount]? {
    guard let outline = try outline(of: connection) else { return nil }
    let obstacles = outline.plan.obstacles.filter { !$0.dependsOnData }
    guard obstacles.isEmpty else {
      throw StoreMigrationError.notInferrable(obstacles, in: outline.new.mapping.model)
    }
    try lockSaves(connection)
    try requireAllowedLosses(outline, on: connection)
    let before = countsObjects ? try outline.old.counts(on: connection) : [:]
    try execute(outline, on: connection, observer)
    try renumberHistory(
      outline.correspondence,
      outline.old.mapping,
      outline.new.mapping,
      connection
    )
    try write(outline.metadata, connection)
    return countsObjects ? try verifiedCounts(outline, before, connection) : []
  }

  /// Waits for the saves in progress; later ones wait for the migration, and then find another version.
  private func lockSaves(_ connection: any SQLConnection) throws {
    let table = try connection.value("SELECT pg_catalog.to_regclass('coredata_transaction')::text")
    if table == .null { return }
    try connection.execute("LOCK TABLE coredata_transaction IN SHARE ROW EXCLUSIVE MODE")
  }

  /// Counts the objects of the entities that remain, and throws if some are missing.
  private func verifiedCounts(
    _ outline: ServerMigrationOutline,
    _ before: [Int: Int],
    _ connection: any SQLConnection
  ) throws -> [EntityCount] {
    let after = try outline.new.counts(on: connection)
    let old = outline.old.mapping.model
    return try outline.new.mapping.model.entities.filter { !$0.entity.isAbstract }.map { entity in
      let source = old.entities.first {
        outline.correspondence.newEntity(of: $0.index) == entity.index
      }
      let count = EntityCount(
        entity: entity.name,
        before: source.flatMap { before[$0.index] } ?? 0,
        after: after[entity.index] ?? 0
      )
      guard count.before == count.after else {
        throw StoreMigrationError.unexpectedResult(
          "there were \(count.before) objects of \(entity.name), now there are \(count.after)"
        )
      }
      return count
    }
  }

  // MARK: The store

  /// The metadata of the store in the current schema.
  package static func metadata(_ connection: any SQLConnection) throws -> StoreMetadata {
    let row = try connection.rows("SELECT uuid, contents FROM coredata_metadata LIMIT 1").first
    guard let row, case .text(let identifier) = row[0], case .blob(let bytes) = row[1] else {
      throw StoreMigrationError.damaged("the store has no metadata")
    }
    guard case .dictionary(let metadata)? = try? PropertyList(binary: bytes) else {
      throw StoreMigrationError.damaged("the metadata of the store are damaged")
    }
    return StoreMetadata(dictionary: metadata, identifier: identifier)
  }

  private func source(
    _ metadata: StoreMetadata,
    _ connection: any SQLConnection
  ) throws -> StoredModel? {
    var cached: Model?
    do {
      cached = try Self.keptModel(connection)
    } catch is StoreMigrationError {
      cached = nil
    }
    return try SourceModelSearch(metadata: metadata)
      .model(cached: cached, candidates: { try candidates(metadata) }, claimed: claimed)
  }

  /// The model that the store in the current schema keeps; nil if it keeps none.
  ///
  /// - Throws: ``StoreMigrationError/damaged(_:)``, or an `SQLError`.
  package static func keptModel(_ connection: any SQLConnection) throws -> Model? {
    let tables = try connection.value(
      "SELECT count(*) FROM pg_catalog.pg_tables"
        + " WHERE schemaname = pg_catalog.current_schema() AND tablename = 'coredata_model'"
    )
    guard tables == .integer(1),
      case .blob(let bytes) = try connection.value(
        "SELECT contents FROM coredata_model WHERE number = 1"
      )
    else { return nil }
    return try StoreMetadata.model(inArchive: bytes)
  }

  private func write(_ metadata: StoreMetadata, _ connection: any SQLConnection) throws {
    let recorded = target.identity.recorded(in: metadata.dictionary)
    try connection.run(
      "UPDATE coredata_metadata SET contents = $1",
      .blob(PropertyList.dictionary(recorded).binary())
    )
    try connection.run(
      "INSERT INTO coredata_model (number, contents) VALUES (1, $1)"
        + " ON CONFLICT (number) DO UPDATE SET contents = excluded.contents",
      .blob(try target.archive())
    )
  }

  // MARK: Losses

  /// Throws if the migration loses more than it may.
  ///
  /// A program that is older than a store does not know the store's version. It must not remove what only that
  /// version has.
  ///
  /// - Parameters:
  ///   - outline: The planned migration.
  ///   - connection: A connection to the store before the migration.
  /// - Throws: ``StoreMigrationError/nothingInCommon(_:)`` or ``StoreMigrationError/losesData(_:)``, or an `SQLError`
  ///   from reading the store.
  package func requireAllowedLosses(
    _ outline: ServerMigrationOutline,
    on connection: any SQLConnection
  ) throws {
    guard losses != .all else { return }
    guard outline.correspondence.keepsEntities else {
      let names = outline.old.mapping.model.entities.map(\.name).sorted()
      throw StoreMigrationError.nothingInCommon(names)
    }
    let losses = outline.losses
    let search = SourceModelSearch(metadata: outline.metadata)
    guard self.losses == .fromKnownVersions, outline.source.isFromStore, !losses.isEmpty,
      try !search.isKnown(among: candidates(outline.metadata))
    else { return }
    let found = try losses.filter { loss in
      guard let query = loss.query else { return true }
      return try !connection.rows("SELECT 1 WHERE EXISTS (\(query))").isEmpty
    }
    if found.isEmpty { return }
    throw StoreMigrationError.losesData(found.map(\.sentence))
  }

  // MARK: Steps

  private func execute(
    _ outline: ServerMigrationOutline,
    on connection: any SQLConnection,
    _ observer: (MigrationProgress) throws -> Void
  ) throws {
    let steps = outline.plan.steps
    let values = MandatoryValues(
      obstacles: outline.plan.obstacles,
      mapping: outline.new.mapping
    )
    // The rows have their final values by then, and a violated constraint would not tell whose value is missing.
    let firstConstraint = steps.firstIndex { $0.kind == .addConstraint } ?? steps.endIndex
    for (position, step) in steps.enumerated() {
      if position == firstConstraint { try values.verify(on: connection) }
      try observer(
        MigrationProgress(
          title: step.title,
          step: position + 1,
          stepCount: steps.count,
          rowsDone: 0,
          rowCount: 0
        )
      )
      try execute(step, values, on: connection)
    }
    if firstConstraint == steps.endIndex { try values.verify(on: connection) }
  }

  private func execute(
    _ step: MigrationStep,
    _ values: MandatoryValues,
    on connection: any SQLConnection
  ) throws {
    for statement in step.statements {
      do {
        try connection.execute(Self.inTransaction(statement, of: step))
      } catch {
        if error.kind == .notNullConstraint, let table = error.table, let column = error.column,
          let property = values.property(table: table, column: column)
        {
          throw StoreMigrationError.missingValue(property, in: values.mapping.model)
        }
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

  /// The statement in the form that is allowed in a transaction.
  private static func inTransaction(_ statement: String, of step: MigrationStep) -> String {
    guard step.runsOutsideTransactions else { return statement }
    let parts = statement.split(separator: " ", omittingEmptySubsequences: false)
    // The keyword precedes the first name.
    guard let place = parts.firstIndex(of: "CONCURRENTLY") else { return statement }
    return (parts[..<place] + parts[(place + 1)...]).joined(separator: " ")
  }

  /// Updates the numbers of entities in the history, and removes values that have another meaning now.
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
