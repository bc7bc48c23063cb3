import Foundation
import SQLDriver
import SQLSchema
import SQLiteDriver
import StoreMigration

/// The database of a store, and its contents other than objects.
final class SQLiteFile {
  let connection: SQLiteConnection
  let url: URL
  let isReadOnly: Bool

  /// The file that was opened; nil for an in-memory database.
  private let timestamp: FileTimestamp?

  /// The VFS for the files; nil for the default.
  let vfs: String?

  /// The time in milliseconds to wait for locks of other connections.
  private let timeout: Int32

  /// The copy that is read instead of the store, which is deleted when the file is closed.
  private var copy: SQLiteCopy?

  /// The path by which SQLite opens a store at a URL.
  private static func path(of url: URL) throws -> String {
    if StoreFiles.isNowhere(url) { return ":memory:" }
    guard url.isFileURL else {
      throw StoreFailure.error(
        CocoaError.Code.fileReadUnsupportedScheme.rawValue,
        "An SQLite store must be in a file.",
        url: url
      )
    }
    return url.path
  }

  init(
    _ url: URL,
    access: SQLiteOptions.Access,
    timeout: Int32 = 5_000,
    vfs: String? = nil,
    isImmutable: Bool = false
  ) throws {
    self.url = url
    self.vfs = vfs
    self.timeout = timeout
    isReadOnly = access == .readOnly
    let options = SQLiteOptions(
      access: access,
      busyTimeoutMilliseconds: timeout,
      vfs: vfs,
      isImmutable: isImmutable && access == .readOnly
    )
    do {
      let path = try Self.path(of: url)
      if access == .readOnly {
        (connection, copy) = try ReadOnlyOpening(path: path, options).open()
      } else {
        connection = try SQLiteConnection(path: path, options: options)
      }
    } catch {
      throw SQLiteFailure.error(error, at: url)
    }
    timestamp = FileTimestamp(url.path)
  }

  /// Throws if another connection leads to another file, which may be at the path by now.
  func requireSameFile(as other: SQLiteFile) throws {
    guard let timestamp, let known = other.timestamp else { return }
    if !timestamp.isSameFile(as: known) || connection.hasMoved { throw SQLiteFailure.moved(url) }
  }

  /// Opens the database of a store with the store's options.
  convenience init(opening store: SQLiteStore) throws {
    let url = store.url ?? URL(fileURLWithPath: "/dev/null")
    try Self.refuseOtherFile(url)
    try self.init(
      url,
      access: store.isReadOnly ? .readOnly : .create,
      timeout: Self.timeout(in: store.options),
      vfs: store.options?[sqliteVFSOption] as? String,
      isImmutable: store.options?[sqliteImmutableOption] as? Bool ?? false
    )
    do {
      try SQLiteFunctions.register(on: connection)
      SQLDebug.observe(connection)
      try apply(store.options ?? [:])
    } catch {
      close()
      throw SQLiteFailure.error(error, at: url)
    }
  }

  /// Throws if there is a file of one byte, which SQLite treats as empty, or an empty one that has lost its contents:
  /// SQLite would remove the log with the last saves.
  private static func refuseOtherFile(_ url: URL) throws {
    guard url.isFileURL, let size = FileTimestamp(url.path)?.size, size <= 1 else { return }
    if size == 1 {
      // SQLite's own code for other files that are not databases.
      throw SQLiteFailure.error(SQLError(.corrupt, code: "26", "file is not a database"), at: url)
    }
    let log = SideFiles.log(ofDatabaseAt: url.path)
    guard let logSize = FileTimestamp(log)?.size, logSize > 0 else { return }
    throw StoreFailure.corrupt(
      url,
      "The file is empty, and the log \(log) of a store is beside it. To create a new store, remove the log."
    )
  }

