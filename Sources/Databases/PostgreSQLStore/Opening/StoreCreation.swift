import PostgreSQLDriver
import SQLDriver
import SQLSchema

/// The parts of a store that were created when it was opened for the first time.
///
/// They are removed if the store cannot be filled, unless another program has saved to it meanwhile.
package struct StoreCreation: Sendable {
  private let database: PostgreSQLDatabase

  /// Whether the schema was created.
  private let hasSchema: Bool

  /// The UUID of the store.
  private var identifier = ""

  /// The tables that were created.
  private var tables: [String] = []

  /// The functions of triggers that were created.
  private var functions: Set<String> = []

  package init(in database: PostgreSQLDatabase, hasSchema: Bool) {
    self.database = database
    self.hasSchema = hasSchema
  }

  /// Adds the tables of a store.
  ///
  /// - Parameters:
  ///   - schema: The tables of the store's objects.
  ///   - present: The names of the tables that existed before.
  ///   - identifier: The UUID of the store.
  package mutating func add(
    _ schema: PostgreSQLSchema,
    besides present: Set<String>,
    _ identifier: String
  ) {
    let all = schema.mapping.tables.map(\.name) + StoreTables.names
    tables = all.filter { !present.contains($0) }
    // The tables of a script have their triggers already.
    if !present.contains(PostgreSQLSystemTables.metadataTable) {
      functions = Set(schema.statements.filter { $0.kind == .trigger }.map(\.name))
    }
    self.identifier = identifier
  }

  /// Removes what was created.
  ///
  /// - Throws: An error if another program uses the store, or if something else depends on a table; then nothing is
  ///   removed.
  package func undo() throws {
    let connection = try database.connect()
    defer { connection.close() }
    if !tables.isEmpty { try database.exclusively(on: connection) { try dropTables(connection) } }
    if hasSchema { try connection.execute("DROP SCHEMA \(database.quotedSchema())") }
  }

  private func dropTables(_ connection: PostgreSQLConnection) throws {
    let names = try tables.map { try SQLDialect.postgreSQL.identifier($0) }
    let list = names.joined(separator: ", ")
    try connection.execute("LOCK TABLE \(list) IN ACCESS EXCLUSIVE MODE")
    guard try isUnused(names, connection) else {
      throw SQLError(.misuse, code: "creation", "another program has saved to the new store")
    }
    if !tables.contains(PostgreSQLSystemTables.metadataTable) {
      try connection.run("DELETE FROM coredata_metadata WHERE uuid = $1", .text(identifier))
    }
    try connection.execute("DROP TABLE \(list)")
    for function in functions.sorted() {
      let name = try SQLDialect.postgreSQL.identifier(function)
      try connection.execute("DROP FUNCTION IF EXISTS \(name)()")
    }
  }

  /// Whether the store is the one that was created, and nothing has been saved to it.
  private func isUnused(_ names: [String], _ connection: PostgreSQLConnection) throws -> Bool {
    guard case .store(identifier, _) = try StoreTables(connection).state() else { return false }
    let own = Set(try StoreTables.names.map { try SQLDialect.postgreSQL.identifier($0) })
    var questions = names.filter { !own.contains($0) }.map { "EXISTS (SELECT FROM \($0))" }
    // Each save leaves its marker.
    questions.append("EXISTS (SELECT FROM coredata_transaction WHERE NOT refused)")
    return try connection.value("SELECT \(questions.joined(separator: " OR "))") == .integer(0)
  }
}
