/// The progress of a migration.
package struct MigrationProgress: Sendable, Hashable {
  /// The current step, in a few words.
  package var title: String

  /// The number of the step, from 1, and the number of steps.
  package var step: Int
  package var stepCount: Int

  /// The approximate numbers of rows that steps have processed and will process: the highest keys of the tables.
  package var rowsDone: Int
  package var rowCount: Int

  package init(title: String, step: Int, stepCount: Int, rowsDone: Int, rowCount: Int) {
    self.title = title
    self.step = step
    self.stepCount = stepCount
    self.rowsDone = rowsDone
    self.rowCount = rowCount
  }

  /// The completed fraction, from 0 to 1.
  package var fraction: Double {
    let rows = rowCount > 0 ? Double(rowsDone) / Double(rowCount) : 0
    let steps = stepCount > 0 ? Double(max(step - 1, 0)) / Double(stepCount) : 0
    return rowCount > 0 ? min(max(rows, 0), 1) : min(max(steps, 0), 1)
  }
}

/// The result of a migration.
package struct CompletedMigration: Sendable {
  package var outline: MigrationOutline

  /// The numbers of objects of each entity that remains, before and after, by the new names; only those that were
  /// counted.
  package var counts: [EntityCount]

  package init(outline: MigrationOutline, counts: [EntityCount]) {
    self.outline = outline
    self.counts = counts
  }
}

/// The numbers of objects of an entity before and after a migration.
package struct EntityCount: Sendable, Hashable {
  package var entity: String
  package var before: Int
  package var after: Int

  package init(entity: String, before: Int, after: Int) {
    self.entity = entity
    self.before = before
    self.after = after
  }
}
