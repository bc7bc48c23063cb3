import ManagedModel
import ModelComparison

/// The parts of a PostgreSQL schema with their definitions, by which two schemas are compared.
struct PostgreSQLDefinitions {
  private(set) var tables: [Table] = []
  private(set) var foreignKeys: [Part] = []
  private(set) var indexes: [Part] = []
  private(set) var triggers: [Trigger] = []

  /// The comments in the order of the statements, with the objects that they describe.
  private(set) var comments: [(object: String, statement: String)] = []

  struct Table {
    var name: String
    var statement: String

    /// The definition after the type, for each column of the mapping.
    var columns: [ColumnDefinition]

    /// The primary key and the checks.
    var constraints: [Part]
  }

  /// A constraint or an index.
  struct Part: Hashable {
    var name: String
    var table: String

    /// The text after the name; for an index, after its table.
    var definition: String
    var isUnique = false
  }

  /// A trigger and the function that it calls, which share a name.
  struct Trigger: Hashable {
    var name: String
    var table: String
    var statements: [String]
  }

  struct ColumnDefinition: Hashable {
    var type: String
    var isRequired = false
    var defaultLiteral: String?

    /// The expression of a generated column.
    var generated: String?
  }

  init(_ schema: PostgreSQLSchema) {
    var functions: [String: String] = [:]
    let positions = Dictionary(
      schema.mapping.tables.enumerated().map { ($1.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    for statement in schema.statements {
      var reader = DefinitionReader(statement.text)
      switch statement.kind {
      case .table, .joinTable:
        if let position = positions[statement.name] {
          readTable(statement, schema.mapping.tables[position])
        }
      case .index, .uniqueIndex:
        _ = reader.readIdentifier()
        guard let table = reader.readIdentifier() else { continue }
        indexes.append(
          Part(
            name: statement.name,
            table: table,
            definition: reader.rest,
            isUnique: statement.kind == .uniqueIndex
          )
        )
      case .trigger:
        _ = reader.readIdentifier()
        guard let table = reader.readIdentifier() else { continue }
        let texts = [functions[statement.name], statement.text].compactMap(\.self)
        triggers.append(Trigger(name: statement.name, table: table, statements: texts))
      case .other where statement.text.hasPrefix("CREATE FUNCTION "):
        functions[statement.name] = statement.text
      case .other where statement.text.hasPrefix("ALTER TABLE ") && !statement.name.isEmpty:
        guard let table = reader.readIdentifier(), reader.readIdentifier() != nil,
          statement.text.contains(" ADD CONSTRAINT ")
        else { continue }
        foreignKeys.append(
          Part(name: statement.name, table: table, definition: reader.rest)
        )
      case .other where statement.text.hasPrefix("COMMENT ON "):
        let object = reader.readUntilWord("IS")
        comments.append((object, statement.text))
      default: continue
      }
    }
  }

  private mutating func readTable(_ statement: SchemaStatement, _ table: TableMapping) {
    var types = Dictionary(
      table.columns.map { ($0.name, $0.type.postgreSQLName) },
      uniquingKeysWith: { first, _ in first }
    )
    var columns: [String: ColumnDefinition] = [:]
    var constraints: [Part] = []
    for part in DefinitionReader(statement.text).parts {
      var reader = DefinitionReader(part)
      guard let name = reader.readIdentifier() else { continue }
      if part.hasPrefix("CONSTRAINT ") {
        constraints.append(Part(name: name, table: table.name, definition: reader.rest))
      } else if let type = types.removeValue(forKey: name) {
        columns[name] = Self.column(type, String(reader.rest.dropFirst(type.count)))
      }
    }
    tables.append(
      Table(
        name: table.name,
        statement: statement.text,
        columns: table.columns.map {
          columns[$0.name] ?? ColumnDefinition(type: $0.type.postgreSQLName)
        },
        constraints: constraints
      )
    )
  }

  private static func column(_ type: String, _ words: String) -> ColumnDefinition {
    var column = ColumnDefinition(type: type)
    var words = words
    let generation = (start: " GENERATED ALWAYS AS (", end: ") STORED")
    if words.hasPrefix(generation.start), words.hasSuffix(generation.end) {
      column.generated = String(
        words.dropFirst(generation.start.count).dropLast(generation.end.count)
      )
      return column
    }
    if words.hasSuffix(" NOT NULL") {
      column.isRequired = true
      words.removeLast(" NOT NULL".count)
    }
    if words.hasPrefix(" DEFAULT ") {
      column.defaultLiteral = String(words.dropFirst(" DEFAULT ".count))
    }
    return column
  }
}

/// Parses generated statements as far as needed to separate their parts: quoted names, literals, brackets.
struct DefinitionReader {
  private let text: [Unicode.Scalar]
  private var position = 0

  init(_ text: String) {
    self.text = Array(text.unicodeScalars)
  }

  /// The unread text, without leading spaces.
  var rest: String {
    Self.string(text[min(position, text.count)...].drop { $0 == " " || $0 == "\n" })
  }

  /// Reads past the next quoted name outside literals, and returns the name.
  mutating func readIdentifier() -> String? {
    while position < text.count {
      let start = position
      skipOne()
      guard text[start] == "\"" else { continue }
      let inside = Self.string(text[(start + 1)..<max(start + 1, position - 1)])
      return inside.replacingDoubledQuotes
    }
    return nil
  }

  /// Reads up to a word that is not in quotes.
  mutating func readUntilWord(_ word: String) -> String {
    let word = Array(" \(word) ".unicodeScalars)
    let start = position
    while position < text.count {
      if text[position...].starts(with: word) { break }
      skipOne()
    }
    return Self.string(text[start..<position])
  }

  /// The parts of the outermost brackets of a `CREATE TABLE`, without comments.
  var parts: [String] {
    var reader = self
    var parts: [String] = []
    var current = ""
    var depth = 0
    while reader.position < text.count {
      let start = reader.position
      if depth == 1, text[start...].starts(with: "-- ".unicodeScalars) {
        while reader.position < text.count, text[reader.position] != "\n" { reader.position += 1 }
        continue
      }
      reader.skipOne()
      let piece = Self.string(text[start..<reader.position])
      if piece == "(" { depth += 1 }
      if piece == ")" { depth -= 1 }
      if depth == 0 || (depth == 1 && piece == "(") {
        if depth == 0, piece == ")" { break }
        continue
      }
      if depth == 1, piece == "," {
        parts.append(current)
        current = ""
      } else {
        current += piece
      }
    }
    return (parts + [current]).map { $0.trimmed }.filter { !$0.isEmpty }
  }

  /// Returns the text with its quoted names replaced.
  static func renaming(_ text: String, _ names: (String) -> String?) -> String {
    var reader = Self(text)
    var result = ""
    while reader.position < reader.text.count {
      let start = reader.position
      reader.skipOne()
      let piece = string(reader.text[start..<reader.position])
      if piece.hasPrefix("\""), piece.count > 1,
        let name = names(String(piece.dropFirst().dropLast()).replacingDoubledQuotes)
      {
        result += PostgreSQLText.identifier(name)
      } else {
        result += piece
      }
    }
    return result
  }

  /// Skips a character, or a whole quoted text.
  private mutating func skipOne() {
    let quote = text[position]
    position += 1
    guard quote == "\"" || quote == "'" else { return }
    while position < text.count {
      let isEnd = text[position] == quote
      position += 1
      guard isEnd else { continue }
      guard position < text.count, text[position] == quote else { return }
      position += 1
    }
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}

extension String {
  fileprivate var replacingDoubledQuotes: String {
    var view = String.UnicodeScalarView()
    var isSecond = false
    for scalar in unicodeScalars {
      if scalar == "\"", isSecond {
        isSecond = false
        continue
      }
      isSecond = scalar == "\""
      view.append(scalar)
    }
    return String(view)
  }

  fileprivate var trimmed: String {
    var view = Substring(self)
    while let first = view.first, first.isWhitespace { view.removeFirst() }
    while let last = view.last, last.isWhitespace { view.removeLast() }
    return String(view)
  }
}
