import PropertyLists
import SQLDriver
import SQLSchema

/// Executes the plan for a store inside a transaction that the caller begins and ends.
struct MigrationRun {
  let migration: StoreMigration
  let outline: MigrationOutline
  let connection: any SQLConnection

  func execute(_ observer: (MigrationProgress) throws -> Void) throws -> CompletedMigration {
    let verification = MigrationVerification(
      outline: outline,
      target: migration.target,
      depth: migration.verification,
      connection: connection
    )
    try numberRows()
    let before = try verification.counts(.before)
    try runSteps(observer)
    try observer(progress("record the new version", outline.plan.steps.count + 1, .max))
    try record()
    try observer(progress("verify the store", outline.plan.steps.count + 2, .max))
    let after = try verification.counts(.after)
    try verification.verify(before: before, after: after)
    return CompletedMigration(
      outline: outline,
      counts: after.keys.sorted().map { entity in
        EntityCount(entity: entity, before: before[entity] ?? 0, after: after[entity] ?? 0)
      }
    )
  }

  /// Sets the number of the entity in the rows of a table where it was not needed so far.
  ///
  /// In a table with objects of one entity the number is not read, so that it may be missing or wrong. It matters as
  /// soon as there are objects of other entities too.
  private func numberRows() throws {
    let (old, new) = (outline.old.mapping, outline.new.mapping)
    for table in outline.plan.tables {
      let present = old.entities.filter { old.tables[$0.table].name == table.oldName }
      let later = new.entities.filter { new.tables[$0.table].name == table.newName }
      guard let number = present.first?.number, present.count == 1, later.count > 1 else {
        continue
      }
      try connection.execute(
        "UPDATE \(connection.dialect.identifier(table.oldName)) SET Z_ENT = \(number)"
          + " WHERE Z_ENT IS NOT \(number)"
      )
    }
  }

  private func runSteps(_ observer: (MigrationProgress) throws -> Void) throws {
    var rows = 0
    for (position, step) in outline.plan.steps.enumerated() {
      for statement in step.statements {
        try observer(progress(step.title, position + 1, rows))
        do {
          try connection.execute(statement)
        } catch {
          throw Self.failure(error, in: step)
        }
      }
      rows += outline.rowCount(of: step)
    }
  }

  private func progress(_ title: String, _ step: Int, _ rows: Int) -> MigrationProgress {
    let count = outline.plan.steps.reduce(0) { $0 + outline.rowCount(of: $1) }
    return MigrationProgress(
      title: title,
      step: step,
      stepCount: outline.plan.steps.count + 2,
      rowsDone: min(rows, count),
      rowCount: count
    )
  }

  /// The error for a failed statement; problems of the disk or of locks are not attributed to the step.
  private static func failure(_ error: SQLError, in step: MigrationStep) -> any Error {
    switch error.kind {
    case .uniqueConstraint:
      StoreMigrationError.constraintViolation(step: step.title, error)
    case .statement, .value, .misuse, .other, .checkConstraint, .notNullConstraint,
      .foreignKeyConstraint, .otherConstraint:
      StoreMigrationError.statement(step: step.title, error)
    default: error
    }
  }

  /// Records the new model in the metadata, and stores that model.
  private func record() throws {
    let metadata = migration.target.identity.recorded(in: outline.metadata.dictionary)
    try connection.run(
      "UPDATE Z_METADATA SET Z_PLIST = ?",
      .blob(PropertyList.dictionary(metadata).binary())
    )
    let archive = SQLValue.blob(try migration.target.archive())
    if try connection.run("UPDATE Z_MODELCACHE SET Z_CONTENT = ?", archive) == 0 {
      try connection.run("INSERT INTO Z_MODELCACHE(Z_CONTENT) VALUES(?)", archive)
    }
  }
}
