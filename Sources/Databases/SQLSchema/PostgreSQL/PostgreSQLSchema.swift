import ManagedModel

/// The statements that create a PostgreSQL schema for a model.
///
/// 1. ``PostgreSQLLayout`` names and orders tables, columns and indexes; the result is the mapping.
/// 2. `Tables/` writes tables with their constraints and comments, `Derivations/` generated columns and triggers,
///    `Patterns/` translates regular expressions.
/// 3. A feature of the model that the database lacks is an issue, never a statement that fails.
///
/// The statements may run in one transaction (in the portable profile, better one by one).
package struct PostgreSQLSchema: Sendable {
  package let mapping: SchemaMapping
  package let options: PostgreSQLSchemaOptions

  /// Settings, tables, foreign keys, indexes, triggers, comments and first rows, in the order in which they must run.
  package let statements: [SchemaStatement]

  /// The parts of the model that the schema cannot represent, with remedies.
  package let issues: [SchemaIssue]

  package init(_ model: ResolvedModel, options: PostgreSQLSchemaOptions = .init()) {
    self.init(StoragePlan(model), options: options)
  }

  package init(_ plan: StoragePlan, options: PostgreSQLSchemaOptions = .init()) {
    self.options = options
    var layout = PostgreSQLLayout(plan: plan, options: options)
    let mapping = layout.mapping()
    self.mapping = mapping
    var writer = PostgreSQLSchemaWriter(mapping: mapping, options: options, names: layout.names)
    writer.write(columnPlans: layout.derivations)
    statements = writer.statements
    var seen: Set<SchemaIssue> = []
    issues = (mapping.issues + writer.issues).filter { seen.insert($0).inserted }
  }

  /// The statements as one script for `psql`.
  package var script: String {
    statements.map { $0.text + ";\n" }.joined(separator: "\n")
  }
}
