import ObjectRows
import Observation

/// The observers of one object's properties.
final class PropertyObservers {
  /// An observation, and the old value during a change.
  private struct Entry {
    weak var observation: NSKeyValueObservation?
    var old: Any?
  }

  private var entries: [Int: [Entry]] = [:]

  /// The observations by methods.
  var methods: [MethodObservation] = []

  /// The observers that track accesses, if there are any.
  private(set) lazy var tracking = TrackedAccesses()

  /// The properties whose accesses were tracked.
  private var tracked = PropertySet()

  /// Nested changes of the same property are reported once.
  private var depths: [Int: Int] = [:]

  /// The observed properties that are not in the model; their numbers are negative.
  private var unmodeledKeys: [String] = []

  /// The number of a property that is not in the model.
  func index(ofUnmodeled key: String) -> Int {
    if let known = unmodeledKeys.firstIndex(of: key) { return -1 - known }
    unmodeledKeys.append(key)
    return -unmodeledKeys.count
  }

  /// Notifies observers that a property that is not in the model is about to change.
  func willChange(_ object: NSManagedObject, unmodeled key: String) {
    guard let known = unmodeledKeys.firstIndex(of: key) else { return }
    willChange(object, -1 - known)
  }

  /// Notifies observers that a property that is not in the model has changed.
  func didChange(_ object: NSManagedObject, unmodeled key: String) {
    guard let known = unmodeledKeys.firstIndex(of: key) else { return }
    didChange(object, -1 - known)
  }

  private func value(
    of object: NSManagedObject,
    _ index: Int,
    for observation: NSKeyValueObservation
  ) -> Any? {
    if let reading = observation.reading { return reading(object) }
    return object.modeledValue(at: index)
  }

  func add(_ observation: NSKeyValueObservation, at index: Int) {
    entries[index, default: []].append(Entry(observation: observation))
  }

  /// Records that a property was read while accesses are tracked.
  func noteAccess(_ index: Int) {
    tracked.insert(index)
    tracking.access(index)
  }

  func willChange(_ object: NSManagedObject, _ index: Int) {
    depths[index, default: 0] += 1
    guard depths[index] == 1 else { return }
    if isTracked(index) { tracking.willChange(index) }
    guard var observed = entries[index] else { return }
    observed.removeAll { $0.observation?.isValid != true }
    for position in observed.indices {
      guard let observation = observed[position].observation else { continue }
      if observation.options.contains(.old) || observation.options.contains(.prior) {
        observed[position].old = value(of: object, index, for: observation)
      }
    }
    entries[index] = observed.isEmpty ? nil : observed
    for entry in observed where entry.observation?.options.contains(.prior) == true {
      entry.observation?.notify(object, old: entry.old, new: nil, isPrior: true)
    }
  }

  func didChange(_ object: NSManagedObject, _ index: Int) {
    guard let depth = depths[index] else { return }
    depths[index] = depth > 1 ? depth - 1 : nil
    guard depth == 1 else { return }
    if isTracked(index) { tracking.didChange(index) }
    guard let observed = entries[index] else { return }
    for position in observed.indices { entries[index]?[position].old = nil }
    for entry in observed {
      guard let observation = entry.observation, observation.isValid else { continue }
      let wantsNew = observation.options.contains(.new)
      let new = wantsNew ? value(of: object, index, for: observation) : nil
      observation.notify(object, old: entry.old, new: new, isPrior: false)
    }
  }

  /// Notifies the observers of primitive changes.
  func didChangePrimitive(_ object: NSManagedObject, _ index: Int) {
    for entry in entries[index] ?? [] {
      guard let observation = entry.observation, observation.observesPrimitiveChanges else {
        continue
      }
      observation.notify(object, old: nil, new: nil, isPrior: false)
    }
  }

  /// Notifies observers that any property may be about to change.
  func willChangeAll(_ object: NSManagedObject) {
    for index in object.shape.slots.indices where isObserved(index) { willChange(object, index) }
  }

  /// Notifies observers that any property may have changed.
  func didChangeAll(_ object: NSManagedObject) {
    for index in object.shape.slots.indices where isObserved(index) { didChange(object, index) }
  }

  private func isTracked(_ index: Int) -> Bool { index >= 0 && tracked.contains(index) }

  /// Whether a property has observers.
  func isObserved(_ index: Int) -> Bool {
    isTracked(index) || entries[index] != nil || depths[index] != nil
  }
}
