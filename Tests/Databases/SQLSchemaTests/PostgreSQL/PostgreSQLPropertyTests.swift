import Foundation
import ManagedModel
import PostgreSQLDriver
import SQLDriver
import Testing

@testable import SQLSchema

/// Tests of invariants of every model: its statements can be executed, names are unique, and every column maps back
/// to its property.
@Suite struct PostgreSQLPropertyTests {
  private static func options(_ seed: UInt64) -> PostgreSQLSchemaOptions {
    PostgreSQLSchemaOptions(
      profile: seed % 3 == 0 ? .distributed : .standard,
      naming: seed % 2 == 0 ? .snakeCase : .model
    )
  }

  @Test(arguments: [RandomModel.ordinaryNames, RandomModel.hostileNames])
  func anyModelHasASchema(names: [String]) throws {
    let database = try SchemaDatabase()
    for seed: UInt64 in 0..<1_000 {
      let model = RichModel.model(seed: seed, names: names)
      let schema = PostgreSQLSchema(ResolvedModel(model), options: Self.options(seed))
      do {
        try database.with(schema) {
          let tables = try database.tables()
          for table in schema.mapping.tables where tables[table.name] != table.columns.map(\.name) {
            Issue.record("seed \(seed): \(table.name) is not as it was planned")
          }
          #expect(tables.count == schema.mapping.tables.count + 2, "seed \(seed)")
          for table in schema.mapping.tables.indices {
            expectOrdinaryAnswer(database, schema.mapping, table, seed)
          }
        }
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
  }

  /// Checks and triggers are first evaluated when a row is inserted: it may be rejected, but not because they are
  /// invalid.
  private func expectOrdinaryAnswer(
    _ database: SchemaDatabase,
    _ mapping: SchemaMapping,
    _ table: Int,
    _ seed: UInt64
  ) {
    let derived = Set(mapping.derivations.map(\.column))
    var names: [String] = []
    var values: [String] = []
    for (position, column) in mapping.tables[table].columns.enumerated()
    where !derived.contains(ColumnReference(table: table, column: position)) {
      names.append(column.name)
      values.append(Self.value(column.type.postgreSQLName))
    }
    let sql =
      "INSERT INTO \(PostgreSQLText.identifier(mapping.tables[table].name)) "
      + "(\(PostgreSQLText.list(names))) VALUES (\(values.joined(separator: ", ")))"
    guard let failure = database.failure(of: sql) else { return }
    let ordinary: [SQLError.Kind] = [
      .checkConstraint, .notNullConstraint, .foreignKeyConstraint, .uniqueConstraint,
    ]
    if !ordinary.contains(failure.kind) { Issue.record("seed \(seed): \(failure)") }
  }

  private static func value(_ type: String) -> String {
    switch type {
    case "text": "'x1'"
    case "boolean": "TRUE"
    case "timestamptz": "now()"
    case "uuid": "gen_random_uuid()"
    case "bytea": "'x'"
    default: "1"
    }
  }

  /// Invariants that can be checked without a server, for more models.
  @Test(arguments: [RandomModel.ordinaryNames, RandomModel.hostileNames])
  func namesAreUniqueAndColumnsLeadBack(names: [String]) {
    for seed: UInt64 in 0..<2_000 {
      let model = RichModel.model(seed: seed, names: names)
      let schema = PostgreSQLSchema(ResolvedModel(model), options: Self.options(seed))
      let violations = Self.violations(in: schema)
      if !violations.isEmpty { Issue.record("seed \(seed): \(violations.joined(separator: "\n"))") }
    }
  }

  private static func violations(in schema: PostgreSQLSchema) -> [String] {
    var violations: [String] = []
    var seen: Set<String> = []
    let made: Set<SchemaStatementKind> = [.table, .joinTable, .index, .uniqueIndex, .systemTable]
    for statement in schema.statements where made.contains(statement.kind) {
      if !seen.insert(statement.name).inserted {
        violations.append("two are named \(statement.name)")
      }
      if statement.name.utf8.count > 63 { violations.append("\(statement.name) is too long") }
    }
    for (table, content) in schema.mapping.tables.enumerated() {
      if Set(content.columns.map(\.name)).count != content.columns.count {
        violations.append("two columns of \(content.name) share a name")
      }
      for (position, column) in content.columns.enumerated() {
        let reference = ColumnReference(table: table, column: position)
        guard let location = column.origin.location else { continue }
        if !schema.mapping[location].columns.contains(reference) {
          violations.append("\(content.name).\(column.name) is unknown to its property")
        }
      }
    }
    return violations
  }

  /// The statements do not depend on the order of the model file.
  @Test func theOrderOfTheFileMakesNoDifference() {
    var compared = 0
    for seed: UInt64 in 0..<400 {
      let straight = RichModel.model(seed: seed)
      let names = straight.entities.map(\.name)
      let isUnique =
        Set(names).count == names.count
        && straight.entities.allSatisfy {
          Set($0.properties.map(\.name)).count == $0.properties.count
        }
      guard isUnique else { continue }
      var turned = straight
      turned.entities.reverse()
      for position in turned.entities.indices { turned.entities[position].properties.reverse() }
      let options = Self.options(seed)
      let first = PostgreSQLSchema(ResolvedModel(straight), options: options)
      let second = PostgreSQLSchema(ResolvedModel(turned), options: options)
      #expect(first.script == second.script, "seed \(seed)")
      compared += 1
    }
    #expect(compared > 100)
  }

  /// The portable profile uses only features that all its engines have.
  @Test func thePortableProfileIsPortable() throws {
    let forbidden = [
      "CREATE TRIGGER", "CREATE FUNCTION", "CREATE SEQUENCE", "DEFERRABLE", "SERIAL", "IDENTITY",
      "EXCLUDE",
      "INHERITS", "NULLS FIRST", "NULLS LAST", "normalize(", "CONCURRENTLY", "CREATE RULE", "DO $$",
      "U&'",
    ]
    for seed: UInt64 in 0..<300 {
      let schema = PostgreSQLSchema(
        ResolvedModel(RichModel.model(seed: seed)),
        options: .init(profile: .distributed)
      )
      #expect(schema.statements.first?.text == "SET lock_timeout = '5s'")
      for statement in schema.statements {
        for word in forbidden where statement.text.contains(word) {
          // Keywords in a comment by the model's author do not count.
          if !statement.text.hasPrefix("COMMENT") {
            Issue.record("seed \(seed): \(statement.text)")
          }
        }
        for line in statement.text.split(separator: "\n") where line.contains(" ~ ") {
          #expect(!line.contains("(?=") && !line.contains("(?!"), "\(line)")
        }
        let creates = statement.text.hasPrefix("CREATE")
        #expect(!creates || statement.text.contains(" IF NOT EXISTS "), "\(statement.text)")
      }
    }
  }

  /// It can be executed again after an interruption.
  @Test func thePortableProfileRunsTwice() throws {
    let database = try SchemaDatabase()
    for seed: UInt64 in 0..<50 {
      let schema = PostgreSQLSchema(
        ResolvedModel(RichModel.model(seed: seed)),
        options: .init(profile: .distributed)
      )
      try database.with(schema) { try database.connection.execute(schema.script) }
    }
  }
}
