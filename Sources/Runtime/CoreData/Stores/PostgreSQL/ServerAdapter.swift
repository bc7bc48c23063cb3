import Foundation
import ObjectRows
import PostgreSQLDriver
import PostgreSQLStore
import SQLDriver
import SQLStore

/// The engine over a PostgreSQL database; a connection that is lost is replaced.
final class ServerAdapter: SQLAdapter {
  private let connections: ServerConnections
  private var connection: PostgreSQLConnection

  /// When the connection was last known to work.
  private var lastUse = ContinuousClock.now

  /// When the store was last known to be that which was opened.
  private var lastConfirmation = ContinuousClock.now

  /// The number of times that others have changed the store, as far as it is known.
  private var foreignChanges: Int64 = 0

  /// Whether the connection listens for saves of other programs.
  private var isListening = false

  /// The time for which a connection may be idle before it is tried out.
  private static let idleTime = Duration.seconds(1)

  /// The time after which a reading confirms the version of the store: each save does, but an answer more for each
  /// reading would take as long as the reading.
  private static let confirmationInterval = Duration.seconds(1)

  /// The time that the answer to that may take.
  private static let trialMilliseconds: Int32 = 2_000

  /// Whether the connection sees one state of the database, which no other can take its place with.
  private let isFixed: Bool

  init(
    _ connections: ServerConnections,
    _ connection: PostgreSQLConnection,
    slot: StoreSlot,
    store: ServerStore,
    isFixed: Bool = false
  ) throws {
    self.connections = connections
    self.connection = connection
    self.isFixed = isFixed
    super.init(
      try connections.engine(
        connection,
        slot: slot.number,
        cache: isFixed ? RowCache(isLatest: false) : connections.cache
      ),
      slot: slot,
      store: store
    )
  }

  override var isUsable: Bool { connection.isUsable && !connection.isInTransaction }

  func close() {
    readers?.close()
    connections.keys.close()
    connections.cache.removeAll()
    closeConnection()
  }

  func closeConnection() { connection.close() }

  /// Lets a function see the statements of the present connection that writes; nil ends that.
  func observeStatements(_ report: ((SQLTrace) -> Void)?) { connection.trace(report) }

  override var answersInMemory: Bool { true }

  /// The error of the last attempt to connect again; nil if it has succeeded.
  private var connectionFailure: (any Error)?

  override func failure(_ error: any Error) -> any Error {
    // Why the connection is closed says more than that it is.
    let isClosed = (error as? SQLError)?.code == "closed"
    return ServerFailure.error(isClosed ? connectionFailure ?? error : error, at: store.url)
  }

  override func write(_ metadata: [String: Any]) throws {
    try ServerMetadata.write(metadata, connection)
  }

  // MARK: The connection

  /// Replaces the connection if it has ended, which is found out if it was idle.
  override func prepareConnection() throws {
    guard engine.save == nil, !isFixed else { return }
    if connection.isUsable {
      if ContinuousClock.now - lastUse < Self.idleTime { return }
      // It may be that of a server that has frozen since, or that a firewall has forgotten.
      if connection.answers(within: Self.trialMilliseconds) {
        lastUse = .now
        return
      }
    }
    try translatingErrors { try reconnect() }
  }

  private func reconnect() throws {
    connection.close()
    let fresh: PostgreSQLConnection
    do {
      fresh = try connections.connect()
    } catch {
      connectionFailure = error
      throw error
    }
    connectionFailure = nil
    CoreDataLog.send(
      .notice,
      .store,
      "The connection to the database has ended, and another one was made.",
      store.logFields
    )
    do {
      engine = try connections.engine(fresh, slot: slot, cache: connections.cache)
    } catch {
      fresh.close()
      throw error
    }
    connection = fresh
    lastUse = .now
    isListening = false
    foreignChanges += 1
  }

