import FoundationEssentials
import PostgreSQLDriver
import SQLDriver
import SQLSchema

/// The replacement of all tables of a store by others, which are filled in a schema of their own until then.
///
/// While the new tables are filled, other programs can read the store but not change it. The exchange is part of the
/// transaction that holds the migration lock: it is atomic. What a program leaves behind that ends before is removed
/// by the next replacement.
package struct StoreReplacement {
  /// The database with the schema of the new tables.
  package let newDatabase: PostgreSQLDatabase

  private let database: PostgreSQLDatabase

  /// The connection whose transaction holds the migration lock.
  private let connection: PostgreSQLConnection
  private let old: PostgreSQLSchema

  /// Plans to replace a store.
  ///
  /// - Parameters:
  ///   - database: The database with the schema of the store.
  ///   - connection: The connection whose transaction holds the migration lock.
  ///   - old: The tables of the store.
  package init(
    of database: PostgreSQLDatabase,
    on connection: PostgreSQLConnection,
    old: PostgreSQLSchema
  ) {
    self.database = database
    self.connection = connection
    self.old = old
    newDatabase = database.replacingSchema(
      by: "coredata-migration-\(UUID().uuidString.lowercased())"
    )
  }

  // MARK: Preparing

  /// The tables of the store: first the one that each save writes to first, so that a save and the replacement cannot
  /// deadlock.
  private var oldTables: [String] {
    ["coredata_transaction"] + old.mapping.tables.map(\.name)
      + StoreTables.names.filter { $0 != "coredata_transaction" }
  }

  /// Keeps other programs from changing the store until the transaction ends.
  package func lockTables() throws {
    let names = try oldTables.map(quoted).joined(separator: ", ")
    try connection.execute("LOCK TABLE \(names) IN SHARE MODE")
  }

  /// The columns in the store's tables that do not belong to the store, as `table.column`: their values would be
  /// lost.
  package func foreignColumns() throws -> [String] {
    let found = try StoreTables(connection).columns()
    return old.mapping.tables.flatMap { table in
      let own = Set(table.columns.map(\.name))
      return (found[table.name] ?? []).filter { !own.contains($0) }.map { "\(table.name).\($0)" }
    }
  }

  /// Creates the schema for the new tables, and in it whatever a body creates, in one transaction.
  ///
  /// The keys of new objects are higher than all keys that old ones have had: a program that still knows an old
  /// object does not find another one in its place.
  package func prepare(_ makeTables: (PostgreSQLConnection) throws -> Void) throws {
    try Self.removeLeftovers(of: database)
    let key = try highestKey()
    let other = try newDatabase.connect()
    defer { other.close() }
    try other.transaction {
      let schema = try newDatabase.quotedSchema()
      try other.execute("CREATE SCHEMA \(schema)")
      try other.execute("COMMENT ON SCHEMA \(schema) IS \(try Self.mark(of: database))")
      try makeTables(other)
      try other.run("UPDATE coredata_entity SET last_key = $1::bigint", .integer(key))
    }
  }

  /// The greatest key that an object of the store has, or that a program may have reserved.
  private func highestKey() throws -> Int64 {
    var questions = ["SELECT last_key FROM coredata_entity"]
    for table in old.mapping.tables {
      guard case .objects = table.content,
        let key = table.columns.first(where: { $0.origin == .objectKey })
      else { continue }
      questions.append("SELECT MAX(\(try quoted(key.name))) FROM \(try quoted(table.name))")
    }
    let all = questions.map { "(\($0))" }.joined(separator: " UNION ALL ")
    let value = try connection.value("SELECT MAX(k)::bigint FROM (\(all)) q (k)")
    guard case .integer(let key) = value else { return 0 }
    return key
  }

  // MARK: Exchanging

  /// Drops the old tables, and moves the new ones to their schema.
  ///
  /// Tables keep their owner, and those whose names stay the same keep the granted privileges. The exchange fails if
  /// something else depends on an old table, such as a view.
  package func exchange() throws {
    let source = try newDatabase.quotedSchema()
    let target = try database.quotedSchema()
    try keepMarkers(in: source)
    let grants = try grants()
    let owner = try connection.value(
      "SELECT pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(c.relowner)) FROM pg_catalog.pg_class c"
        + " WHERE c.oid = 'coredata_metadata'::regclass AND c.relowner <> CURRENT_USER::regrole"
    )
    try dropOldTables()
    for table in try relations(in: newDatabase.address.schema) {
      let name = try quoted(table)
      try connection.execute("ALTER TABLE \(source).\(name) SET SCHEMA \(target)")
      if case .text(let owner) = owner {
        try connection.execute("ALTER TABLE \(target).\(name) OWNER TO \(owner)")
      }
      for grant in grants[table] ?? [] { try connection.execute(grant) }
    }
    for function in try functions(in: newDatabase.address.schema) {
      let name = try quoted(function)
      try connection.execute("ALTER FUNCTION \(source).\(name)() SET SCHEMA \(target)")
      try connection.execute("ALTER FUNCTION \(target).\(name)() SET search_path FROM CURRENT")
    }
    try connection.execute("DROP SCHEMA \(source)")
  }

  /// Keeps the markers by which programs find out whether a save happened whose answer was lost.
  private func keepMarkers(in schema: String) throws {
    try connection.execute(
      "INSERT INTO \(schema).coredata_transaction (id, moment, refused, confirmed)"
        + " SELECT id, moment, refused, confirmed FROM coredata_transaction"
        + " WHERE moment >= pg_catalog.now() - interval '1 day' ON CONFLICT DO NOTHING"
    )
  }

  private func dropOldTables() throws {
    let names = try oldTables.map(quoted).joined(separator: ", ")
    try connection.execute("DROP TABLE \(names)")
    let own = Set(old.statements.filter { $0.kind == .trigger }.map(\.name))
    for function in try functions(in: database.address.schema) where own.contains(function) {
      try connection.execute("DROP FUNCTION \(try quoted(function))()")
    }
  }

  /// The statements that grant the current privileges on tables, by the names of the tables.
  private func grants() throws -> [String: [String]] {
    let rows = try connection.rows(
      "SELECT c.relname::text, 'GRANT ' || a.privilege_type || ' ON '"
        + " || pg_catalog.quote_ident(n.nspname) || '.' || pg_catalog.quote_ident(c.relname)"
        + " || ' TO ' || CASE WHEN a.grantee = 0 THEN 'PUBLIC'"
        + " ELSE pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(a.grantee)) END"
        + " || CASE WHEN a.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END"
        + " FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
        + " CROSS JOIN LATERAL pg_catalog.aclexplode(c.relacl) a"
        + " WHERE n.nspname = pg_catalog.current_schema() AND c.relkind IN ('r', 'p')"
        + " AND a.grantee <> c.relowner"
    )
    var grants: [String: [String]] = [:]
    for row in rows {
      guard case .text(let table) = row[0], case .text(let grant) = row[1] else { continue }
      grants[table, default: []].append(grant)
    }
    return grants
  }

  private func relations(in schema: String) throws -> [String] {
    try names(
      "SELECT c.relname::text FROM pg_catalog.pg_class c"
        + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
        + " WHERE n.nspname = $1::text AND c.relkind IN ('r', 'p') ORDER BY 1",
      schema
    )
  }

  private func functions(in schema: String) throws -> [String] {
    try names(
      "SELECT p.proname::text FROM pg_catalog.pg_proc p"
        + " JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace"
        + " WHERE n.nspname = $1::text AND p.pronargs = 0 ORDER BY 1",
      schema
    )
  }

  private func names(_ question: String, _ schema: String) throws -> [String] {
    try connection.rows(question, .text(schema)).compactMap {
      if case .text(let name) = $0[0] { name } else { nil }
    }
  }

  private func quoted(_ name: String) throws -> String {
    try SQLDialect.postgreSQL.identifier(name)
  }

  // MARK: Leftovers

  /// Removes the new tables if they have not replaced the old ones.
  package func remove() throws {
    let connection = try database.connect()
    defer { connection.close() }
    try connection.execute(
      "SET client_min_messages = error; DROP SCHEMA IF EXISTS \(newDatabase.quotedSchema()) CASCADE"
    )
  }

  /// The comment, as a literal, on schemas with new tables for a store.
  private static func mark(of database: PostgreSQLDatabase) throws -> String {
    try SQLDialect.postgreSQL.textLiteral(
      "New tables for a store in the schema \(database.address.schema)"
    )
  }

  /// Removes the schemas of programs that ended before their new tables replaced those of a store.
  private static func removeLeftovers(of database: PostgreSQLDatabase) throws {
    let connection = try database.connect()
    defer { connection.close() }
    let rows = try connection.rows(
      "SELECT pg_catalog.quote_ident(nspname) FROM pg_catalog.pg_namespace"
        + " WHERE pg_catalog.obj_description(oid, 'pg_namespace') = \(try mark(of: database))"
        + " AND nspname LIKE 'coredata-migration-%'"
    )
    for row in rows {
      guard case .text(let schema) = row[0] else { continue }
      try connection.execute("SET client_min_messages = error; DROP SCHEMA \(schema) CASCADE")
    }
  }
}
