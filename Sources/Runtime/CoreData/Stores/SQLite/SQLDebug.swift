import Foundation
import PostgreSQLDriver
import SQLDriver
import SQLiteDriver

/// Shows the statements that stores in databases run.
///
/// As on Apple's platforms the argument `-com.apple.CoreData.SQLDebug` enables it, and so does the environment
/// variable `COREDATA_SQL_DEBUG`: 1 shows the statements and their times, 2 the number of their rows as well, 3 also
/// the values of their parameters.
enum SQLDebug {
  /// The level of detail; 0 for nothing.
  static let level =
    DebugSwitch(
      argument: "-com.apple.CoreData.SQLDebug",
      variable: "COREDATA_SQL_DEBUG"
    ).text.flatMap { Int($0) } ?? 0

  /// Shows the statements of a connection, if that is enabled.
  static func observe(_ connection: SQLiteConnection) {
    if level > 0 { connection.trace(show) }
  }

  /// Shows the statements of a connection, if that is enabled.
  static func observe(_ connection: PostgreSQLConnection) {
    if level > 0 { connection.trace(show) }
  }

  private static func show(_ trace: SQLTrace) {
    CoreDataLog.send(.debug, .sql, isShown: true) { message(of: trace, level: level) }
  }

  static func message(of trace: SQLTrace, level: Int) -> CoreDataLog.Message {
    let sql = level >= 3 ? trace.expandedSQL : trace.sql
    let time = String(format: "%.4f", trace.seconds)
    let rows = level >= 2 ? " for \(trace.rows) rows" : ""
    var fields: [String: CoreDataLog.Field] = ["seconds": .number(trace.seconds)]
    if level >= 2 { fields["rows"] = .integer(trace.rows) }
    return CoreDataLog.Message(
      .debug,
      .sql,
      sql,
      fields,
      lines: "CoreData: sql: \(sql)\n"
        + "CoreData: annotation: total execution time: \(time)s\(rows)\n"
    )
  }
}
