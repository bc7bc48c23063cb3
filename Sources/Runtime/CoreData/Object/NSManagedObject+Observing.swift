import Foundation
import ObjectRows
import Observation
import Synchronization

// Closures observe, as on Apple's platforms with `observe(_:options:changeHandler:)`, or methods of objects that
// conform to a protocol.
extension NSManagedObject {
  /// Calls the method of an observer whenever a property is set, until the observer is removed.
  ///
  /// - Parameters:
  ///   - observer: The object with the method.
  ///   - keyPath: The name of the property.
  ///   - options: The values that the method needs.
  ///   - context: A value that is passed to the method.
  public final func addObserver(
    _ observer: some KeyValueObserver,
    forKeyPath keyPath: String,
    options: NSKeyValueObservingOptions = [],
    context: UnsafeMutableRawPointer?
  ) {
    let made = MethodObservation(of: keyPath, by: observer, options, context)
    let observers = needObservers()
    observers.methods.removeAll { !$0.isAlive }
    observers.methods.append(made)
    begin(made.observation, keyPath) { ($0 as? NSManagedObject)?.value(forKey: keyPath) }
  }

  /// Stops calling the method of an observer for a property; without an observation nothing happens.
  ///
  /// - Parameters:
  ///   - observer: The object with the method.
  ///   - keyPath: The name of the property.
  public final func removeObserver(_ observer: NSObject, forKeyPath keyPath: String) {
    removeObservation { $0.isObservation(of: keyPath, by: observer) }
  }

  /// Stops calling the method of an observer for a property with a context.
  ///
  /// - Parameters:
  ///   - observer: The object with the method.
  ///   - keyPath: The name of the property.
  ///   - context: The context that was given when the observation began.
  public final func removeObserver(
    _ observer: NSObject,
    forKeyPath keyPath: String,
    context: UnsafeMutableRawPointer?
  ) {
    removeObservation {
      $0.isObservation(of: keyPath, by: observer) && $0.context == context
    }
  }

  private func removeObservation(where isMeant: (MethodObservation) -> Bool) {
    let observers = needObservers()
    guard let index = observers.methods.lastIndex(where: isMeant) else { return }
    observers.methods.remove(at: index).observation.invalidate()
  }

  /// Calls a closure whenever a property is set, as long as the returned observation exists.
  ///
  /// A setter calls it each time, also for an equal value, and before anything is saved.
  public final func observe(
    _ key: String,
    options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (NSManagedObject, NSKeyValueObservedChange<Any>) -> Void
  ) -> NSKeyValueObservation {
    let observation = NSKeyValueObservation(options) { object, old, new, isPrior in
      guard let object = object as? NSManagedObject else { return }
      let change = NSKeyValueObservedChange<Any>(
        kind: .setting,
        newValue: new,
        oldValue: old,
        isPrior: isPrior
      )
      changeHandler(object, change)
    }
    begin(observation, key) { ($0 as? NSManagedObject)?.value(forKey: key) }
    return observation
  }

  /// Begins to notify an observation of changes of a property, and of those on which it depends.
  fileprivate final func begin(
    _ observation: NSKeyValueObservation,
    _ key: String,
    reading: @escaping (NSObject) -> Any?
  ) {
    let own = shape.indexByName[key]
    let others = properties(affecting: key)
    guard own != nil || !others.isEmpty || hasUnmodeledProperty(key) else {
      preconditionFailure("the entity \(shape.name) has no property named \"\(key)\" to observe.")
    }
    if own == nil || !others.isEmpty { observation.reading = reading }
    let observers = needObservers()
    observers.add(observation, at: own ?? observers.index(ofUnmodeled: key))
    for index in others where index != own { observers.add(observation, at: index) }
    guard observation.options.contains(.initial) else { return }
    let wantsValue = observation.options.contains(.new)
    let value = wantsValue ? own.map { publicValue(at: $0) } ?? reading(self) : nil
    observation.notify(self, old: nil, new: value, isPrior: false)
  }

  /// The modeled properties on which another one depends, also indirectly: the first ones of the key paths.
  private func properties(affecting key: String) -> [Int] {
    var found: [Int] = []
    var seen: Set<String> = [key]
    var rest = [key]
    while let next = rest.popLast() {
      for path in type(of: self).keyPathsForValuesAffectingValue(forKey: next).sorted() {
        let name = String(path.prefix { $0 != "." })
        guard seen.insert(name).inserted else { continue }
        if let index = shape.indexByName[name] { found.append(index) }
        rest.append(name)
      }
    }
    return found
  }

  final func needObservers() -> PropertyObservers {
    let rareState = needRareState()
    if let observers = rareState.observers { return observers }
    let made = PropertyObservers()
    rareState.observers = made
    return made
  }
}

