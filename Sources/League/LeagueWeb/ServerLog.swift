import CoreData
import Foundation

/// The log of events in a server's store.
package enum ServerLog {
  /// Writes messages of the runtime to standard error, one per line: the time, the level, the subject, and the fields.
  ///
  /// Messages below the level `notice` are omitted, except those about SQL.
  package static func start() {
    CoreDataLog.handler = { message in
      guard message.level >= .notice || message.category == .sql else { return }
      let time = Date.now.formatted(.iso8601)
      FileHandle.standardError.write(Data("\(time) \(line(for: message))\n".utf8))
    }
  }

  /// A message as a line, without the time.
  package static func line(for message: CoreDataLog.Message) -> String {
    let fields = message.fields.sorted { $0.key < $1.key }.map { " \($0.key)=\(quoted($0.value))" }
    return "\(message.level) \(message.category): \(message.text)" + fields.joined()
  }

  private static func quoted(_ field: CoreDataLog.Field) -> String {
    guard case .text(let text) = field, text.contains(where: { $0.isWhitespace || $0 == "\"" })
    else { return "\(field)" }
    return "\"" + text.replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
  }
}
