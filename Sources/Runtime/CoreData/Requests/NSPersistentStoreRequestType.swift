/// The kind of a request to a store.
public enum NSPersistentStoreRequestType: UInt, Sendable, Hashable {
  /// To find objects.
  case fetchRequestType = 1
  /// To save changes.
  case saveRequestType = 2
  /// To insert objects without a context.
  case batchInsertRequestType = 5
  /// To change objects without a context.
  case batchUpdateRequestType = 6
  /// To delete objects without a context.
  case batchDeleteRequestType = 7
}
