extension SQLDialect {
  package static let sqlite = SQLDialect(
    name: "sqlite",
    identifierQuotes: SQLQuotes("\"", "\""),
    textQuotes: SQLQuotes("'", "'"),
    blobQuotes: SQLQuotes("X'", "'"),
    trueLiteral: "1",
    falseLiteral: "0",
    nonFiniteReals: SQLNonFiniteReals(
      infinity: "9e999",
      negativeInfinity: "-9e999",
      notANumber: nil
    ),
    placeholders: .unnumbered("?"),
    maximumParameters: 32_766,
    maximumIdentifierBytes: nil,
    allowsNULInText: true,
    binaryCollation: "BINARY",
    beginRead: "BEGIN DEFERRED",
    beginWrite: "BEGIN IMMEDIATE",
    foreignState: "PRAGMA data_version",
    keyLists: SQLKeyLists(
      quotes: SQLQuotes("[", "]"),
      selection: "SELECT value FROM json_each(?)",
      membership: "IN (SELECT value FROM json_each(?))"
    ),
    jsonValues: "SELECT value FROM json_each(?)",
    textSearch: "instr",
    tableNames: "SELECT name FROM sqlite_master WHERE type = 'table'",
    triggersOfTable: "SELECT COUNT(*) FROM sqlite_master WHERE type = 'trigger'"
      + #" AND ? COLLATE NOCASE IN (tbl_name, '"' || replace(tbl_name, '"', '""') || '"')"#,
    unlimited: "LIMIT -1",
    directions: SQLDirections(ascending: "", descending: " DESC"),
    types: nil,
    features: [
      .returning, .upsert, .rowValues, .partialIndexes, .deferrableForeignKeys, .triggers,
      .transactionalSchema, .programFunctions, .looseGroups,
      .dynamicTypes, .comparingIs, .nestedStatements,
    ]
  )

  package static let postgreSQL = SQLDialect(
    name: "postgresql",
    identifierQuotes: SQLQuotes("\"", "\""),
    textQuotes: SQLQuotes("'", "'"),
    blobQuotes: SQLQuotes("'\\x", "'::bytea"),
    trueLiteral: "TRUE",
    falseLiteral: "FALSE",
    nonFiniteReals: SQLNonFiniteReals(
      infinity: "'Infinity'",
      negativeInfinity: "'-Infinity'",
      notANumber: "'NaN'"
    ),
    placeholders: .numbered(prefix: "$"),
    maximumParameters: 65_535,
    maximumIdentifierBytes: 63,
    allowsNULInText: false,
    binaryCollation: "C",
    beginRead: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    beginWrite: "BEGIN",
    foreignState: nil,
    keyLists: SQLKeyLists(
      quotes: SQLQuotes("{", "}"),
      selection: "SELECT unnest(?::bigint[])",
      membership: "= ANY (?::bigint[])"
    ),
    jsonValues: nil,
    textSearch: "strpos",
    tableNames: "SELECT tablename AS name FROM pg_catalog.pg_tables"
      + " WHERE schemaname = ANY (current_schemas(false))",
    // Those that run before each row.
    triggersOfTable: "SELECT count(*) FROM pg_catalog.pg_trigger"
      + " WHERE tgrelid = to_regclass(?) AND NOT tgisinternal AND tgtype & 3 = 3",
    unlimited: "",
    directions: SQLDirections(ascending: " NULLS FIRST", descending: " DESC NULLS LAST"),
    types: SQLTypeNames(
      boolean: "boolean",
      integer: "bigint",
      real: "double precision",
      decimal: "numeric",
      text: "text",
      date: "timestamptz",
      uuid: "uuid",
      bytes: "bytea"
    ),
    features: [
      .returning, .upsert, .rowValues, .partialIndexes, .deferrableForeignKeys, .addConstraint,
      .triggers, .comments, .transactionalSchema, .actingForeignKeys,
    ]
  )
}
