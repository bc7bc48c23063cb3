/// The kind of a request to a store.
public enum NSPersistentStoreRequestType: UInt, Sendable, Hashable {
  /// A fetch of objects.
  case fetchRequestType = 1
  /// A save of changes.
  case saveRequestType = 2
  /// An insertion of objects without a context.
  case batchInsertRequestType = 5
  /// An update of objects without a context.
  case batchUpdateRequestType = 6
  /// A deletion of objects without a context.
  case batchDeleteRequestType = 7
}
