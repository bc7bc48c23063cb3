import Foundation

/// The observers of a migration manager.
final class MigrationObservers {
  /// A property that changes during a migration.
  enum Property {
    case progress
    case mapping
  }

  private struct Entry {
    let property: Property
    weak var observation: NSKeyValueObservation?
  }

  private var entries: [Entry] = []

  func add(_ observation: NSKeyValueObservation, _ property: Property) {
    entries.removeAll { $0.observation?.isValid != true }
    entries.append(Entry(property: property, observation: observation))
  }

  /// Calls the observers of a property after a change, or before it those that request that.
  func notify(
    _ manager: NSMigrationManager,
    _ property: Property,
    old: Any?,
    new: Any?,
    isPrior: Bool
  ) {
    for entry in entries where entry.property == property {
      guard let observation = entry.observation,
        !isPrior || observation.options.contains(.prior)
      else { continue }
      observation.notify(manager, old: old, new: new, isPrior: isPrior)
    }
  }
}

extension _FoundationExtension where Self: NSMigrationManager {
  /// Calls a closure whenever a property of the manager changes, as long as the returned observation exists.
  ///
  /// The properties that change while a store is migrated are `migrationProgress` and `currentEntityMapping`.
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>,
    options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    let observation = NSKeyValueObservation(options, reporting: changeHandler)
    // Any other property is constant while a store is migrated.
    if keyPath == \Self.migrationProgress {
      observers.add(observation, .progress)
    } else if keyPath == \Self.currentEntityMapping {
      observers.add(observation, .mapping)
    }
    if options.contains(.initial) {
      observation.notify(self, old: nil, new: self[keyPath: keyPath], isPrior: false)
    }
    return observation
  }
}
