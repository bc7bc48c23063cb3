import Foundation
import PostgreSQLDriver
import PostgreSQLStore
import SQLDriver
import SQLStore
import StoreMigration

/// A store in a schema of a PostgreSQL database.
///
/// The coordinator opens and removes a store on its queue, and only then are the connection and the adapter set.
final class ServerStore: NSPersistentStore, @unchecked Sendable {
  override var type: String { NSPostgreSQLStoreType }

  // Every ID of an object asks for it.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  override var identifier: String! {
    get { keptIdentifier }
    set { super.identifier = newValue }
  }

  /// The URL without passwords.
  override var url: URL? {
    get { super.url.map(\.withoutSecrets) }
    set { super.url = newValue }
  }

  /// The connection, from reading the metadata until there is an adapter.
  private var connection: PostgreSQLConnection?

  private var adapter: ServerAdapter?

  /// The parts of the store that opening it has created; nil for a store that existed before.
  private var creation: StoreCreation?

  private func database() throws -> PostgreSQLDatabase {
    try ServerAddress.database(at: super.url, options: options)
  }

  override func loadMetadata() throws {
    try translatingErrors {
      let database = try database()
      let connection = try database.connect()
      SQLDebug.observe(connection)
      self.connection = connection
      try database.requireSession(of: connection)
      if try !database.hasSchema(on: connection) {
        try createSchema(database, connection)
      }
      try database.requireUsage(of: connection)
      if let metadata = try ServerMetadata.read(connection, at: url) {
        setLoadedMetadata(metadata)
      }
    }
  }

  private func createSchema(
    _ database: PostgreSQLDatabase,
    _ connection: PostgreSQLConnection
  ) throws {
    let option = options?[OpenCoreDataPostgreSQLCreatesSchemaOption] as? NSNumber
    guard option?.boolValue == true, !isReadOnly else {
      throw StoreFailure.error(
        NSPersistentStoreOpenError,
        "The database has no schema '\(database.address.schema)'. Create it, or open the store with"
          + " the option OpenCoreDataPostgreSQLCreatesSchemaOption.",
        url: url
      )
    }
    if try database.createSchema(on: connection) {
      creation = StoreCreation(in: database, hasSchema: true)
    }
  }

  override func makeAdapter(_ slot: StoreSlot) throws -> any StoreAdapter {
    try translatingErrors {
      let database = try database()
      let opened = try connection ?? database.connect()
      if connection == nil { SQLDebug.observe(opened) }
      connection = opened
      let model = ServerModel(
        slot.coordinator.managedObjectModel,
        configuration: configurationName,
        shapes: slot.coordinator.shapes
      )
      try prepareTables(database, opened, model)
      let connections = ServerConnections(
        database,
        model,
        of: self,
        identifier: identifier,
        isReadOnly: isReadOnly,
        keepsHistory: wantsHistory,
        pollsHistory: (options?[OpenCoreDataPostgreSQLPollsHistoryOption] as? NSNumber)?.boolValue
          ?? false
      )
      try model.check(StoreTables(opened).columns())
      try connections.term.check(opened)
      if isReadOnly { try opened.execute("SET default_transaction_read_only = on") }
      let adapter = try ServerAdapter(connections, opened, slot: slot, store: self)
      try adapter.engine.noteState()
      adapter.readers = StoreReaders(of: self, connections, slot: slot)
      self.adapter = adapter
      connection = nil
      return adapter
    }
  }

  /// Creates the missing tables, while no other program does.
  private func prepareTables(
    _ database: PostgreSQLDatabase,
    _ connection: PostgreSQLConnection,
    _ model: ServerModel
  ) throws {
    let tables = StoreTables(connection)
    if let metadata = try ServerMetadata.read(connection, at: url), try tables.areComplete() {
      // Another program may have created the store since the metadata were loaded.
      setLoadedMetadata(metadata)
      // A standby can be read nevertheless.
      let isStandby = try connection.value("SELECT pg_catalog.pg_is_in_recovery()")
      guard !isReadOnly, isStandby != .integer(1) else { return }
      if wantsHistory { try tables.beginHistory() }
      return try tables.removeOldMarkers()
    }
    guard !isReadOnly else {
      throw StoreFailure.error(
        NSPersistentStoreOpenError,
        "The schema '\(database.address.schema)' has no store; a store that is opened read-only is not created.",
        url: url
      )
    }
    var created = creation ?? StoreCreation(in: database, hasSchema: false)
    var isNew = false
    let metadata = try database.exclusively(on: connection) { () -> [String: Any] in
      let state = try tables.state()
      isNew = state == .none || state == .bare
      if isNew { created.add(model.schema, besides: Set(try tables.columns().keys), identifier) }
      if state == .none { try tables.create(model.schema) }
      if isNew { try model.check(tables.columns()) }
      try tables.complete()
      if isNew { try model.record(identifier: identifier, connection) }
      if wantsHistory { try tables.beginHistory() }
      return try ServerMetadata.read(connection, at: url) ?? [:]
    }
    creation = isNew ? created : nil
    setLoadedMetadata(metadata)
  }

  private var wantsHistory: Bool {
    let option = options?[NSPersistentHistoryTrackingKey] as? NSNumber
    return option?.boolValue == true && !isReadOnly
  }

  override func willRemove(from coordinator: NSPersistentStoreCoordinator?) {
    adapter?.close()
    adapter = nil
    connection?.close()
    connection = nil
  }

  override func canMove(to url: URL) -> Bool { false }

  override func removeIfNew() throws { try translatingErrors { try creation?.undo() } }

  private func translatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw ServerFailure.error(error, at: url)
    }
  }

  // MARK: Without opening the store

  private class func connected<Result>(
    to url: URL,
    options: [AnyHashable: Any]?,
    _ body: (PostgreSQLConnection) throws -> Result
  ) throws -> Result {
    do {
      let connection = try ServerAddress.database(at: url, options: options).connect()
      defer { connection.close() }
      return try body(connection)
    } catch {
      throw ServerFailure.error(error, at: url)
    }
  }

  override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
    try readMetadata(at: url, options: nil)
  }

  override class func readMetadata(
    at url: URL,
    options: [AnyHashable: Any]?
  ) throws -> [String: Any] {
    try connected(to: url, options: options) { connection in
      let place = url.withoutSecrets
      if let metadata = try ServerMetadata.read(connection, at: place) { return metadata }
      throw StoreFailure.error(
        NSPersistentStoreOpenError,
        "The schema has no store.",
        url: place
      )
    }
  }

  override class func setMetadata(
    _ metadata: [String: Any]?,
    forPersistentStoreAt url: URL
  ) throws {
    try writeMetadata(metadata, at: url, options: nil)
  }

  override class func writeMetadata(
    _ metadata: [String: Any]?,
    at url: URL,
    options: [AnyHashable: Any]?
  ) throws {
    try connected(to: url, options: options) { connection in
      let place = url.withoutSecrets
      guard let present = try ServerMetadata.read(connection, at: place) else {
        throw StoreFailure.error(
          NSPersistentStoreOpenError,
          "The schema has no store.",
          url: place
        )
      }
      var metadata = metadata ?? [:]
      if metadata[NSStoreUUIDKey] == nil { metadata[NSStoreUUIDKey] = present[NSStoreUUIDKey] }
      try ServerMetadata.write(metadata, connection)
    }
  }

  override class func requireDestruction(at url: URL) throws {
    throw unsupported("destroyed", at: url)
  }

  override class func destroyStore(at url: URL, options: [AnyHashable: Any]?) throws {
    throw unsupported("destroyed", at: url)
  }

  override class func removeStore(at url: URL) throws { throw unsupported("removed", at: url) }

  override class func replaceStore(
    at destination: URL,
    withStoreAt source: URL,
    options: [AnyHashable: Any]?
  ) throws {
    throw unsupported("replaced", at: destination)
  }

  override class func exchangeStore(at url: URL, withStoreAt place: URL) throws {
    throw unsupported("replaced", at: url)
  }

  private class func unsupported(_ word: String, at url: URL) -> NSError {
    StoreFailure.error(
      NSPersistentStoreOperationError,
      "A PostgreSQL store cannot be \(word) by a program: drop its schema.",
      url: url.withoutSecrets
    )
  }
}
