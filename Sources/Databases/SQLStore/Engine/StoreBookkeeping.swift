import SQLDriver

/// The things that a kind of store keeps besides objects: the keys that were given, transactions, and the history.
package protocol StoreBookkeeping: AnyObject {
  /// Whether keys are taken in the transaction of the save that needs them.
  var keysBelongToTransaction: Bool { get }

  /// The keys of a tree of entities.
  func keySource(of layout: ObjectLayout, on connection: any SQLConnection) throws -> any KeySource

  /// Begins a transaction that changes objects.
  func begin(on connection: any SQLConnection) throws

  /// Commits a transaction that has changed objects.
  ///
  /// - Throws: The database's error; it tells apart whether nothing was written or that is not known.
  func commit(on connection: any SQLConnection) throws

  /// The history of the store of an engine.
  func history(of engine: StoreEngine) -> any HistoryRecording
}

/// The tables of Core Data's own stores.
package final class CoreDataBookkeeping: StoreBookkeeping {
  package init() {}

  package var keysBelongToTransaction: Bool { true }

  package func keySource(
    of layout: ObjectLayout,
    on connection: any SQLConnection
  ) throws -> any KeySource { try RecordedKeys(of: layout, connection) }

  package func begin(on connection: any SQLConnection) throws { try connection.begin(.write) }

  package func commit(on connection: any SQLConnection) throws { try connection.commit() }

  package func history(of engine: StoreEngine) -> any HistoryRecording { CoreDataHistory(engine) }
}
