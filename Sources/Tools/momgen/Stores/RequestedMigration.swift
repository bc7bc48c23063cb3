import Diagnostics
import ManagedModel
import ModelComparison
import ModelFiles
import SQLDriver
import SQLSchema
import SQLiteDriver
import StoreMigration

/// A migration of the store on a command line to the requested version.
protocol RequestedMigration {
  /// The location of the store in messages.
  var path: String { get }

  /// Plans the migration.
  ///
  /// - Parameter isTrial: Whether nothing may be written. Otherwise an interrupted change is rolled back.
  /// - Returns: The plan.
  /// - Throws: An error that ``StoreDiagnosis`` explains.
  func plan(isTrial: Bool) throws -> UpgradePlan

  /// Makes a copy of the store.
  ///
  /// - Returns: The path of the copy.
  func backUp(_ cancellation: StatementCancellation?) throws -> String

  /// Carries out the migration.
  ///
  /// - Parameters:
  ///   - plan: The plan; a new one is made if the store has changed meanwhile.
  ///   - cancellation: The means to stop it; nil for none.
  ///   - observer: Called before each statement.
  /// - Returns: The number of objects of each entity before and after, or nil if another program has done it meanwhile.
  /// - Throws: ``StatementCancellation/Requested``, or an error that ``StoreDiagnosis`` explains;
  ///   the store is as it was.
  func run(
    _ plan: UpgradePlan,
    _ cancellation: StatementCancellation?,
    observer: (MigrationProgress) -> Void
  ) throws -> [EntityCount]?
}

/// A planned migration of a store.
struct UpgradePlan {
  /// The name of the version of the store; nil for a model that is only in the store itself.
  var oldVersion: String?

  /// The name of the requested version.
  var newVersion: String

  /// The steps; nil for a store that has the version already.
  var outline: Outline?

  /// The reason why the store is not migrated although that is possible.
  var refusal: StoreMigrationError?

  /// The known versions.
  var sources: [StoredModel] = []

  /// The version that the store has according to the user.
  var claimed: StoredModel?

  /// The obstacles that prevent the migration of any store.
  var obstacles: [MigrationObstacle] {
    outline?.plan.obstacles.filter { !$0.dependsOnData } ?? []
  }

  /// The steps, independent of the database.
  struct Outline {
    let plan: MigrationPlan
    let dialect: SQLVerb.Dialect

    /// The new version.
    let model: ResolvedModel
    let losses: [MigrationLoss]

    /// The number of rows that steps process, by the names of tables.
    let rowCounts: [String: Int]

    init(_ outline: MigrationOutline) {
      plan = outline.plan
      dialect = .sqlite
      model = outline.new.mapping.model
      losses = outline.losses
      rowCounts = outline.rowCounts
    }

    init(_ outline: ServerMigrationOutline) {
      plan = outline.plan
      dialect = .postgresql
      model = outline.new.mapping.model
      losses = outline.losses
      rowCounts = [:]
    }

    /// The approximate number of rows that a step processes.
    func rowCount(of step: MigrationStep) -> Int {
      step.work == .catalog ? 0 : step.table.flatMap { rowCounts[$0] } ?? 0
    }
  }

  /// Records the versions that the store may have.
  mutating func take(_ models: StoreModels, _ metadata: StoreMetadata, at path: String) throws {
    let candidates = try models.candidates(for: metadata)
    let match = candidates.match(metadata)
    oldVersion = match?.title
    sources = ([match].compactMap { $0 } + candidates).map { StoredModel($0.model) }
    // The hashes are more reliable than an option.
    guard let claimed = models.claimed else { return }
    self.claimed = try DeclaredVersion(claimed, of: metadata, at: path).model
  }
}

/// The migration of a store in an SQLite file.
struct FileMigration: RequestedMigration {
  let path: String
  private let models: StoreModels
  private let target: ModelCandidate

  /// Whether data may be lost although only the store contains its version.
  private let allowsLoss: Bool

  init(_ path: String, _ models: StoreModels, to target: ModelCandidate, allowsLoss: Bool) {
    self.path = path
    self.models = models
    self.target = target
    self.allowsLoss = allowsLoss
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

  func plan(isTrial: Bool) throws -> UpgradePlan {
    if !isTrial { try OpenedStore.rollBackInterruptedTransaction(at: path) }
    return try OpenedStore.withStore(at: path) { store in
      var plan = UpgradePlan(oldVersion: target.title, newVersion: target.title)
      if migration(from: []).isCurrent(store.metadata) { return plan }
      try plan.take(models, store.metadata, at: path)
      if plan.oldVersion == nil, try !store.keepsItsModel {
        plan.oldVersion = models.claimed?.title
      }
      let migration = migration(from: plan.sources, claimed: plan.claimed)
      guard let outline = try migration.outline(of: store.connection) else { return plan }
      plan.outline = UpgradePlan.Outline(outline)
      do {
        try migration.requireAllowedLosses(outline, on: store.connection)
      } catch let error as StoreMigrationError {
        plan.refusal = error
      }
      return plan
    }
  }

  func backUp(_ cancellation: StatementCancellation?) throws -> String {
    try withConnection { connection in
      try StoreBackup(ofStoreAt: path).make(connection) { try cancellation?.check() }
    }
  }

  func run(
    _ plan: UpgradePlan,
    _ cancellation: StatementCancellation?,
    observer: (MigrationProgress) -> Void
  ) throws -> [EntityCount]? {
    try withConnection { connection in
      try StoreFunctions.register(on: connection)
      func migrate() throws -> [EntityCount]? {
        try migration(from: plan.sources, claimed: plan.claimed).run(
          on: connection,
          externalData: ExternalDataFolder(ofStoreFileAt: path)
        ) { progress in
          try cancellation?.check()
          observer(progress)
        }?.counts
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
