public import Foundation
import Synchronization

/// An object with properties that can be observed, other than a managed object.
///
/// Its properties call ``willChangeValue(for:)`` and ``didChangeValue(for:)``, as those with `@objc dynamic` do by
/// themselves on Apple's platforms:
///
/// ```swift
/// final class Importer: NSObject, KeyValueObservable {
///   var progress = 0.0 {
///     willSet { willChangeValue(for: \.progress) }
///     didSet { didChangeValue(for: \.progress) }
///   }
/// }
/// let observation = importer.observe(\.progress) { importer, _ in print(importer.progress) }
/// ```
///
/// `momgen adopt` writes the observers of the properties and the conformance.
public protocol KeyValueObservable: NSObject {}

extension KeyValueObservable {
  /// Calls a closure whenever the property at a key path changes, as long as the returned observation exists.
  ///
  /// To stop observing, invalidate or release the observation.
  ///
  /// - Parameters:
  ///   - keyPath: A property that reports its changes.
  ///   - options: The values that the closure needs.
  ///   - changeHandler: The closure, which is called in the thread of the change.
  /// - Returns: The observation.
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>,
    options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    let observation = NSKeyValueObservation(options, reporting: changeHandler)
    ObservableProperties.shared.add(observation, of: self, ObservableProperties.Key(keyPath))
    if options.contains(.initial) {
      observation.notify(self, old: nil, new: self[keyPath: keyPath], isPrior: false)
    }
    return observation
  }

  /// Reports that the property at a key path is about to change.
  public func willChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
    let key = ObservableProperties.Key(keyPath)
    guard ObservableProperties.shared.isObserved(self, key) else { return }
    ObservableProperties.shared.willChange(self, key, self[keyPath: keyPath])
  }

  /// Reports that the property at a key path has changed.
  public func didChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
    let key = ObservableProperties.Key(keyPath)
    guard ObservableProperties.shared.isObserved(self, key) else { return }
    ObservableProperties.shared.didChange(self, key, self[keyPath: keyPath])
  }
}

/// The observations of properties of objects that are not managed objects.
private final class ObservableProperties: Sendable {
  static let shared = ObservableProperties()

  /// A property: its components, which are the same in a subclass, or else the key path.
  // Neither changes.
  struct Key: Hashable, @unchecked Sendable {
    private let components: [KeyPathComponents.Component]?
    private let keyPath: AnyKeyPath?

    init(_ keyPath: AnyKeyPath) {
      components = KeyPathComponents(keyPath)?.components
      self.keyPath = components == nil ? keyPath : nil
    }
  }

  // The references are used only inside of the lock, except by the thread that changes the property.
  private struct Entry: @unchecked Sendable {
    weak var object: NSObject?
    weak var observation: NSKeyValueObservation?
    let key: Key
    var old: Any?

    var isAlive: Bool { object != nil && observation?.isValid == true }
  }

  private struct State {
    var entries: [ObjectIdentifier: [Entry]] = [:]

    /// The number of observed objects at which those that are gone are removed.
    var limit = 64
  }

  private let state = Mutex(State())

  func add(_ observation: NSKeyValueObservation, of object: NSObject, _ key: Key) {
    let entry = Entry(object: object, observation: observation, key: key)
    let identifier = ObjectIdentifier(object)
    state.withLock { state in
      // An object that is gone may have had the same address.
      state.entries[identifier, default: []].removeAll { !$0.isAlive }
      state.entries[identifier, default: []].append(entry)
      guard state.entries.count > state.limit else { return }
      state.entries = state.entries.compactMapValues { entries in
        let alive = entries.filter(\.isAlive)
        return alive.isEmpty ? nil : alive
      }
      state.limit = max(64, 2 * state.entries.count)
    }
  }

  func isObserved(_ object: NSObject, _ key: Key) -> Bool {
    let identifier = ObjectIdentifier(object)
    return state.withLock { $0.entries[identifier]?.contains { $0.key == key } ?? false }
  }

  func willChange(_ object: NSObject, _ key: Key, _ value: Any) {
    for entry in entries(of: object, key, remembering: value) {
      guard let observation = entry.observation, observation.options.contains(.prior) else {
        continue
      }
      observation.notify(object, old: value, new: nil, isPrior: true)
    }
  }

  func didChange(_ object: NSObject, _ key: Key, _ value: Any) {
    for entry in entries(of: object, key, remembering: nil) {
      entry.observation?.notify(object, old: entry.old, new: value, isPrior: false)
    }
  }

  /// The observations of a property, with the values that they remember so far.
  private func entries(of object: NSObject, _ key: Key, remembering value: Any?) -> [Entry] {
    let identifier = ObjectIdentifier(object)
    // The closure is called at once, in this thread.
    nonisolated(unsafe) let value = value
    nonisolated(unsafe) let object = object
    return state.withLock { state in
      guard let all = state.entries[identifier] else { return [] }
      for index in all.indices where all[index].key == key {
        state.entries[identifier]?[index].old = value
      }
      return all.filter { $0.key == key && $0.object === object && $0.isAlive }
    }
  }
}
