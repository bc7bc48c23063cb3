import SQLDriver

// Statements with question marks for parameters, as the engine writes them for every database.
extension SQLConnection {
  /// Prepares a statement with question marks for parameters.
  func prepare(marked sql: String) throws(SQLError) -> SQLStatement {
    try prepare(dialect.placing(sql))
  }

  /// Returns a cached statement with question marks for parameters that is not in use, or prepares a new one.
  func cached(marked sql: String) throws(SQLError) -> SQLStatement {
    try cached(dialect.placing(sql))
  }

  /// Runs a statement, and returns the number of changed rows.
  @discardableResult
  func run(marked sql: String, _ parameters: SQLValue...) throws(SQLError) -> Int {
    try run(dialect.placing(sql), parameters: parameters)
  }

  /// Runs a statement, before the next command at the latest.
  func write(marked sql: String, _ parameters: SQLValue...) throws(SQLError) {
    let statement = try cached(marked: sql)
    try statement.bind(parameters)
    try finish(statement)
  }

  /// The rows of a statement.
  func rows(marked sql: String, _ parameters: SQLValue...) throws(SQLError) -> [[SQLValue]] {
    try rows(dialect.placing(sql), parameters: parameters)
  }

  /// The first column of the first row, or null without a row.
  func value(marked sql: String, _ parameters: SQLValue...) throws(SQLError) -> SQLValue {
    try value(dialect.placing(sql), parameters: parameters)
  }
}
