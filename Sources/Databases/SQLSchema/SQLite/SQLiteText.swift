import ManagedModel
import SQLDriver

/// Writes the parts of SQLite's statements as Core Data does.
enum SQLiteText {
  /// A name in a statement: unquoted if SQLite accepts it, as all ordinary names, and in quotation marks otherwise.
  ///
  /// Core Data never quotes; it has no such names.
  static func identifier(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
        true
      default: false
      }
    }
    // The dialect only refuses a null character, and that is replaced.
    return isPlain ? name : (try? SQLDialect.sqlite.identifier(storable(name))) ?? name
  }

  /// A text value.
  static func literal(_ text: String) -> String {
    (try? SQLDialect.sqlite.textLiteral(storable(text))) ?? "''"
  }

  /// The text with characters replaced that SQLite cannot read in a statement; ``SQLiteLimits`` reports such names.
  static func storable(_ text: String) -> String {
    guard text.utf8.contains(0) else { return text }
    return String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 })
    )
  }

  /// Names joined by commas.
  static func list(_ names: some Sequence<String>) -> String {
    names.map(identifier).joined(separator: ", ")
  }

  /// The type of a column.
  static func type(_ type: ColumnType) -> String {
    switch type {
    case .key, .entityNumber, .counter, .orderingKey: "INTEGER"
    case .attribute(let type): SQLiteColumnGroup(type).typeText(of: type)
    }
  }
}

extension ColumnType {
  /// The type of the column in Core Data's layout.
  package var sqliteName: String { SQLiteText.type(self) }
}

/// The groups into which Core Data sorts the columns of a table, by their types.
enum SQLiteColumnGroup: Int, Comparable {
  /// Whole numbers, and the keys of to-one relationships.
  case integer
  /// Keys that belong to to-many relationships.
  case late
  /// Dates and floating-point numbers, which are stored alike.
  case real
  case decimal
  case string
  case uri
  case uuid
  case transformable
  case binary

  init(_ type: AttributeType) {
    self =
      switch type {
      case .integer16, .integer32, .integer64, .boolean: .integer
      case .date, .double, .float: .real
      case .decimal: .decimal
      case .string: .string
      case .uri, .objectID: .uri
      case .uuid: .uuid
      case .transformable: .transformable
      case .binary, .undefined, .composite: .binary
      }
  }

  func typeText(of type: AttributeType) -> String {
    switch self {
    case .integer, .late: "INTEGER"
    case .real: type == .date ? "TIMESTAMP" : "FLOAT"
    case .decimal: "DECIMAL"
    case .string, .uri: "VARCHAR"
    case .uuid, .transformable, .binary: "BLOB"
    }
  }

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
