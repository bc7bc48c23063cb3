import ManagedModel
import SQLDriver
import SQLSchema

/// The contents of the current schema of a PostgreSQL database.
struct ServerSurvey {
  /// The columns of the tables, by the names of the tables.
  private(set) var columns: [String: [String]] = [:]

  /// The sizes of tables in bytes, with their indexes.
  private(set) var sizes: [String: Int] = [:]

  let indexes: [FoundIndex]

  /// The names of indexes whose creation was not completed.
  let invalidIndexes: [String]

  private let triggers: [String]

  init(_ connection: any SQLConnection) throws {
    let inSchema = "n.nspname = pg_catalog.current_schema()"
    let tables = try connection.rows(
      "SELECT c.relname::text, a.attname::text, pg_catalog.pg_total_relation_size(c.oid)"
        + " FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
        + " JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid WHERE \(inSchema)"
        + " AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum"
    )
    for row in tables {
      guard case .text(let table) = row[0], case .text(let column) = row[1] else { continue }
      columns[table, default: []].append(column)
      if case .integer(let bytes) = row[2] { sizes[table] = Int(clamping: bytes) }
    }
    let keys = try connection.rows(
      "SELECT t.relname::text, i.relname::text, x.indisunique::int, a.attname::text,"
        + " x.indisvalid::int FROM pg_catalog.pg_index x"
        + " JOIN pg_catalog.pg_class t ON t.oid = x.indrelid"
        + " JOIN pg_catalog.pg_class i ON i.oid = x.indexrelid"
        + " JOIN pg_catalog.pg_namespace n ON n.oid = t.relnamespace"
        + " CROSS JOIN LATERAL pg_catalog.unnest(x.indkey::int2[]) WITH ORDINALITY k (number, place)"
        + " LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.number"
        + " AND k.number > 0 WHERE \(inSchema) AND k.place <= x.indnkeyatts"
        + " ORDER BY t.relname, i.relname, k.place"
    )
    let valid = keys.filter { $0[4] == .integer(1) }
    indexes = FoundIndex.all(valid)
    invalidIndexes = Set(
      keys.compactMap { row -> String? in
        guard row[4] != .integer(1), case .text(let name) = row[1] else { return nil }
        return name
      }
    ).sortedByCodePoint()
    triggers = try connection.rows(
      "SELECT g.tgname::text FROM pg_catalog.pg_trigger g"
        + " JOIN pg_catalog.pg_class t ON t.oid = g.tgrelid"
        + " JOIN pg_catalog.pg_namespace n ON n.oid = t.relnamespace"
        + " WHERE \(inSchema) AND NOT g.tgisinternal AND g.tgenabled <> 'D'"
    ).compactMap { row in
      if case .text(let name) = row[0] { name } else { nil }
    }
  }

  /// The store with the mapping of its model.
  func store(of schema: PostgreSQLSchema, on connection: any SQLConnection) -> CheckedStore {
    var missing: [String] = []
    for table in schema.mapping.tables {
      guard let present = columns[table.name] else {
        missing.append(table.name)
        continue
      }
      missing += table.columns.filter { !present.contains($0.name) }
        .map { "\(table.name).\($0.name)" }
    }
    return CheckedStore(
      connection,
      schema.mapping,
      columns: columns,
      missing: missing,
      triggers: triggers
    )
  }

  /// The rows of the list of entities.
  func entities(_ connection: any SQLConnection) throws -> [[SQLValue]] {
    guard columns[PostgreSQLSystemTables.entityTable] != nil else { return [] }
    return try connection.rows(
      "SELECT number, name, parent, last_key FROM coredata_entity ORDER BY number"
    )
  }
}
