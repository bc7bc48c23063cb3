import SQLStore

/// The interface of a coordinator to a store in a database, which knows its objects by numbers.
protocol DatabaseAdapter: StoreAdapter {
  /// The rows that were read or saved last.
  var cache: RowCache { get }

  /// The connections that read while the coordinator's own is in use.
  var readerPool: (any ReaderPool)? { get }
}

/// Connections that read a store while the coordinator's own is in use.
protocol ReaderPool: AnyObject {
  /// Calls `body` with a connection that is not in use; returns nil without one.
  func read<Result>(_ body: (any StoreAdapter) throws -> Result) rethrows -> Result?
}
