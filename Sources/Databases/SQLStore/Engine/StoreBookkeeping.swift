import SQLDriver

/// The parts of a store that depend on its kind: keys, transactions, and the history.
package protocol StoreBookkeeping: AnyObject {
  /// Whether keys are taken in the transaction of the save that needs them.
  var keysBelongToTransaction: Bool { get }

  /// The keys of a tree of entities.
  func keySource(of layout: ObjectLayout, on connection: any SQLConnection) throws -> any KeySource

  /// Records what others have committed, before anything is read.
  func noteState(of connection: any SQLConnection) throws

  /// Begins a transaction that changes objects.
  ///
  /// - Returns: Whether other connections may have committed changes since the state was recorded or the last such
  ///   transaction began.
  func begin(on connection: any SQLConnection) throws -> Bool

  /// Commits a transaction that has changed objects.
  ///
  /// - Returns: The number that its transaction in the history got by the commit; nil if it has none, or had it
  ///   before.
  /// - Throws: The database's error, whose kind tells whether nothing was written or that is not known.
  func commit(on connection: any SQLConnection) throws -> Int64?

  /// The history of the store of an engine.
  func history(of engine: StoreEngine) -> any HistoryRecording
}

/// Checks that the database of a connection is still the store that was opened.
package protocol StoreWatching: AnyObject {
  /// Throws ``StoreError/otherVersion`` if it is no longer that store, as far as the connection has seen.
  func confirm() throws

  /// Records a commit of the connection itself, which had confirmed the store before.
  func noteOwnCommit()
}

/// The bookkeeping of Core Data's own stores.
package final class CoreDataBookkeeping: StoreBookkeeping {
  /// The state at the start of the last transaction.
  ///
  /// Read and written whole by the one caller that uses the engine.
  @exclusivity(unchecked) private var foreignState: SQLValue?

  /// A number that changes whenever the keys in use may be others than those that this connection has recorded: when
  /// others have committed changes, or a transaction of its own was not committed.
  ///
  /// Read and written whole by the one caller that uses the engine.
  @exclusivity(unchecked) private(set) var stateOfKeys = 0

  /// Whether the last transaction was committed.
  ///
  /// Read and written whole by the one caller that uses the engine.
  @exclusivity(unchecked) private var isCommitted = true

  /// The check for the store that was opened.
  private let watch: (any StoreWatching)?

  /// Creates the bookkeeping of a store.
  ///
  /// - Parameter watch: Called in each writing transaction, before anything is written.
  package init(watch: (any StoreWatching)? = nil) {
    self.watch = watch
  }

  package var keysBelongToTransaction: Bool { true }

  package func keySource(
    of layout: ObjectLayout,
    on connection: any SQLConnection
  ) throws -> any KeySource { try RecordedKeys(of: layout, connection, self) }

  package func noteState(of connection: any SQLConnection) throws {
    let known = foreignState
    foreignState = try connection.foreignState()
    if foreignState == nil || foreignState != known { stateOfKeys += 1 }
  }

  package func begin(on connection: any SQLConnection) throws -> Bool {
    try connection.begin(.write)
    if !isCommitted { stateOfKeys += 1 }
    isCommitted = false
    do {
      try watch?.confirm()
      let known = foreignState
      try noteState(of: connection)
      return foreignState != known
    } catch {
      if connection.isInTransaction { try? connection.rollBack() }
      throw error
    }
  }

  package func commit(on connection: any SQLConnection) throws -> Int64? {
    try connection.commit()
    isCommitted = true
    watch?.noteOwnCommit()
    return nil
  }

  package func history(of engine: StoreEngine) -> any HistoryRecording { CoreDataHistory(engine) }
}

extension SQLConnection {
  /// A value that changes when another connection commits.
  package func foreignState() throws -> SQLValue? {
    guard let query = dialect.foreignState else { return nil }
    let statement = try cached(query)
    defer { statement.reset() }
    return try statement.step() ? statement.value(at: 0) : nil
  }
}
