import Foundation
import ObjectRows

/// A snapshot of the objects of a store in a database.
///
/// A connection of its own reads within one transaction, from the snapshot at its beginning.
final class SQLGeneration: WholeStoreSource {
  /// The store, which the adapter does not retain.
  private let store: NSPersistentStore
  private let adapter: SQLAdapter
  private let close: () -> Void

  /// - Parameters:
  ///   - adapter: The engine over the connection.
  ///   - store: The store.
  ///   - close: Closes the connection.
  init(_ adapter: SQLAdapter, of store: NSPersistentStore, close: @escaping () -> Void) {
    self.adapter = adapter
    self.store = store
    self.close = close
  }

  deinit { close() }

  func fetch(_ request: StoreFetch) throws -> StoreFetchResult { try adapter.fetch(request) }

  func count(_ request: StoreFetch) throws -> Int? { try adapter.count(request) }

  func dictionaries(_ request: StoreFetch, _ plan: DictionaryPlan) throws -> [NSDictionary]? {
    try adapter.dictionaries(request, plan)
  }

  func readRows(of references: [Reference]) throws { try adapter.readRows(of: references) }

  func related(
    toAll references: [Reference],
    of shape: EntityShape,
    at index: Int
  ) throws -> [Reference: StoreFetchResult]? {
    try adapter.related(toAll: references, of: shape, at: index)
  }

  func row(for reference: Reference, of shape: EntityShape) throws -> Row? {
    try adapter.row(for: reference, of: shape)
  }

  func related(
    to reference: Reference,
    of shape: EntityShape,
    at index: Int
  ) throws -> StoreFetchResult {
    try adapter.related(to: reference, of: shape, at: index)
  }

  func unreadableProperties(of reference: Reference, _ shape: EntityShape, _ row: Row) throws
    -> [String]
  {
    try adapter.unreadableProperties(of: reference, shape, row)
  }

  func objects(besides entities: Set<Int>) throws -> [String: Int] {
    try adapter.objects(besides: entities)
  }
}
