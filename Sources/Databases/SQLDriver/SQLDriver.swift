// SQLDriver: the interface of SQL databases, without any particular one.
//
// `Values/` are the five kinds of value that are exchanged with a database (`SQLValue`), and the cells that hold
// those of rows and parameters (`SQLCell`). `Dialect/` describes the SQL of a database (`SQLDialect`): quotes,
// literals, placeholders, limits and features, all of them data. Nothing above this module writes a quote of its own.
// `Connection/` is the interface of a driver, which conforms a class to `SQLConnection` and another to `SQLCursor`;
// callers hold a `SQLStatement`, which binds, steps and reads.
//
// The hot path: a statement is one concrete class. Binding writes a cell; one call into the driver starts the
// statement with all parameters; one call per row fills all cells of the row; reading a column is an inlined load
// from a cell. There is no existential and no closure per column, and no text is copied between the database's memory
// and the resulting `String`.
//
// `SQLiteDriver` and `PostgreSQLDriver` conform to these protocols, each the only user of its C library.
