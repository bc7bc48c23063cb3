import Files
import ModelFiles
import SQLDriver
import SQLiteDriver

/// A snapshot of a store that is open for reading.
///
/// Nothing is written, neither to the store nor beside it, except the shared memory that SQLite needs to read a
/// write-ahead log.
package struct OpenedStore {
  package let path: String
  package let connection: SQLiteConnection
  package let metadata: StoreMetadata
  let survey: SchemaSurvey

  /// The problems that SQLite finds in a database that is too damaged to be opened; empty if it finds none.
  package static func damage(at path: String) -> [StoreProblem] {
    // The findings count although such a database may fail even to end a reading transaction.
    var found: [StoreProblem] = []
    try? withDatabase(at: path, busyTimeoutMilliseconds: 0) {
      found = try IntegrityCheck(connection: $0).damage()
    }
    return found
  }

  /// Rolls back a change that a program did not complete, where there is no write-ahead log.
  ///
  /// Every program does so that opens the store for writing; a reader cannot.
  ///
  /// - Parameter path: The path of the database.
  /// - Throws: An `SQLError`.
  package static func rollBackInterruptedTransaction(at path: String) throws {
    let files = FileReader()
    guard files.kind(of: path) == .file,
      files.kind(of: SideFiles.journal(ofDatabaseAt: path)) == .file
    else { return }
    let connection = try SQLiteConnection(path: path, options: SQLiteOptions(access: .readWrite))
    defer { connection.close() }
    _ = try connection.value("SELECT COUNT(*) FROM sqlite_master")
  }

  /// Opens the store at a path, passes it to a body, and closes it.
  ///
  /// If another program begins to change the store meanwhile, it is opened once more.
  ///
  /// - Parameters:
  ///   - path: The path of the database.
  ///   - busyTimeoutMilliseconds: The time to wait for a writer.
  ///   - body: The work with the store.
  /// - Returns: The result of the body.
  /// - Throws: ``StoreMigrationError`` if it is not a store, `FileProblem` if there is no file, an `SQLError` if the
  ///   database cannot be read, or the error of the body.
  package static func withStore<Result>(
    at path: String,
    busyTimeoutMilliseconds: Int32 = 5_000,
    _ body: (OpenedStore) throws -> Result
  ) throws -> Result {
    try withDatabase(at: path, busyTimeoutMilliseconds: busyTimeoutMilliseconds) {
      try body(OpenedStore(path: path, $0))
    }
  }

  /// Opens the database at a path, whatever its contents, passes it to a body for reading, and closes it.
  package static func withDatabase<Result>(
    at path: String,
    busyTimeoutMilliseconds: Int32 = 5_000,
    _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    switch FileReader().kind(of: path) {
    case .file: break
    case nil: throw FileProblem("there is no such file")
    case .folder: throw FileProblem("it is a folder, not a file")
    case .other: throw FileProblem("it is not a regular file")
    }
    // Beside an empty file SQLite would remove a log, even for readers.
    if FileTimestamp(path)?.size == 0 { throw StoreMigrationError.emptyDatabase }
    var options = SQLiteOptions(
      access: .readOnly,
      busyTimeoutMilliseconds: busyTimeoutMilliseconds
    )
    if let moment = FileTimestamp(path), isAtRest(path) {
      options.isImmutable = true
      let outcome = Swift.Result { try withConnection(path, options, body) }
      // Without locks, the result is valid only if no other program has opened the store meanwhile.
      if isAtRest(path), FileTimestamp(path) == moment { return try outcome.get() }
      options.isImmutable = false
    }
    return try withConnection(path, options, body)
  }

  private static func withConnection<Result>(
    _ path: String,
    _ options: SQLiteOptions,
    _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    let connection = try SQLiteConnection(path: path, options: options)
    defer { connection.close() }
    return try connection.transaction(.read) { try body(connection) }
  }

  private init(path: String, _ connection: SQLiteConnection) throws {
    self.path = path
    self.connection = connection
    guard let metadata = try StoreMetadata.read(connection) else {
      throw StoreMigrationError.emptyDatabase
    }
    self.metadata = metadata
    do {
      survey = try SchemaSurvey(connection)
    } catch let error as SQLError where error.kind == .statement {
      throw StoreMigrationError.damaged("the store has no table of its entities")
    }
  }

  /// Whether the store keeps the model that its metadata describe.
  package var keepsItsModel: Bool {
    get throws {
      guard let model = try StoreMetadata.readableModel(connection) else { return false }
      return HashComparison(metadata, with: model).isSame
    }
  }

  /// Whether no program has a store with a write-ahead log open: the last one to close it removes the log.
  ///
  /// SQLite would create a new log, and a read-only connection cannot remove it.
  package static func isAtRest(_ path: String) -> Bool {
    let files = FileReader()
    return files.kind(of: SideFiles.log(ofDatabaseAt: path)) == nil
      && files.kind(of: SideFiles.journal(ofDatabaseAt: path)) == nil
      && DatabaseHeader.usesLog(path)
  }
}
