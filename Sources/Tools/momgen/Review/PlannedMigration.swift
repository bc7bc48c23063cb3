import Diagnostics
import ModelComparison
import ModelReview
import SQLSchema

/// The migration of a database from one model to another, planned from their difference.
struct PlannedMigration {
  let dialect: SQLVerb.Dialect
  let plan: MigrationPlan

  private let diff: ModelDiff
  private let titles: (old: String, new: String)
  private let schemas: (old: SchemaScript, new: SchemaScript)

  /// Plans the migration from the correspondence in the difference.
  ///
  /// - Parameters:
  ///   - diff: The difference, with the accepted renames.
  ///   - sides: The models as they were read.
  ///   - dialect: The database.
  /// - Returns: The plan, and the schemas before and after it.
  static func of(
    _ diff: ModelDiff,
    between sides: (old: ReviewedModel, new: ReviewedModel),
    dialect: SQLVerb.Dialect
  ) -> Self {
    let plan: MigrationPlan
    let schemas: (old: SchemaScript, new: SchemaScript)
    switch dialect {
    case .sqlite:
      let (before, after) = (SQLiteSchema(diff.old), SQLiteSchema(diff.new))
      plan = SQLiteMigration.plan(diff.correspondence, from: before, to: after)
      schemas = (
        SchemaScript(sqlite: before, of: sides.old.loaded),
        SchemaScript(sqlite: after, of: sides.new.loaded)
      )
    case .postgresql:
      let (before, after) = (PostgreSQLSchema(diff.old), PostgreSQLSchema(diff.new))
      plan = PostgreSQLMigration.plan(diff.correspondence, from: before, to: after)
      schemas = (
        SchemaScript(postgreSQL: before, of: sides.old.loaded),
        SchemaScript(postgreSQL: after, of: sides.new.loaded)
      )
    }
    return Self(
      dialect: dialect,
      plan: plan,
      diff: diff,
      titles: (sides.old.title, sides.new.title),
      schemas: schemas
    )
  }

  /// The migration as a commented text.
  var script: MigrationScript {
    MigrationScript(
      plan,
      dialect: dialect,
      obstacles: plan.obstacles.map { $0.explanation(in: diff.new) },
      schemaDifference: UnifiedDiff(
        from: schemas.old.text,
        named: titles.old.visible,
        to: schemas.new.text,
        named: titles.new.visible
      ).text
    )
  }
}
