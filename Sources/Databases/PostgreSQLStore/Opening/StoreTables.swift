import PostgreSQLDriver
import SQLDriver
import SQLSchema

/// The tables of a store besides those of its objects: metadata, transactions, the history, the model.
package struct StoreTables {
  private let connection: any SQLConnection

  package init(_ connection: any SQLConnection) { self.connection = connection }

  /// The contents of a schema.
  package enum State: Sendable, Hashable {
    /// No table of a store.
    case none
    /// Tables without metadata, as a script of `momgen sql` creates them.
    case bare
    /// A store: its UUID, and its metadata as a property list.
    case store(identifier: String, metadata: [UInt8])
  }

  /// The current contents of the schema.
  package func state() throws(SQLError) -> State {
    guard try has(PostgreSQLSystemTables.metadataTable) else { return .none }
    let rows = try connection.rows("SELECT uuid, contents FROM coredata_metadata LIMIT 1")
    guard let row = rows.first else { return .bare }
    guard case .text(let identifier) = row[0] else { return .bare }
    if case .blob(let metadata) = row[1] {
      return .store(identifier: identifier, metadata: metadata)
    }
    return .store(identifier: identifier, metadata: [])
  }

  private func has(_ table: String) throws(SQLError) -> Bool {
    let count = try connection.value(
      "SELECT count(*) FROM pg_catalog.pg_tables"
        + " WHERE schemaname = pg_catalog.current_schema() AND tablename = $1::text",
      .text(table)
    )
    return count != .integer(0)
  }

  /// The columns of all tables, by the names of the tables.
  package func columns() throws(SQLError) -> [String: [String]] {
    var found: [String: [String]] = [:]
    let rows = try connection.rows(
      "SELECT c.relname::text, a.attname::text FROM pg_catalog.pg_class c"
        + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
        + " JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid"
        + " WHERE n.nspname = pg_catalog.current_schema() AND c.relkind IN ('r', 'p', 'v')"
        + " AND a.attnum > 0 AND NOT a.attisdropped"
    )
    for row in rows {
      guard case .text(let table) = row[0], case .text(let column) = row[1] else { continue }
      found[table, default: []].append(column)
    }
    return found
  }

  /// The number of rows in tables of objects other than some, by phrases with the names of the tables.
  package func rows(outside known: Set<String>) throws -> [String: Int] {
    let tables = try connection.rows(
      "SELECT c.relname::text FROM pg_catalog.pg_class c"
        + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
        + " WHERE n.nspname = pg_catalog.current_schema() AND c.relkind IN ('r', 'p') AND"
        + " (SELECT count(*) FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid"
        + " AND NOT a.attisdropped AND a.attname IN ('object_id', 'object_version')) = 2"
    )
    var counts: [String: Int] = [:]
    for case .text(let table) in tables.map({ $0[0] }) where !known.contains(table) {
      let name = try connection.dialect.identifier(table)
      if case .integer(let count) = try connection.value("SELECT count(*) FROM \(name)"), count > 0
      {
        counts["the table \(table)"] = Int(count)
      }
    }
    return counts
  }

  /// Creates the tables of the objects.
  package func create(_ schema: PostgreSQLSchema) throws(SQLError) {
    for statement in schema.statements { try connection.execute(statement.text) }
  }

  /// Records the metadata.
  package func write(identifier: String, metadata: [UInt8]) throws(SQLError) {
    try connection.run(
      "INSERT INTO coredata_metadata (version, uuid, contents) VALUES (1, $1, $2)"
        + " ON CONFLICT (version) DO UPDATE SET uuid = excluded.uuid, contents = excluded.contents",
      .text(identifier),
      .blob(metadata)
    )
  }

  /// Records the model of the store.
  package func write(model: [UInt8]) throws(SQLError) {
    try connection.run(
      "INSERT INTO coredata_model (number, contents) VALUES (1, $1)"
        + " ON CONFLICT (number) DO UPDATE SET contents = excluded.contents",
      .blob(model)
    )
  }

  /// The model of the store; nil if none is recorded.
  package func model() throws(SQLError) -> [UInt8]? {
    guard try has("coredata_model"),
      case .blob(let bytes) = try connection.value(
        "SELECT contents FROM coredata_model WHERE number = 1"
      )
    else { return nil }
    return bytes
  }

  /// The tables besides those of the objects.
  static let names =
    [PostgreSQLSystemTables.entityTable, PostgreSQLSystemTables.metadataTable] + additionalNames

  /// The tables of transactions, the history and the model.
  private static let additionalNames = [
    "coredata_transaction", "coredata_change", "coredata_counter", "coredata_model",
  ]

  /// Whether the tables of transactions, the history and the model exist.
  package func areComplete() throws(SQLError) -> Bool {
    for table in Self.additionalNames {
      guard try has(table) else { return false }
    }
    return true
  }

  /// Creates those of the tables of transactions, the history and the model that are missing.
  package func complete() throws(SQLError) {
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS coredata_transaction (
        id uuid PRIMARY KEY,
        number bigint UNIQUE,
        moment timestamptz NOT NULL DEFAULT pg_catalog.now(),
        author text,
        bundle_id text,
        context_name text,
        process_id text,
        refused boolean NOT NULL DEFAULT false,
        confirmed boolean NOT NULL DEFAULT false
      );
      CREATE TABLE IF NOT EXISTS coredata_change (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        transaction_id uuid NOT NULL REFERENCES coredata_transaction ON DELETE CASCADE,
        kind smallint NOT NULL,
        entity integer NOT NULL,
        object bigint NOT NULL,
        properties bytea,
        tombstone bytea
      );
      CREATE INDEX IF NOT EXISTS coredata_change_transaction_id_idx
        ON coredata_change (transaction_id);
      CREATE TABLE IF NOT EXISTS coredata_counter (name text PRIMARY KEY, last bigint NOT NULL);
      CREATE TABLE IF NOT EXISTS coredata_model (number integer PRIMARY KEY, contents bytea NOT NULL)
      """
    )
  }

  /// Lets saves be recorded in the history from now on.
  package func beginHistory() throws(SQLError) {
    try connection.execute(
      "INSERT INTO coredata_counter (name, last) VALUES ('history', 0) ON CONFLICT DO NOTHING"
    )
  }

  /// Removes the markers of transactions that no program can ask for any more.
  package func removeOldMarkers() throws(SQLError) {
    try connection.execute(Self.removalOfOldMarkers)
  }

  static let removalOfOldMarkers =
    "DELETE FROM coredata_transaction"
    + " WHERE number IS NULL AND moment < pg_catalog.now() - interval '1 day'"
}
