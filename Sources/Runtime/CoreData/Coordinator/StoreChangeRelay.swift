import Foundation

/// Lets a coordinator tell that one of its stores was changed, by whichever coordinator of whichever program.
///
/// A store has one if it was opened with `NSPersistentStoreRemoteChangeNotificationPostOptionKey`. It lives as
/// long as the store is open. Saves of the store itself are told at once; where a store can say whether others
/// have changed it, it is asked when another coordinator of the program has saved, and from time to time.
final class StoreChangeRelay: Sendable {
  /// The observation that ends when the store is closed.
  private let observer: Observer

  // The token goes back to the notification center and the timer is cancelled, on any thread.
  private struct Observer: @unchecked Sendable {
    let token: any NSObjectProtocol
    let timer: (any DispatchSourceTimer)?
  }

  /// How often stores are asked, in milliseconds.
  private static let interval = 250

  init?(
    of store: NSPersistentStore,
    _ adapter: any StoreAdapter,
    in coordinator: NSPersistentStoreCoordinator
  ) {
    let option = store.options?[NSPersistentStoreRemoteChangeNotificationPostOptionKey] as? NSNumber
    guard option?.boolValue == true else { return nil }
    let watch = (adapter as? any ChangeNoticing).map { ChangeWatch($0, of: store, in: coordinator) }
    let token = NotificationCenter.default.addObserver(
      forName: Self.signal(of: store),
      object: nil,
      queue: nil
    ) { [weak store, weak coordinator] signal in
      guard let store, let coordinator else { return }
      let isOwn = signal.object as? NSPersistentStore === store
      // The saving context still uses the stores exclusively; observers may fetch.
      coordinator.queue.async {
        if !isOwn, let watch {
          watch.tellOfChanges(waiting: true)
        } else {
          Self.post(from: coordinator, about: store)
        }
      }
    }
    observer = Observer(token: token, timer: watch.map { Self.timer($0, coordinator.queue) })
  }

  private static func timer(_ watch: ChangeWatch, _ queue: DispatchQueue) -> any DispatchSourceTimer
  {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(
      deadline: .now() + .milliseconds(interval),
      repeating: .milliseconds(interval),
      leeway: .milliseconds(interval / 2)
    )
    timer.setEventHandler { watch.tellOfChanges(waiting: false) }
    timer.resume()
    return timer
  }

  deinit {
    observer.timer?.cancel()
    NotificationCenter.default.removeObserver(observer.token)
  }

  /// Says that a store was changed.
  static func signalChange(of store: NSPersistentStore) {
    NotificationCenter.default.post(name: signal(of: store), object: store)
  }

  /// The name of the signal by which coordinators learn of each other's saves, one for each store.
  private static func signal(of store: NSPersistentStore) -> Notification.Name {
    Notification.Name("CoreData store \(store.identifier ?? "") was changed")
  }

  fileprivate static func post(
    from coordinator: NSPersistentStoreCoordinator,
    about store: NSPersistentStore
  ) {
    var info: [AnyHashable: Any] = [NSStoreUUIDKey: store.identifier ?? ""]
    if let url = store.url { info[NSPersistentStoreURLKey] = url }
    if let token = coordinator.currentPersistentHistoryToken(fromStores: [store]) {
      info[NSPersistentHistoryTokenKey] = token
    }
    NotificationCenter.default.post(
      name: .NSPersistentStoreRemoteChange,
      object: coordinator,
      userInfo: info
    )
  }
}

/// A store that can tell whether others have changed it.
protocol ChangeNoticing: StoreAdapter {
  /// A number that differs after another connection has changed the store.
  func numberOfForeignState() throws -> Int64
}

/// Finds out whether another connection has changed a store.
private final class ChangeWatch: @unchecked Sendable {
  private weak var adapter: (any ChangeNoticing)?
  private weak var store: NSPersistentStore?
  private weak var coordinator: NSPersistentStoreCoordinator?
  private var known: Int64?

  init(
    _ adapter: any ChangeNoticing,
    of store: NSPersistentStore,
    in coordinator: NSPersistentStoreCoordinator
  ) {
    self.adapter = adapter
    self.store = store
    self.coordinator = coordinator
    known = try? adapter.numberOfForeignState()
  }

  /// Tells of changes since the last time.
  ///
  /// All calls come on the coordinator's queue. Without waiting nothing is done while the coordinator is busy:
  /// there will be another time.
  func tellOfChanges(waiting: Bool) {
    guard let coordinator, let store else { return }
    if waiting {
      coordinator.lock.lock()
    } else if !coordinator.lock.try() {
      return
    }
    let number =
      store.persistentStoreCoordinator == nil
      ? known : (try? adapter?.numberOfForeignState()) ?? known
    let isNew = number != known
    known = number
    coordinator.lock.unlock()
    if isNew { StoreChangeRelay.post(from: coordinator, about: store) }
  }
}
