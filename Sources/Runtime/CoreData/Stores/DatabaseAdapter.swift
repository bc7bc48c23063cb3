import SQLStore

/// The interface of a coordinator to a store in a database, which identifies its objects by numbers.
protocol DatabaseAdapter: StoreAdapter {
  /// The cache of rows that were read or saved recently.
  var cache: RowCache { get }

  /// The connections that read while the coordinator's own is in use.
  var readerPool: (any ReaderPool)? { get }
}

/// Connections that read a store while the coordinator's own is in use.
protocol ReaderPool: AnyObject {
  /// Calls `body` with an idle connection; returns nil if there is none.
  func read<Result>(_ body: (any StoreAdapter) throws -> Result) rethrows -> Result?
}
