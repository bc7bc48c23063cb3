/// A statement that a connection has run to its end.
package struct SQLTrace: Sendable, Hashable {
  /// The text, with its parameters as they were written.
  package var sql: String

  /// The text with the values of the parameters; the same text where many executions were sent together.
  package var expandedSQL: String

  package var seconds: Double

  /// The number of rows that it returned, or that it wrote in several executions.
  package var rows: Int

  package init(sql: String, expandedSQL: String? = nil, seconds: Double, rows: Int) {
    self.sql = sql
    self.expandedSQL = expandedSQL ?? sql
    self.seconds = seconds
    self.rows = rows
  }
}
