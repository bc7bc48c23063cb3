import Foundation

/// A store that is gone when it is closed.
final class InMemoryStore: NSPersistentStore, @unchecked Sendable {
  override var type: String { NSInMemoryStoreType }

  override func makeAdapter(_ slot: StoreSlot) -> any StoreAdapter {
    RowTableAdapter(slot: slot, table: RowTable())
  }
}
