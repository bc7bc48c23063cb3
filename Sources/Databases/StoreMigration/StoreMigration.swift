// StoreMigration: brings an SQLite store in Core Data's layout from the version of its model to another one, in
// one transaction or not at all. The runtime does so when it opens a store, `momgen migrate` on request.
//
// `StoreMetadata` has the metadata of a store, and reads the model that it keeps. `StoredModel` is a
// model with the hashes by which stores know it. `StoreMigration` finds the model that a store was made with,
// looks at what is really there (`SchemaSurvey`), and asks `SQLSchema` for the plan: a `MigrationOutline`, which
// can be printed. `MigrationRun` executes it; `MigrationVerification` then compares what has become of the
// store with what should have, still inside the transaction.
//
// `StoreInspector` finds out what is in a store and what is wrong with it, for `momgen inspect` and `verify`.
//
// It knows no `NS…` type and no file but those of external data.

import ManagedModel
import ModelComparison
import SQLDriver
import SQLSchema
import SQLiteDriver

/// The migration of stores to a version of a model.
package struct StoreMigration {
  /// The version that stores are to have.
  package var target: StoredModel

  /// The versions that are known; a store that does not keep its model must have one of them.
  package var candidates: (StoreMetadata) throws -> [StoredModel]

  /// The version of a store that neither keeps its model nor has one of the candidates.
  package var claimed: StoredModel?

  /// The losses that are allowed.
  package var losses: LossPolicy

  /// Whether values that cannot be converted may be left behind, and the migration goes on.
  ///
  /// Core Data infers no migration then, and neither do we unless it is asked for.
  package var leavesUnconvertibleValues: Bool

  /// The SQL functions that connections know, by name, besides ``MigrationFunction``.
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
  /// - Returns: The outline, or nil for a store that has the version already.
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

  /// Migrates a store: all of it, or nothing where an error is thrown.
  ///
  /// Another process that migrates the same store is waited for as long as the connection waits for locks; the
  /// store may have the version then.
  ///
  /// - Parameters:
  ///   - connection: The only connection to the store in this program.
  ///   - externalData: Where the store keeps large values; nil for a store without such a place.
  ///   - observer: Called before each statement; if it throws, nothing has happened.
  /// - Returns: What was done, or nil for a store that has the version already.
  /// - Throws: ``StoreMigrationError``, an `SQLError` where the database cannot be used, or what the observer
  ///   throws.
  @discardableResult
  package func run(
    on connection: SQLiteConnection,
    externalData: ExternalDataFolder? = nil,
    observer: (MigrationProgress) throws -> Void = { _ in }
  ) throws -> CompletedMigration? {
    try ExternalValues.register(on: connection, folder: externalData)
    // Exclusive, so that readers of a store without a write-ahead log are waited for now, not at the end.
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
  /// All that the two versions do not share, where the version of the store is one of those that are known;
  /// nothing that the store holds, where it is known only from the store itself; never all entities.
  case fromKnownVersions

  /// The same, and the version of the store counts as known.
  case knownVersion

  /// All that the two versions do not share.
  case all
}

extension StoreMigration {
  /// Makes sure that a migration loses no more than it may.
  ///
  /// A program that is older than a store does not know the store's version. What that version has in addition
  /// is not for the program to remove.
  ///
  /// - Parameters:
  ///   - outline: What is to be done.
  ///   - connection: A connection to the store, which is still as it was.
  /// - Throws: ``StoreMigrationError/nothingInCommon(_:)`` or ``StoreMigrationError/losesData(_:)``, or an
  ///   `SQLError` from reading the store.
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
