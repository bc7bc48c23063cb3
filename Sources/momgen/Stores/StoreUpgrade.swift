import Diagnostics
import ManagedModel
import ModelFiles
import SQLDriver
import SQLSchema
import SQLiteDriver
import StoreMigration

/// Migrates the store that a command line names to the version that it names.
struct StoreUpgrade {
  let path: String
  let models: StoreModels
  private let target: ModelCandidate

  /// Whether data may be lost though nothing but the store knows its version.
  private let allowsLoss: Bool

  /// Nil where the model cannot be used, and ``StoreModels/reading`` says why.
  init?(store path: String, _ models: StoreModels, allowsLoss: Bool) {
    guard models.isUsable, let target = models.target else { return nil }
    self.path = path
    self.models = models
    self.target = target
    self.allowsLoss = allowsLoss
  }

  /// What is to be done.
  struct Plan {
    /// The name of the version that the store has; nil for the model that only the store itself keeps.
    var oldVersion: String?

    /// The name of the version that it is to have.
    var newVersion: String

    /// Nil for a store that has the version already.
    var outline: MigrationOutline?

    /// Why the store is not migrated though it could be.
    var refusal: StoreMigrationError?

    /// The versions that are known.
    fileprivate var sources: [StoredModel] = []

    /// The version that the store is said to be of.
    fileprivate var claimed: StoredModel?

    /// What keeps any store from being migrated.
    var obstacles: [MigrationObstacle] {
      outline?.plan.obstacles.filter { !$0.dependsOnData } ?? []
    }
  }

  private func migration(
    from sources: [StoredModel],
    claimed: StoredModel? = nil
  ) -> StoreMigration {
    StoreMigration(
      to: StoredModel(target.model),
      candidates: { _ in sources },
      claimed: claimed,
      losses: allowsLoss ? .all : .fromKnownVersions,
      functions: StoreFunctions.known,
      verification: .everything
    )
  }

  /// Finds out what is to be done.
  ///
  /// - Parameter isTrial: Whether nothing at all is written. Else a change that was interrupted is taken back.
  /// - Returns: The plan.
  /// - Throws: What ``StoreFailure`` explains.
  func plan(isTrial: Bool) throws -> Plan {
    if !isTrial { try OpenedStore.takeBackInterruptedChange(at: path) }
    return try OpenedStore.withStore(at: path) { store in
      var plan = Plan(oldVersion: target.title, newVersion: target.title)
      if migration(from: []).isCurrent(store.record) { return plan }
      let candidates = try models.candidates(for: store.record)
      let match = candidates.match(store.record)
      plan.oldVersion = match?.title
      plan.sources = ([match].compactMap { $0 } + candidates).map { StoredModel($0.model) }
      // The hashes tell more than people remember.
      if let claimed = models.claimed {
        plan.claimed = try StoreClaim(claimed, of: store.record, at: path).model
        if match == nil, try !store.keepsItsModel { plan.oldVersion = claimed.title }
      }
      let migration = migration(from: plan.sources, claimed: plan.claimed)
      guard let outline = try migration.outline(of: store.connection) else { return plan }
      plan.outline = outline
      do {
        try migration.requireAllowedLosses(outline, on: store.connection)
      } catch let error as StoreMigrationError {
        plan.refusal = error
      }
      return plan
    }
  }

  /// Copies the store first.
  func backUp(_ cancellation: Cancellation?) throws -> String {
    try withConnection { connection in
      try StoreBackup(ofStoreAt: path).make(connection) { try cancellation?.check() }
    }
  }

  /// Does it.
  ///
  /// - Parameters:
  ///   - plan: What is to be done; it is made anew where the store has changed meanwhile.
  ///   - cancellation: What stops it; nil where nothing does.
  ///   - observer: Called before each statement.
  /// - Returns: What was done, or nil if somebody else has done it meanwhile.
  /// - Throws: ``Cancellation/Requested``, or what ``StoreFailure`` explains; the store is as it was.
  func run(
    _ plan: Plan,
    _ cancellation: Cancellation?,
    observer: (MigrationProgress) -> Void
  ) throws -> MigrationReport? {
    try withConnection { connection in
      try StoreFunctions.register(on: connection)
      func migrate() throws -> MigrationReport? {
        try migration(from: plan.sources, claimed: plan.claimed).run(
          on: connection,
          externalData: ExternalDataFolder(ofStoreFileAt: path)
        ) { progress in
          try cancellation?.check()
          observer(progress)
        }
      }
      guard let cancellation else { return try migrate() }
      return try cancellation.interrupting(connection, migrate)
    }
  }

  private func withConnection<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result
  {
    let connection = try SQLiteConnection(path: path, options: SQLiteOptions(access: .readWrite))
    defer { connection.close() }
    return try body(connection)
  }
}

/// A version that somebody says a store is of: what its hashes do not tell, its entities must not deny.
///
/// That the tables fit is found out when the migration is planned.
private struct StoreClaim {
  let model: StoredModel

  init(_ claimed: ModelCandidate, of record: StoreRecord, at path: String) throws(DiagnosticError) {
    let known = Set(claimed.model.entities.map(\.name))
    let unknown = record.versionHashes.keys.filter { !known.contains($0) }.sorted()
    guard unknown.isEmpty else {
      throw DiagnosticError(
        Diagnostic(
          .error,
          rule: "no-model",
          "the store is not of '\(claimed.title)', which lacks its entities "
            + unknown.joined(separator: ", "),
          at: Place(path: path)
        )
      )
    }
    model = StoredModel(
      claimed.model,
      identity: ModelIdentity(hashes: record.versionHashes, identifiers: [], checksum: "")
    )
  }
}
