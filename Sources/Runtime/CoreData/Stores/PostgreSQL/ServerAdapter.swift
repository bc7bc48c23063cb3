import Foundation
import ObjectRows
import PostgreSQLDriver
import PostgreSQLStore
import SQLDriver
import SQLSchema
import SQLStore

/// The adapter to a PostgreSQL database; it replaces a lost connection.
final class ServerAdapter: SQLAdapter {
  private let connections: ServerConnections
  private var connection: PostgreSQLConnection

  /// The time at which the connection was last known to work.
  private var lastUse = ContinuousClock.now

  /// The time at which the store was last known to be the opened one.
  private var lastConfirmation = ContinuousClock.now

  /// The number of known changes of the store by others.
  private var foreignChanges: Int64 = 0

  /// Whether the connection listens for saves of other programs.
  private var isListening = false

  /// The time for which a connection may be idle before it is tested.
  private static let idleTime = Duration.seconds(1)

  /// The time after which a read confirms the version of the store: each save does, but an additional round trip for
  /// each read would take as long as the read.
  private static let confirmationInterval = Duration.seconds(1)

  /// The timeout for that round trip.
  private static let trialMilliseconds: Int32 = 2_000

  /// Whether the connection has a snapshot, so that no other can replace it.
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

  /// Calls a function for each statement of the current writing connection; nil ends that.
  func observeStatements(_ report: ((SQLTrace) -> Void)?) { connection.trace(report) }

  override var answersInMemory: Bool { true }

  /// The error of the last attempt to reconnect; nil if it has succeeded.
  private var connectionFailure: (any Error)?

  override func failure(_ error: any Error) -> any Error {
    // The reason for closing the connection is more useful than that it is closed.
    let isClosed = (error as? SQLError)?.code == "closed"
    return ServerFailure.error(isClosed ? connectionFailure ?? error : error, at: store.url)
  }

  override func objects(besides entities: Set<Int>) throws -> [String: Int] {
    let own = try super.objects(besides: entities)
    let known = Set(connections.model.schema.mapping.tables.map(\.name))
    let others = try reading { try StoreTables(connection).rows(outside: known) }
    return own.merging(others, uniquingKeysWith: +)
  }

  override func write(_ metadata: [String: Any]) throws {
    try ServerMetadata.write(metadata, connection)
  }

  // MARK: The connection

  /// Replaces the connection if it has ended, which is tested if it was idle.
  override func prepareConnection() throws {
    guard engine.save == nil, !isFixed else { return }
    if connection.isUsable {
      if ContinuousClock.now - lastUse < Self.idleTime { return }
      // The connection may lead to a server that has frozen since, or that a firewall has dropped.
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
      "The connection to the database was lost and replaced.",
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

  /// Runs a reading body; retries it on another connection if the first one is lost, and again if a standby had to
  /// cancel it because of the changes that it replays.
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

  /// Runs a reading body, and throws if another program is known to have migrated the store.
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

  /// Returns whether a transaction happened whose commit was not answered.
  func happened(_ transaction: UUID) throws -> Bool {
    try translatingErrors {
      try CommitSettlement(connections.database, term: connections.term).happened(transaction)
    }
  }
}

// MARK: Generations

extension ServerAdapter: GenerationKeeping {
  /// A snapshot of the current rows, in a transaction of another connection.
  func keepRows(mayHoldUpWriters: Bool) throws -> (any WholeStoreSource)? {
    guard let coordinator = store.persistentStoreCoordinator, let store = store as? ServerStore
    else { return nil }
    return try translatingErrors {
      let connection = try connections.connect()
      do {
        try connection.begin(.read)
        // The first read of the transaction creates its snapshot.
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
  /// The number of notifications from others, which arrive with the answer to any statement; or that of their
  /// transactions in the history.
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
