// PostgreSQLDriver: `SQLDriver` over libpq, which only this target uses.
//
// `PostgreSQLConnection` opens a connection and prepares statements; `PostgreSQLCursor` runs one of them;
// `PostgreSQLHandle` owns the C connection for both. Values travel in PostgreSQL's binary formats, chosen by the
// types that the server states for parameters and columns: `PostgreSQLType` lists the known ones,
// `PostgreSQLParameterEncoder` and `PostgreSQLColumnDecoder` convert values.
//
// Neither libpq nor this target reconnects: an error states its remedy (`SQLError.remedy`), and the owner of the
// transaction decides.
//
// `Database/`: `PostgreSQLAddress` parses the URL of a store: the connection string for libpq, the schema, and the
// secrets that no message may contain; `PostgreSQLDatabase` opens connections to the schema.
