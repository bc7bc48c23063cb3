import Foundation

extension NSPersistentStoreCoordinator {
  /// The place where the histories of stores end.
  ///
  /// It is nil, as no store here keeps its history yet.
  public final func currentPersistentHistoryToken(
    fromStores stores: [Any]?
  ) -> NSPersistentHistoryToken? {
    nil
  }
}
