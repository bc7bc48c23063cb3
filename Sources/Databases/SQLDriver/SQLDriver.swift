// SQLDriver: what every SQL database has in common, without any of them.
//
// `Values/` are the five kinds of value that cross the border to a database (`SQLValue`), and the cells in
// which rows and parameters lie (`SQLCell`).
// `Dialect/` is how a database wants its SQL spelled (`SQLDialect`): quotes, literals, placeholders, limits
// and features, all of them data. Nothing above this module writes a quote of its own.
// `Connection/` is how a database is talked to: a driver conforms a class to `SQLConnection` and another to
// `SQLCursor`; people hold a `SQLStatement`, which binds, steps and reads.
//
// The hot path: a statement is one concrete class. Binding writes a cell; one call into the driver starts
// the statement with all parameters; one call per row fills all cells of the row; reading a column is an
// inlined load from a cell. There is no existential and no closure per column, and no text is copied
// between the database's memory and the `String` that is made of it.
//
// `SQLiteDriver` and `PostgreSQLDriver` conform to these protocols, each the only user of its C library.
