import Foundation
import Synchronization

/// Posts, for a coordinator, that one of its stores was changed, by any coordinator of any program.
///
/// A store has one if it was opened with `NSPersistentStoreRemoteChangeNotificationPostOptionKey`. It lives as long
/// as the store is open. Saves through the coordinator itself are posted at once; if a store can detect changes of
/// others, it is polled when another coordinator of the program has saved, and periodically.
final class StoreChangeRelay: @unchecked Sendable {
  // Weak references are set once. All else is constant; the timer is canceled on any thread.
  @WeakReference private var store: NSPersistentStore?
  @WeakReference private var coordinator: NSPersistentStoreCoordinator?
  private let identifier: String
  private let watch: ChangeWatch?
  private let timer: (any DispatchSourceTimer)?

  /// The interval at which stores are polled, in milliseconds.
  private static let interval = 250

  private struct WeakRelay: Sendable {
    weak var relay: StoreChangeRelay?
  }

  /// The relays of the program, by the identifiers of their stores.
  ///
  /// A notification would cost every save thousands of instructions, though few stores have relays.
  private static let relays = Mutex<[String: [WeakRelay]]>([:])

  init?(
    of store: NSPersistentStore,
    _ adapter: any StoreAdapter,
    in coordinator: NSPersistentStoreCoordinator
  ) {
    let option = store.options?[NSPersistentStoreRemoteChangeNotificationPostOptionKey] as? NSNumber
    guard option?.boolValue == true else { return nil }
    self.store = store
    self.coordinator = coordinator
    identifier = store.identifier ?? ""
    watch = (adapter as? any ChangeNoticing).map { ChangeWatch($0, of: store, in: coordinator) }
    timer = watch.map { Self.timer($0, coordinator.queue) }
    Self.relays.withLock { $0[identifier, default: []].append(WeakRelay(relay: self)) }
  }

  private static func timer(_ watch: ChangeWatch, _ queue: DispatchQueue) -> any DispatchSourceTimer
  {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(
      deadline: .now() + .milliseconds(interval),
      repeating: .milliseconds(interval),
      leeway: .milliseconds(interval / 2)
    )
    timer.setEventHandler { watch.postChanges(waiting: false) }
    timer.resume()
    return timer
  }

  deinit {
    timer?.cancel()
    Self.relays.withLock { relays in
      relays[identifier]?.removeAll { $0.relay == nil || $0.relay === self }
      if relays[identifier]?.isEmpty == true { relays[identifier] = nil }
    }
  }

  /// Signals that a coordinator of the program has changed a store.
  static func signalChange(of store: NSPersistentStore) {
    guard !relays.withLock({ $0.isEmpty }) else { return }
    let identifier = store.identifier ?? ""
    let receivers = relays.withLock { $0[identifier]?.compactMap(\.relay) }
    for relay in receivers ?? [] { relay.noteChange(by: store) }
  }

  /// Posts, or polls the store, once the coordinator is free.
  private func noteChange(by changed: NSPersistentStore) {
    guard let store, let coordinator else { return }
    let isOwn = changed === store
    // The saving context still uses the stores exclusively; observers may fetch.
    coordinator.queue.async { [self] in
      if !isOwn, let watch {
        watch.postChanges(waiting: true)
      } else {
        Self.post(from: coordinator, about: store)
      }
    }
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

/// A store that detects changes of others.
protocol ChangeNoticing: StoreAdapter {
  /// A number that changes when another connection changes the store.
  func numberOfForeignState() throws -> Int64
}

/// Detects whether another connection has changed a store.
private final class ChangeWatch: @unchecked Sendable {
  private weak var adapter: (any ChangeNoticing)?
  @WeakReference private var store: NSPersistentStore?
  @WeakReference private var coordinator: NSPersistentStoreCoordinator?
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

  /// Posts the changes since the last call.
  ///
  /// It is always called on the coordinator's queue. Without waiting it does nothing while the coordinator is busy:
  /// it will be called again.
  func postChanges(waiting: Bool) {
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
