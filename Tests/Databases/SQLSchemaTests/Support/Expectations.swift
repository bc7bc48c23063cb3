import Testing

@testable import SQLSchema

extension SQLiteSchema {
  /// The texts of the statements derived from the model.
  var modelTexts: [String] {
    statements.filter { $0.kind != .systemTable && $0.kind != .systemIndex }.map(\.text)
  }
}

/// Expects the columns of a table, in the syntax of its definition, after those that all tables have.
func expectColumns(
  _ schema: SQLiteSchema,
  _ table: String,
  _ expected: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let start = "CREATE TABLE \(table) ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"
  let text = schema.statements.first { $0.name == table }?.text
  let rest = expected.isEmpty ? "" : ", \(expected)"
  #expect(text == "\(start)\(rest) )", sourceLocation: sourceLocation)
}
