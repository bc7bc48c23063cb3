import Foundation

/// Lets a coordinator tell that one of its stores was changed, by whichever coordinator of the program.
///
/// A store has one if it was opened with `NSPersistentStoreRemoteChangeNotificationPostOptionKey`. It lives as
/// long as the store is open.
final class StoreChangeRelay: Sendable {
  /// What is to be undone when the store is closed.
  private let observer: Observer

  private struct Observer: @unchecked Sendable {
    let token: any NSObjectProtocol
  }

  init?(of store: NSPersistentStore, in coordinator: NSPersistentStoreCoordinator) {
    let option = store.options?[NSPersistentStoreRemoteChangeNotificationPostOptionKey] as? NSNumber
    guard option?.boolValue == true else { return nil }
    let token = NotificationCenter.default.addObserver(
      forName: Self.signal(of: store),
      object: nil,
      queue: nil
    ) { [weak store, weak coordinator] _ in
      guard let store, let coordinator else { return }
      // Whoever has saved still has the stores to itself; observers may want to fetch.
      coordinator.queue.async { Self.post(from: coordinator, about: store) }
    }
    observer = Observer(token: token)
  }

  deinit {
    NotificationCenter.default.removeObserver(observer.token)
  }

  /// Says that a store was changed.
  static func signalChange(of store: NSPersistentStore) {
    NotificationCenter.default.post(name: signal(of: store), object: nil)
  }

  /// The name of the signal by which coordinators learn of each other's saves, one for each store.
  private static func signal(of store: NSPersistentStore) -> Notification.Name {
    Notification.Name("CoreData store \(store.identifier ?? "") was changed")
  }

  private static func post(
    from coordinator: NSPersistentStoreCoordinator,
    about store: NSPersistentStore
  ) {
    var info: [AnyHashable: Any] = [NSStoreUUIDKey: store.identifier ?? ""]
    if let url = store.url { info[NSPersistentStoreURLKey] = url }
    NotificationCenter.default.post(
      name: .NSPersistentStoreRemoteChange,
      object: coordinator,
      userInfo: info
    )
  }
}
