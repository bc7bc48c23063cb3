import SQLDriver

/// The things that a kind of store keeps besides objects: the keys that were given, transactions, and the history.
package protocol StoreBookkeeping: AnyObject {
  /// Whether keys are taken in the transaction of the save that needs them.
  var keysBelongToTransaction: Bool { get }

  /// The keys of a tree of entities.
  func keySource(of layout: ObjectLayout, on connection: any SQLConnection) throws -> any KeySource

  /// Takes note of what others have committed before anything is read.
  func noteState(of connection: any SQLConnection) throws

  /// Begins a transaction that changes objects.
  ///
  /// - Returns: Whether other connections may have committed changes since the state was noted or
  ///   the last such transaction began.
  func begin(on connection: any SQLConnection) throws -> Bool

  /// Commits a transaction that has changed objects.
  ///
  /// - Returns: The number that its transaction in the history got by the commit; nil if it has none, or had it before.
  /// - Throws: The database's error; it tells apart whether nothing was written or that is not known.
  func commit(on connection: any SQLConnection) throws -> Int64?

  /// The history of the store of an engine.
  func history(of engine: StoreEngine) -> any HistoryRecording
}

/// A comparison of the database that a connection leads to with the store that was opened.
package protocol StoreWatching: AnyObject {
  /// Throws ``StoreError/otherVersion`` if it is not that store any more, as far as the connection has seen.
  func confirm() throws

  /// Takes note of a commit of the connection itself, which had confirmed the store before.
  func noteOwnCommit()
}

/// The tables of Core Data's own stores.
package final class CoreDataBookkeeping: StoreBookkeeping {
  /// The state that the last transaction found.
  private var foreignState: SQLValue?

  /// The comparison with the store that was opened.
  private let watch: (any StoreWatching)?

  /// The bookkeeping of a store.
  ///
  /// - Parameter watch: Asked in each transaction that writes, before anything is written.
  package init(watch: (any StoreWatching)? = nil) {
    self.watch = watch
  }

  package var keysBelongToTransaction: Bool { true }

  package func keySource(
    of layout: ObjectLayout,
    on connection: any SQLConnection
  ) throws -> any KeySource { try RecordedKeys(of: layout, connection) }

  package func noteState(of connection: any SQLConnection) throws {
    foreignState = try connection.foreignState()
  }

  package func begin(on connection: any SQLConnection) throws -> Bool {
    try connection.begin(.write)
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
    watch?.noteOwnCommit()
    return nil
  }

  package func history(of engine: StoreEngine) -> any HistoryRecording { CoreDataHistory(engine) }
}

extension SQLConnection {
  /// A value that differs after another connection has committed something.
  package func foreignState() throws -> SQLValue? {
    guard let query = dialect.foreignState else { return nil }
    let statement = try cached(query)
    defer { statement.reset() }
    return try statement.step() ? statement.value(at: 0) : nil
  }
}
