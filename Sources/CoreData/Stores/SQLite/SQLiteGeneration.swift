import Foundation
import ObjectRows
import SQLDriver
import SQLiteDriver

/// The objects of an SQLite store as they were at one time.
///
/// A connection of its own reads within one transaction, which sees what was there when it began. Writers go
/// on meanwhile, as they append to the log.
final class SQLiteGeneration: RowSource {
  /// The store, which the adapter does not keep alive.
  private let store: SQLiteStore
  private let file: SQLiteFile
  private let adapter: SQLiteAdapter

  /// The present state of a store, or nil if it has no write-ahead log: readers would keep writers out then.
  init?(of store: SQLiteStore, slot: StoreSlot, present: SQLiteFile) throws {
    guard let contents = store.contents, try present.usesWriteAheadLog() else { return nil }
    self.store = store
    file = try SQLiteFile(present.url, access: .readOnly, vfs: present.vfs)
    do {
      try SQLiteFunctions.register(on: file.connection)
      try file.keepMorePages()
      try file.connection.execute("BEGIN")
      // The transaction sees what there is when it reads for the first time.
      _ = try file.metadata()
      adapter = try SQLiteAdapter(file, contents, slot: slot, store: store)
    } catch {
      file.close()
      throw SQLiteFailure.error(error, of: store)
    }
  }

  deinit { file.close() }

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
}

extension SQLiteAdapter: GenerationKeeping {
  func keepRows() throws -> (any RowSource)? {
    guard let coordinator = store.persistentStoreCoordinator else { return nil }
    let slot = StoreSlot(number: slot, coordinator: coordinator)
    return try SQLiteGeneration(of: store, slot: slot, present: file)
  }
}

extension SQLiteFile {
  /// Whether the database has a write-ahead log.
  func usesWriteAheadLog() throws -> Bool {
    guard case .text("wal")? = try connection.rows("PRAGMA journal_mode").first?.first else {
      return false
    }
    return true
  }
}
