// PostgreSQLDriver: `SQLDriver` over libpq, which is used here and nowhere else.
//
// `PostgreSQLConnection` opens a connection and prepares statements; `PostgreSQLCursor` runs one of them;
// `PostgreSQLHandle` owns the C connection for both. Values travel in PostgreSQL's binary formats, chosen
// by the types that the server states for parameters and columns: `PostgreSQLType` lists those the driver
// knows, `PostgreSQLParameterEncoder` and `PostgreSQLColumnDecoder` carry values over.
//
// libpq never connects again by itself, and neither does this: an error says what can be done
// (`SQLError.remedy`), and the owner of the transaction decides.
//
// `Database/`: `PostgreSQLAddress` takes the URL of a store apart: the words for libpq, the schema,
// and the secrets that no message may have; `PostgreSQLDatabase` makes connections to the schema.
