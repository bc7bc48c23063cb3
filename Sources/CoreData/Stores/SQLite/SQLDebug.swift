import Foundation
import SQLiteDriver

/// Shows the statements that SQLite stores run.
///
/// As on Apple's platforms the argument `-com.apple.CoreData.SQLDebug` switches it on, and so does the
/// environment variable `COREDATA_SQL_DEBUG`: 1 shows the statements and the time that each took, 2 the number of
/// their rows as well, 3 also the values of their parameters.
enum SQLDebug {
  /// How much is shown; 0 for nothing.
  static let level = level(in: CommandLine.arguments) ?? levelInEnvironment ?? 0

  private static func level(in arguments: [String]) -> Int? {
    guard let place = arguments.firstIndex(of: "-com.apple.CoreData.SQLDebug"),
      arguments.indices.contains(place + 1)
    else { return nil }
    return Int(arguments[place + 1])
  }

  private static var levelInEnvironment: Int? {
    getenv("COREDATA_SQL_DEBUG").flatMap { Int(String(cString: $0)) }
  }

  /// Shows what a connection does, if that is wanted.
  static func observe(_ connection: SQLiteConnection) {
    guard level > 0 else { return }
    connection.trace { FileHandle.standardError.write(Data(line(for: $0, level: level).utf8)) }
  }

  static func line(for trace: SQLTrace, level: Int) -> String {
    let sql = level >= 3 ? trace.expandedSQL : trace.sql
    let time = String(format: "%.4f", trace.seconds)
    let rows = level >= 2 ? " for \(trace.rows) rows" : ""
    return "CoreData: sql: \(sql)\nCoreData: annotation: total execution time: \(time)s\(rows)\n"
  }
}

extension NSPersistentStoreCoordinator {
  /// Lets a function see each statement that the SQLite stores run; nil ends that.
  package final func observeStatements(_ report: ((_ sql: String) -> Void)?) {
    lock.withLock {
      for open in openStores {
        let connection = (open.adapter as? SQLiteAdapter)?.connection
        connection?.trace(report.map { report in { report($0.sql) } })
      }
    }
  }
}