extension ManagedObjectMaking where Self: NSManagedObject {
  /// Calls a closure whenever the property at a key path is set, as long as the returned observation exists.
  ///
  /// ```swift
  /// let observation = player.observe(\.lastName) { player, _ in print(player.lastName) }
  /// ```
  ///
  /// To stop observing, invalidate or release the observation.
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>,
    options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    _ = shape.binding
    guard let key = KeyPathNames.shared.name(of: keyPath) else {
      preconditionFailure("Could not extract a String from KeyPath \(keyPath)")
    }
    // The value of key-value coding may have another type than the property; after the change the property can be
    // read.
    let observation = NSKeyValueObservation(options) { object, old, new, isPrior in
      guard let object = object as? Self else { return }
      let wantsNew = options.contains(.new) && !isPrior
      let change = NSKeyValueObservedChange(
        kind: .setting,
        newValue: wantsNew ? object[keyPath: keyPath] : nil,
        oldValue: old as? Value,
        isPrior: isPrior
      )
      changeHandler(object, change)
    }
    begin(observation, key) { ($0 as? Self).map { $0[keyPath: keyPath] as Any } }
    return observation
  }
}

// Views that read an object's properties while they are drawn are redrawn when these change. Accesses are tracked in
// contexts of the main queue, whose objects views show; elsewhere the fast path skips all this.
extension NSManagedObject {
  /// Records that a property is being read.
  final func noteAccess(_ index: Int) {
    guard state.contains(.isWatched) else { return }
    context?.confirmQueue()
    guard AccessProbe.isTracking else { return }
    needObservers().noteAccess(index)
  }
}

/// The stand-in for an object in its registrar, which identifies properties by key paths of an observable type.
///
/// Classes of managed objects are not `Observable` themselves, as on Apple's platforms: a program may make its own
/// so.
private final class TrackedProperties: Observable, Sendable {
  static let shared = TrackedProperties()

  /// A property by its index.
  subscript(index: Int) -> Void { () }
}

/// The registrar of one object.
struct TrackedAccesses {
  private let registrar = ObservationRegistrar()

  func access(_ index: Int) {
    registrar.access(TrackedProperties.shared, keyPath: \.[index])
  }

  func willChange(_ index: Int) {
    registrar.willSet(TrackedProperties.shared, keyPath: \.[index])
  }

  func didChange(_ index: Int) {
    registrar.didSet(TrackedProperties.shared, keyPath: \.[index])
  }
}

/// Detects whether accesses are being tracked on this thread.
///
/// `withObservationTracking` does not tell; but it inserts accessed key paths into a table, for which it needs their
/// hash, for which a key path hashes its argument. So most objects need no registrar.
private final class AccessProbe: Observable, Sendable {
  static var isTracking: Bool {
    let before = hashings.load(ordering: .relaxed)
    registrar.access(probe, keyPath: keyPath.value)
    return hashings.load(ordering: .relaxed) != before
  }

  private static let probe = AccessProbe()
  private static let registrar = ObservationRegistrar()
  private static let keyPath = ProbePath(value: \AccessProbe.[Argument()])
  private static let hashings = Atomic<Int>(0)

  // The path captures nothing mutable.
  private struct ProbePath: @unchecked Sendable {
    let value: KeyPath<AccessProbe, Void>
  }

  private struct Argument: Hashable {
    static func == (left: Self, right: Self) -> Bool { true }

    func hash(into hasher: inout Hasher) {
      AccessProbe.hashings.add(1, ordering: .relaxed)
    }
  }

  private subscript(argument: Argument) -> Void { () }
}

extension NSManagedObject: KeyPathNaming {
  /// The names from the generated code of the class, or those of the properties that every object has.
  final class var ownNames: [(keyPath: AnyKeyPath, name: String)] {
    if self == NSManagedObject.self { return commonNames }
    let names = GeneratedCodeV2.names(of: self) ?? ManagedClasses.names(ofSubclassOf: self)
    let written = names?.properties ?? []
    return written.map { ($0.keyPath, $0.name) } + GeneratedCodeV2.KeyTable.names(of: self)
  }

  private static var commonNames: [(keyPath: AnyKeyPath, name: String)] {
    [
      (\NSManagedObject.objectID, "objectID"), (\NSManagedObject.entity, "entity"),
      (\NSManagedObject.managedObjectContext, "managedObjectContext"),
      (\NSManagedObject.isInserted, "inserted"), (\NSManagedObject.isUpdated, "updated"),
      (\NSManagedObject.isDeleted, "deleted"), (\NSManagedObject.isFault, "fault"),
      (\NSManagedObject.hasChanges, "hasChanges"),
      (\NSManagedObject.hasPersistentChangedValues, "hasPersistentChangedValues"),
    ]
  }
}
