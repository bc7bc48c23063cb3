// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

/// The stores that were added; a key of the notifications of coordinators.
public let NSAddedPersistentStoresKey = "added"

/// The stores that were removed.
public let NSRemovedPersistentStoresKey = "removed"

/// A store that was migrated and has another UUID now: an array of the old store, the new one, and an array of pairs
/// of the old and the new IDs of the objects.
public let NSUUIDChangedPersistentStoresKey = "changed"

/// The URL of the store that was changed by others; a key of `NSPersistentStoreRemoteChange`.
public let NSPersistentStoreURLKey = "storeURL"

/// The token of the last transaction in the history; a key of `NSPersistentStoreRemoteChange`.
public let NSPersistentHistoryTokenKey = "historyToken"

extension NSNotification.Name {
  /// Posted on Apple's platforms when the iCloud account changes; here it is never posted.
  public static let NSPersistentStoreCoordinatorStoresWillChange =
    Self("NSPersistentStoreCoordinatorStoresWillChangeNotification")

  /// Posted after stores were added to a coordinator, removed from it, or given another UUID.
  public static let NSPersistentStoreCoordinatorStoresDidChange =
    Self("NSPersistentStoreCoordinatorStoresDidChangeNotification")

  /// Posted before a store is removed; the object is the store.
  public static let NSPersistentStoreCoordinatorWillRemoveStore =
    Self("NSPersistentStoreCoordinatorWillRemoveStoreNotification")

  /// Posted when a store was changed, perhaps by another process.
  ///
  /// The object is the coordinator. The store must have been opened with
  /// `NSPersistentStoreRemoteChangeNotificationPostOptionKey`. The user info has its UUID, its URL, and, if it keeps a
  /// history, the token of the last transaction.
  ///
  /// ```swift
  /// let token = NotificationCenter.default.addObserver(
  ///   forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
  /// ) { notification in
  ///   print(notification.userInfo?[NSPersistentStoreURLKey] ?? "")
  /// }
  /// ```
  public static let NSPersistentStoreRemoteChange = Self("NSPersistentStoreRemoteChange")
}

/// A change of the stores of a coordinator.
struct StoresChange {
  var added: [NSPersistentStore] = []
  var removed: [NSPersistentStore] = []

  /// The old and the new store, and the old and new IDs of the objects.
  var migrated: [Any] = []

  /// Posts the notification.
  func post(by coordinator: NSPersistentStoreCoordinator) {
    var info: [AnyHashable: Any] = [:]
    if !added.isEmpty { info[NSAddedPersistentStoresKey] = added }
    if !removed.isEmpty { info[NSRemovedPersistentStoresKey] = removed }
    if !migrated.isEmpty { info[NSUUIDChangedPersistentStoresKey] = migrated }
    NotificationCenter.default.post(
      name: .NSPersistentStoreCoordinatorStoresDidChange,
      object: coordinator,
      userInfo: info
    )
  }
}
