public import Foundation
import Synchronization

// Observing notifications with a method, for which Foundation uses selectors on Apple's platforms.

extension NotificationCenter {
  /// Calls a method of an observer for each notification, for the lifetime of the observer.
  ///
  /// It replaces `addObserver(_:selector:name:object:)` without Objective-C: `center.addObserver(self, name:
  /// .NSManagedObjectContextDidSave, object: nil) { $0.contextDidSave($1) }`. The observer is not retained;
  /// ``removeObserver(methodsOf:name:object:)`` ends it.
  ///
  /// - Parameters:
  ///   - observer: The object with the method.
  ///   - name: The name of the notifications; nil for any.
  ///   - object: The sender of the notifications; nil for any.
  ///   - action: Calls the method, in the thread that posts the notification.
  public func addObserver<Observer: AnyObject>(
    _ observer: Observer,
    name: NSNotification.Name?,
    object: Any?,
    using action: @escaping (Observer, Notification) -> Void
  ) {
    // As with a selector, the observer has to cope with the thread that posts the notifications.
    nonisolated(unsafe) let action = action
    nonisolated(unsafe) weak let observed = observer
    nonisolated(unsafe) let token = addObserver(forName: name, object: object, queue: nil) { note in
      guard let observed else { return }
      action(observed, note)
    }
    MethodObservers.shared.add(
      MethodObservers.Entry(
        center: self,
        name: name,
        sender: object.map { ObjectIdentifier($0 as AnyObject) },
        token: token,
        isAlive: { observed != nil }
      ),
      of: ObjectIdentifier(observer)
    )
  }

  /// Ends the notifications to the methods of an observer.
  ///
  /// - Parameters:
  ///   - observer: The object with the methods.
  ///   - name: The name of the notifications; nil for any.
  ///   - object: The sender of the notifications; nil for any.
  public func removeObserver(
    methodsOf observer: AnyObject,
    name: NSNotification.Name? = nil,
    object: Any? = nil
  ) {
    let sender = object.map { ObjectIdentifier($0 as AnyObject) }
    let entries = MethodObservers.shared.take(ObjectIdentifier(observer), of: self) { entry in
      (name == nil || entry.name == name) && (sender == nil || entry.sender == sender)
    }
    for entry in entries { removeObserver(entry.token) }
  }
}

/// The observers that are called by a method.
private final class MethodObservers: Sendable {
  static let shared = MethodObservers()

  // All properties are constants; the closure reads a weak reference, which is safe on any thread.
  struct Entry: @unchecked Sendable {
    let center: NotificationCenter
    let name: NSNotification.Name?
    let sender: ObjectIdentifier?
    let token: any NSObjectProtocol

    /// Whether the observer is still alive.
    let isAlive: () -> Bool
  }

  private struct State {
    var entries: [ObjectIdentifier: [Entry]] = [:]

    /// The number of observers at which deallocated ones are removed.
    var limit = 64
  }

  private let state = Mutex(State())

  func add(_ entry: Entry, of observer: ObjectIdentifier) {
    let gone = state.withLock { state in
      state.entries[observer, default: []].append(entry)
      guard state.entries.count > state.limit else { return [Entry]() }
      let gone = state.entries.values.joined().filter { !$0.isAlive() }
      state.entries = state.entries.compactMapValues { entries in
        let alive = entries.filter { $0.isAlive() }
        return alive.isEmpty ? nil : alive
      }
      state.limit = max(64, 2 * state.entries.count)
      return gone
    }
    for entry in gone { entry.center.removeObserver(entry.token) }
  }

  /// Removes and returns the observers at an address that satisfy a condition; those of a deallocated object that had
  /// the address before are included.
  func take(
    _ observer: ObjectIdentifier,
    of center: NotificationCenter,
    where isMeant: (Entry) -> Bool
  ) -> [Entry] {
    state.withLock { state in
      guard let entries = state.entries[observer] else { return [] }
      func isTaken(_ entry: Entry) -> Bool { entry.center === center && isMeant(entry) }
      let kept = entries.filter { !isTaken($0) }
      state.entries[observer] = kept.isEmpty ? nil : kept
      return entries.filter { isTaken($0) }
    }
  }
}
