// StoreMigration: migrates an SQLite store in Core Data's layout from one version of its model to another,
// atomically. The runtime does so when it opens a store, `momgen migrate` on request.
//
// `StoreMetadata` has the metadata of a store, and reads the model that it keeps. `StoredModel` is a model with the
// hashes that stores record. `StoreMigration` finds the model of a store, reads its actual schema (`SchemaSurvey`),
// and gets the plan from `SQLSchema`: a `MigrationOutline`, which can be printed. `MigrationRun` executes it;
// `MigrationVerification` then compares the result with the expected one, still inside the transaction.
//
// `StoreInspector` inspects the contents of a store and finds problems, for `momgen inspect` and `verify`.
//
// This target uses no `NS…` type, and no files except those of external data.

import ManagedModel
import ModelComparison
import SQLDriver
import SQLSchema
import SQLiteDriver

/// The migration of stores to a version of a model.
package struct StoreMigration {
  /// The version that stores are to have.
  package var target: StoredModel

  /// The known versions; a store that does not keep its model must have one of them.
  package var candidates: (StoreMetadata) throws -> [StoredModel]

  /// The version of a store that neither keeps its model nor has one of the candidates.
  package var claimed: StoredModel?

  /// The losses that are allowed.
  package var losses: LossPolicy

  /// Whether values that cannot be converted may be dropped.
  ///
  /// Core Data infers no migration then, and neither does OpenCoreData unless this is set.
  package var leavesUnconvertibleValues: Bool

  /// The SQL functions of connections, by name, besides ``MigrationFunction``.
  package var functions: Set<String>

  package var verification: VerificationDepth

  package init(
    to target: StoredModel,
    candidates: @escaping (StoreMetadata) throws -> [StoredModel] = { _ in [] },
    claimed: StoredModel? = nil,
    losses: LossPolicy = .fromKnownVersions,
    leavesUnconvertibleValues: Bool = false,
    functions: Set<String> = [],
    verification: VerificationDepth = .touched
  ) {
    self.target = target
    self.candidates = candidates
    self.claimed = claimed
    self.losses = losses
    self.leavesUnconvertibleValues = leavesUnconvertibleValues
    self.functions = functions
    self.verification = verification
  }

  /// Whether a store has the version already.
  package func isCurrent(_ metadata: StoreMetadata) -> Bool {
    metadata.versionHashes == target.identity.hashes
  }

  /// Plans the migration of a store, without executing it.
  ///
  /// - Parameter connection: A connection to the store.
  /// - Returns: The outline; nil if the store has the version already.
  /// - Throws: ``StoreMigrationError``, or an `SQLError` from reading the store.
  package func outline(of connection: SQLiteConnection) throws -> MigrationOutline? {
    guard let metadata = try StoreMetadata.read(connection) else {
      throw StoreMigrationError.emptyDatabase
    }
    if isCurrent(metadata) { return nil }
    guard !target.value.entities.isEmpty else { throw StoreMigrationError.noEntities }
    let source = try SourceModelSearch(metadata: metadata).model(
      cached: StoreMetadata.readableModel(connection),
      candidates: { try candidates(metadata) },
      claimed: claimed
    )
    guard let source else { throw StoreMigrationError.noSourceModel }
    return try MigrationOutline(
      from: source,
      to: target,
      metadata: metadata,
      survey: SchemaSurvey(connection),
      functions: functions.union(MigrationFunction.allCases.map(\.rawValue))
    )
  }

  /// Migrates a store atomically.
  ///
  /// If another process migrates the same store, this waits as long as the connection waits for locks; the store may
  /// have the version then.
  ///
  /// - Parameters:
  ///   - connection: The only connection to the store in this program.
  ///   - externalData: The folder of large values; nil for a store without one.
  ///   - observer: Called before each statement; if it throws, the store is unchanged.
  /// - Returns: The result; nil if the store has the version already.
  /// - Throws: ``StoreMigrationError``, an `SQLError` if the database cannot be used, or the error of the observer.
  @discardableResult
  package func run(
    on connection: SQLiteConnection,
    externalData: ExternalDataFolder? = nil,
    observer: (MigrationProgress) throws -> Void = { _ in }
  ) throws -> CompletedMigration? {
    try ExternalValues.register(on: connection, folder: externalData)
    // Exclusive, to wait now, and not at the end, for readers of a store without a write-ahead log.
    try connection.execute("BEGIN EXCLUSIVE")
    do {
      guard let outline = try outline(of: connection) else {
        try connection.rollBack()
        return nil
      }
      try requireInferred(outline)
      try requireAllowedLosses(outline, on: connection)
      let files = try externalData.map { try ExternalFiles(outline, in: $0, connection) }
      let run = MigrationRun(migration: self, outline: outline, connection: connection)
      let report = try run.execute(observer)
      let abandoned = try files?.abandoned(connection) ?? []
      try connection.commit()
      for name in abandoned { externalData?.remove(name) }
      return report
    } catch {
      if connection.isInTransaction { try? connection.rollBack() }
      throw error
    }
  }

  private func requireInferred(_ outline: MigrationOutline) throws {
    let obstacles = outline.plan.obstacles.filter { !$0.dependsOnData }
    guard obstacles.isEmpty || leavesUnconvertibleValues else {
      throw StoreMigrationError.notInferrable(obstacles, in: outline.new.mapping.model)
    }
  }
}

// MARK: - Losses

/// The losses that the migration of a store may cause.
package enum LossPolicy: Sendable, Hashable {
  /// If the version of the store is a known one, everything that the two versions do not share; if it is known only
  /// from the store itself, only what the store has no data for; never all entities.
  case fromKnownVersions

  /// Like ``fromKnownVersions``, but the version of the store counts as known.
  case knownVersion

  /// Everything that the two versions do not share.
  case all
}

extension StoreMigration {
  /// Throws if a migration loses more than it may.
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
    _ outline: MigrationOutline,
    on connection: SQLiteConnection
  ) throws {
    guard losses != .all else { return }
    guard outline.correspondence.keepsEntities else {
      throw StoreMigrationError.nothingInCommon(
        outline.old.mapping.model.entities.map(\.name).sorted()
      )
    }
    let losses = outline.losses
    guard self.losses == .fromKnownVersions, outline.source.isFromStore, !losses.isEmpty else {
      return
    }
    let search = SourceModelSearch(metadata: outline.metadata)
    guard try !search.isKnown(among: candidates(outline.metadata)) else { return }
    let found = try losses.filter { loss in
      guard let query = loss.query else { return true }
      return try connection.value("SELECT EXISTS (\(query))") != .integer(0)
    }
    guard found.isEmpty else { throw StoreMigrationError.losesData(found.map(\.sentence)) }
  }
}
