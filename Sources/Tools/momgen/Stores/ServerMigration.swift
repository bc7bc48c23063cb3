import Diagnostics
import ManagedModel
import ModelFiles
import PostgreSQLDriver
import SQLDriver
import SQLSchema
import StoreMigration

/// The migration of a store in PostgreSQL.
struct ServerMigration: RequestedMigration {
  private let server: ServerPlace
  private let models: StoreModels
  private let target: ModelCandidate
  private let allowsLoss: Bool

  var path: String { server.path }

  init(_ server: ServerPlace, _ models: StoreModels, to target: ModelCandidate, allowsLoss: Bool) {
    self.server = server
    self.models = models
    self.target = target
    self.allowsLoss = allowsLoss
  }

  private func migration(of plan: UpgradePlan) -> PostgreSQLStoreMigration {
    PostgreSQLStoreMigration(
      to: StoredModel(target.model),
      candidates: { _ in plan.sources },
      claimed: plan.claimed,
      losses: allowsLoss ? .all : .fromKnownVersions,
      countsObjects: true
    )
  }

  func plan(isTrial: Bool) throws -> UpgradePlan {
    try server.reading { connection in
      var plan = UpgradePlan(oldVersion: target.title, newVersion: target.title)
      let metadata = try PostgreSQLStoreMigration.metadata(connection)
      if migration(of: plan).isCurrent(metadata) { return plan }
      try plan.take(models, metadata, at: path)
      let migration = migration(of: plan)
      guard let outline = try migration.outline(of: connection) else { return plan }
      if plan.oldVersion == nil, plan.claimed != nil {
        let isKept = try PostgreSQLStoreMigration.keptModel(connection) != nil
        plan.oldVersion = isKept ? nil : models.claimed?.title
      }
      plan.outline = UpgradePlan.Outline(outline)
      do {
        try migration.requireAllowedLosses(outline, on: connection)
      } catch let error as StoreMigrationError {
        plan.refusal = error
      }
      return plan
    }
  }

  func backUp(_ cancellation: StatementCancellation?) throws -> String {
    throw DiagnosticError(
      Diagnostic(
        .error,
        rule: RunRule.usage.rawValue,
        "a store on a server is not copied",
        at: Place(path: path),
        hint: "use pg_dump --schema=\(server.address.schema)"
      )
    )
  }

  func run(
    _ plan: UpgradePlan,
    _ cancellation: StatementCancellation?,
    observer: (MigrationProgress) -> Void
  ) throws -> [EntityCount]? {
    let connection = try server.connect()
    defer { connection.close() }
    func migrate() throws -> [EntityCount]? {
      try server.database.exclusively(on: connection) {
        try migration(of: plan).run(on: connection) { progress in
          try cancellation?.check()
          observer(progress)
        }
      }
    }
    guard let cancellation else { return try migrate() }
    return try cancellation.interrupting(connection, migrate)
  }
}
