import CommandLineParsing
import Diagnostics
import JSON

extension Session {
  /// Prints a message, if the output is a terminal.
  func say(_ sentence: String) throws {
    try console.write(sentence.visible + "\n")
  }

  /// Prints a table, or a sentence if it is empty.
  func show(_ table: Table, ifEmpty sentence: String) throws {
    if table.rows.isEmpty {
      // A program that reads the table must not mistake this for a row of it.
      console.writeError(sentence + "\n")
    } else {
      try console.write(table.text(width: console.width, isColored: console.isOutputColored))
    }
  }

  /// Prints a list as JSON.
  func show(_ values: [JSONValue]) throws {
    try console.write(JSONText().text(of: .array(values)) + "\n")
  }
}

/// The options of verbs that list something.
enum ListOptions {
  static let json = Option.flag("json", "Print JSON instead of a table.")
}