  /// The time in milliseconds to wait for other programs.
  static func timeout(in options: [AnyHashable: Any]?) -> Int32 {
    let seconds = (options?[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 5
    return Int32(clamping: Int((max(0, min(seconds, 1_000_000)) * 1_000).rounded()))
  }

  /// Sets the pragmas in the options of a store.
  func applyPragmas(of options: [AnyHashable: Any]?) throws {
    let pragmas = options?[NSSQLitePragmasOption] as? [String: Any] ?? [:]
    for name in pragmas.keys.sorted() {
      let value = "\(pragmas[name] ?? "")"
      let quoted = try connection.dialect.textLiteral(value)
      try connection.execute("PRAGMA \(connection.dialect.identifier(name)) = \(quoted)")
    }
  }

  /// Switches an existing store to a write-ahead log, unless an option names another journal.
  ///
  /// The journal mode stays unchanged if another program has the store open without a log, or the log cannot be
  /// created.
  func useLog(_ options: [AnyHashable: Any]?) throws {
    let pragmas = options?[NSSQLitePragmasOption] as? [String: Any] ?? [:]
    guard !isReadOnly, !pragmas.keys.contains(where: { $0.lowercased() == "journal_mode" }) else {
      return
    }
    do {
      try connection.execute("PRAGMA journal_mode = WAL")
    } catch {
      guard [.busy, .readOnly, .permission, .cannotConnect].contains(error.kind) else {
        throw error
      }
    }
  }

  /// Increases the page cache of a connection beyond the 2 MB of Debian's SQLite.
  ///
  /// Searches by an index access scattered pages; each missing page costs a system call, which was a third of their
  /// time in a store of 7 MB. Memory is allocated as it is needed.
  func keepMorePages() throws {
    try connection.execute("PRAGMA cache_size = -8192")
  }

  private func apply(_ options: [AnyHashable: Any]) throws {
    try keepMorePages()
    try applyPragmas(of: options)
    guard !isReadOnly else { return }
    if (options[NSSQLiteManualVacuumOption] as? NSNumber)?.boolValue == true {
      try connection.execute("VACUUM")
    }
    if (options[NSSQLiteAnalyzeOption] as? NSNumber)?.boolValue == true {
      try connection.execute("ANALYZE")
    }
  }

  func close() {
    connection.close()
    copy = nil
  }

  /// Copies the whole database over another one.
  func copy(to other: SQLiteFile) throws {
    do {
      try connection.backUp(to: other.connection)
    } catch {
      throw SQLiteFailure.error(error, at: url)
    }
  }

  /// The columns of the existing tables, by the names of the tables.
  func tables() throws -> [String: [String]] {
    var found: [String: [String]] = [:]
    let rows = try connection.rows(
      "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c "
        + "WHERE m.type IN ('table', 'view')"
    )
    for row in rows {
      guard case .text(let table) = row[0], case .text(let column) = row[1] else { continue }
      found[table, default: []].append(column)
    }
    return found
  }

  /// The first number of the entities of history and mirroring.
  private static let systemEntityNumber = 16_000

  /// The number of rows of entities that the store lists and that are unknown, by the names of the entities.
  func rowsOfOtherModels(isKnown: (String) -> Bool) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    let tables = Set(try tables().keys)
    let listed = try connection.rows(
      "SELECT Z_NAME FROM Z_PRIMARYKEY WHERE Z_SUPER = 0 AND Z_ENT < \(Self.systemEntityNumber)"
    )
    for case .text(let name) in listed.map({ $0[0] }) where !isKnown(name) {
      let table = "Z" + name.uppercased()
      guard tables.contains(table) else { continue }
      let quoted = try connection.dialect.identifier(table)
      if case .integer(let count) = try connection.value("SELECT COUNT(*) FROM \(quoted)"),
        count > 0
      {
        counts[name] = Int(count)
      }
    }
    return counts
  }

  // MARK: Creating a store

  /// Creates the tables of a new store, unless another program has created it meanwhile.
  ///
  /// - Returns: The metadata of the store.
  func create(_ model: SQLiteModel, identifier: String) throws -> [String: Any] {
    let schema = SQLiteSchema(model.mapping)
    for setting in schema.settings { try apply(setting) }
    var metadata: [String: Any] = [:]
    try connection.transaction {
      // Another program may have created the store meanwhile.
      if let stored = try self.metadata() {
        metadata = stored.values
        return
      }
      for statement in schema.statements { try connection.execute(statement.text) }
      for row in schema.primaryKeyRows { try connection.execute(row.insertion) }
      metadata = model.metadata(identifier: identifier)
      try insert(metadata)
      try connection.run(
        "INSERT INTO Z_MODELCACHE(Z_CONTENT) VALUES(?)",
        .blob(model.stored.archive())
      )
    }
    return metadata
  }

  /// Applies a setting of a new database, waiting for other connections as for any lock.
  ///
  /// SQLite does not call the busy handler for a connection that already reads when it begins to write, because two
  /// such connections would deadlock. A change of the journal mode is such a write, so this method retries it.
  private func apply(_ setting: SchemaStatement) throws {
    let end = ContinuousClock.now + .milliseconds(Int(timeout))
    while true {
      do {
        return try connection.execute(setting.text)
      } catch {
        guard error.kind == .busy, ContinuousClock.now < end else { throw error }
        Thread.sleep(forTimeInterval: 0.005)
      }
    }
  }
}