  /// Runs a body that only reads; once more on another connection if the first one is lost on the way, and again if a
  /// standby had to stop it for the sake of what it replays.
  override func reading<Result>(_ body: () throws -> Result) throws -> Result {
    try translatingErrors {
      try retryingTransaction(attempts: connection.isInTransaction ? 1 : 3) {
        do {
          let result = try confirming(body)
          lastUse = .now
          return result
        } catch let error as SQLError where mayReconnect(after: error) {
          try reconnect()
          return try body()
        }
      }
    }
  }

  /// Runs a body that reads, and throws if another program is known to have migrated the store.
  private func confirming<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      try connections.version.requireOpened()
      let result = try body()
      if ContinuousClock.now - lastConfirmation > Self.confirmationInterval { try confirmVersion() }
      return result
    } catch {
      // A table or a column may be missing in the new version.
      if (error as? SQLError)?.kind == .statement, !connection.isInTransaction {
        try confirmVersion()
      }
      throw error
    }
  }

  private func confirmVersion() throws {
    do {
      try connections.version.confirm(connection)
    } catch StoreError.otherVersion {
      connections.cache.removeAll()
      throw StoreError.otherVersion
    }
    lastConfirmation = .now
  }

  /// Whether nothing would be lost with the connection.
  private func mayReconnect(after error: SQLError) -> Bool {
    guard !isFixed, error.remedy == .reconnect || !connection.isUsable else { return false }
    switch engine.save?.state {
    case nil, .idle, .committed: return true
    case .begun, .written: return false
    }
  }

  // MARK: Uncertain saves

  /// Whether a transaction happened whose commit was not answered.
  func happened(_ transaction: UUID) throws -> Bool {
    try translatingErrors {
      try CommitSettlement(connections.database, term: connections.term).happened(transaction)
    }
  }
}

// MARK: Generations

extension ServerAdapter: GenerationKeeping {
  /// The present state, which a transaction of another connection goes on seeing.
  func keepRows(mayHoldUpWriters: Bool) throws -> (any WholeStoreSource)? {
    guard let coordinator = store.persistentStoreCoordinator, let store = store as? ServerStore
    else { return nil }
    return try translatingErrors {
      let connection = try connections.connect()
      do {
        try connection.begin(.read)
        // The transaction sees what there is when it reads for the first time.
        _ = try connection.value("SELECT last FROM coredata_counter LIMIT 1")
        let adapter = try ServerAdapter(
          connections,
          connection,
          slot: StoreSlot(number: slot, coordinator: coordinator),
          store: store,
          isFixed: true
        )
        return SQLGeneration(adapter, of: store) { connection.close() }
      } catch {
        connection.close()
        throw error
      }
    }
  }
}

// MARK: Changes of others

extension ServerAdapter: ChangeNoticing {
  /// The number of notifications from others, which come with the answer to any statement; or that
  /// of their transactions in the history.
  func numberOfForeignState() throws -> Int64 {
    if !connection.isUsable { try reconnect() }
    if let polling = connections.polling {
      let number = try polling.foreignTransactions(on: connection)
      lastUse = .now
      return number
    }
    if !isListening {
      try connection.execute("LISTEN coredata")
      isListening = true
    }
    _ = try connection.value("SELECT 1")
    lastUse = .now
    let store = connections.sender.prefix { $0 != ":" }
    for sender in connection.takeNotifications()
    where sender != connections.sender && sender.hasPrefix(store) {
      foreignChanges += 1
    }
    return foreignChanges
  }
}

extension StoreReaders {
  /// The readers of a PostgreSQL store.
  convenience init(of store: ServerStore, _ connections: ServerConnections, slot: StoreSlot) {
    self.init(limit: Self.limit(in: store.options), metrics: slot.coordinator.metrics) {
      let connection = try connections.connect()
      do {
        let adapter = try ServerAdapter(connections, connection, slot: slot, store: store)
        return Reader(adapter) { adapter.closeConnection() }
      } catch {
        connection.close()
        throw error
      }
    }
  }
}
