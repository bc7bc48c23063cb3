import Foundation

/// A store that is lost when it is closed.
final class InMemoryStore: NSPersistentStore, @unchecked Sendable {
  override var type: String { NSInMemoryStoreType }

  override func makeAdapter(_ slot: StoreSlot) -> any StoreAdapter {
    RowTableAdapter(slot: slot, table: RowTable())
  }

  /// Does nothing: a file at the URL of such a store does not belong to it.
  override class func removeStore(at url: URL) throws {}

  /// Does nothing: a store in memory is not at its URL.
  override class func replaceStore(
    at destination: URL,
    withStoreAt source: URL,
    options: [AnyHashable: Any]?
  ) throws {}
}
