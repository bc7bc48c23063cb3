import Foundation
import ObjectRows
import PostgreSQLDriver
import PostgreSQLStore
import PropertyLists
import SQLDriver
import SQLSchema
import SQLStore
import StoreMigration

/// The common state of the connections of an open PostgreSQL store.
final class ServerConnections {
  let database: PostgreSQLDatabase
  let model: ServerModel
  let isReadOnly: Bool
  let keepsHistory: Bool
  let cache = RowCache()
  let keys: KeyBlocks
  let term = ServerTerm()

  /// The version of the model that the store had when it was opened.
  let version: ServerVersion

  /// Polls for the saves of other programs; nil where these notify one another.
  let polling: HistoryPolling?

  /// The channel that notifies other programs of saves: that of the store, and one of its own.
  let sender: String

  init(
    _ database: PostgreSQLDatabase,
    _ model: ServerModel,
    of store: ServerStore,
    identifier: String,
    isReadOnly: Bool,
    keepsHistory: Bool,
    pollsHistory: Bool
  ) {
    self.database = database
    self.model = model
    self.isReadOnly = isReadOnly
    self.keepsHistory = keepsHistory
    let hashes = store.metadata?[NSStoreModelVersionHashesKey] as? [String: Data]
    version = ServerVersion(comparesContents: pollsHistory) { [weak store] found, metadata in
      guard case .dictionary(let list)? = try? PropertyList(binary: metadata) else { return false }
      return StoreMetadata(dictionary: list, identifier: found)
        .describes((hashes ?? [:]).mapValues { Array($0) }, [identifier, store?.identifier])
    }
    polling = pollsHistory ? HistoryPolling() : nil
    keys = KeyBlocks(database)
    sender = "\(identifier):\(UUID().uuidString)"
  }

  /// Opens a connection.
  func connect() throws -> PostgreSQLConnection {
    let connection = try database.connect()
    SQLDebug.observe(connection)
    do {
      try term.check(connection)
      try version.confirm(connection)
      if isReadOnly { try connection.execute("SET default_transaction_read_only = on") }
      return connection
    } catch {
      connection.close()
      throw error
    }
  }

  /// Creates the engine for a connection.
  func engine(
    _ connection: PostgreSQLConnection,
    slot: Int,
    cache: RowCache
  ) throws -> StoreEngine {
    try StoreEngine(
      connection,
      model.schema.mapping,
      partOf: model.whole,
      entities: model.entities,
      store: slot,
      external: nil,
      cache: cache,
      keepsHistory: keepsHistory,
      bookkeeping: PostgreSQLBookkeeping(
        database,
        keys: keys,
        term: term,
        version: version,
        process: isReadOnly ? nil : ServerProcess(of: connection),
        polling: polling,
        watch: isReadOnly || polling != nil ? nil : TransactionWatch(connection, keys: keys),
        sender: sender
      )
    )
  }
}

/// The metadata of a PostgreSQL store.
enum ServerMetadata {
  /// Reads the metadata of the store in the schema; nil if there is none.
  static func read(_ connection: PostgreSQLConnection, at url: URL?) throws -> [String: Any]? {
    guard case .store(let identifier, let bytes) = try StoreTables(connection).state() else {
      return nil
    }
    guard case .dictionary(let list)? = try? PropertyList(binary: bytes) else {
      throw StoreFailure.corrupt(url, "The metadata of the store are damaged.")
    }
    return StoreMetadata(dictionary: list, identifier: identifier).values
  }

  /// Replaces the metadata of a store.
  static func write(_ metadata: [String: Any], _ connection: any SQLConnection) throws {
    var others = metadata
    let identifier = others.removeValue(forKey: NSStoreUUIDKey) as? String ?? UUID().uuidString
    let bytes = PropertyList.dictionary(try MetadataList.list(others)).binary()
    try StoreTables(connection).write(identifier: identifier, metadata: bytes)
  }
}
