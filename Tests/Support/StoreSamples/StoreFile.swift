import Foundation
import ManagedModel
import PropertyLists
import SQLDriver
import SQLSchema
import SQLiteDriver
import StoreMigration

/// A store in a file of its own, which is removed when the value is released.
package final class StoreFile: Sendable {
  package let folder: URL
  package var url: URL { folder.appending(path: "store.sqlite") }

  package init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Creates a store for a model, as the runtime does.
  package convenience init(
    of model: StoredModel,
    isFilled: Bool = true,
    tracksHistory: Bool = false,
    journal: String = "WAL"
  ) throws {
    try self.init()
    let connection = try open(journal: nil)
    defer { connection.close() }
    try Self.make(model, tracksHistory: tracksHistory, journal: journal, on: connection)
    guard isFilled else { return }
    try connection.transaction {
      let schema = SQLiteSchema(model.mapping, tracksHistory: tracksHistory)
      try StoreFilling(schema: schema, database: connection).fill()
    }
  }

  /// Copies the database of another store, which must not be open.
  package convenience init(copyOf other: StoreFile) throws {
    try self.init()
    try FileManager.default.copyItem(at: other.url, to: url)
  }

  /// Creates a store for a model in a database, with the names of a schema.
  package static func make(
    _ model: StoredModel,
    schema: SQLiteSchema? = nil,
    tracksHistory: Bool = false,
    journal: String = "WAL",
    on connection: SQLiteConnection
  ) throws {
    let schema = schema ?? SQLiteSchema(model.mapping, tracksHistory: tracksHistory)
    for setting in schema.settings { try connection.execute(setting.text) }
    try connection.execute("PRAGMA journal_mode=\(journal)")
    try connection.transaction {
      for statement in schema.statements { try connection.execute(statement.text) }
      for row in schema.primaryKeyRows { try connection.execute(row.insertion) }
      let entries =
        [.init("NSStoreType", .string("SQLite")), .init("mine", .string("stays"))]
        + model.identity.entries as [PropertyListDictionary.Entry]
      try connection.run(
        "INSERT INTO Z_METADATA(Z_VERSION, Z_UUID, Z_PLIST) VALUES(1, ?, ?)",
        .text("6F0A4A0E-9A3C-4D43-A9C5-9C4A1D1E8B11"),
        .blob(PropertyList.dictionary(PropertyListDictionary(entries)).binary())
      )
      try connection.run("INSERT INTO Z_MODELCACHE(Z_CONTENT) VALUES(?)", .blob(model.archive()))
    }
  }

  /// Opens a connection like the runtime's, with the functions that triggers call.
  package func open(
    journal: String? = nil,
    timeout: Int32 = 5_000,
    vfs: String? = nil
  ) throws -> SQLiteConnection {
    let connection = try SQLiteConnection(
      path: url.path,
      options: SQLiteOptions(busyTimeoutMilliseconds: timeout, vfs: vfs)
    )
    try connection.execute("PRAGMA synchronous=OFF")
    for function in StoreFunction.allCases {
      try connection.register(
        function: function.rawValue,
        argumentCount: Int32(function.argumentCount)
      ) { arguments in
        guard case .text(let text)? = arguments.first, arguments.count == 1 else { return .null }
        return .text(text.lowercased())
      }
    }
    return connection
  }

  package func withConnection<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result
  {
    let connection = try open()
    defer { connection.close() }
    return try body(connection)
  }

  /// The bytes of the database, which must not be open.
  package func bytes() throws -> Data { try Data(contentsOf: url) }

  /// A dump of the database.
  package func contents() throws -> String { try withConnection { try $0.contents() } }
}

extension SQLiteConnection {
  /// A dump of the database.
  package func contents() throws -> String {
    var lines: [String] = []
    for row in try rows("SELECT type, name, sql FROM sqlite_master ORDER BY type, name") {
      lines.append("\(row)")
      guard row[0] == .text("table"), case .text(let name) = row[1],
        !name.hasPrefix("sqlite_")
      else { continue }
      lines += try rows("SELECT * FROM \(dialect.identifier(name))").map { "\($0)" }.sorted()
    }
    return lines.joined(separator: "\n")
  }

  /// The schema without the order of columns, the rows of `Z_PRIMARYKEY`, and the metadata.
  package func signature() throws -> Set<String> {
    var result: Set<String> = []
    for row in try rows("SELECT type, name, tbl_name, sql FROM sqlite_master") {
      guard row[0] == .text("table"), case .text(let name) = row[1] else {
        result.insert("\(row)")
        continue
      }
      let columns = try rows(
        "SELECT name, type, \"notnull\", dflt_value, pk FROM pragma_table_info(?)",
        .text(name)
      ).map { "\($0)" }.sorted()
      result.insert("table \(name): \(columns)")
    }
    for row in try rows("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY") {
      result.insert("entity \(row)")
    }
    result.insert("\(try rows("SELECT Z_CONTENT FROM Z_MODELCACHE"))")
    if let metadata = try StoreMetadata.read(self) {
      result.insert(metadata.identifier)
      for entry in metadata.dictionary.entries { result.insert("\(entry)") }
    }
    return result
  }
}
