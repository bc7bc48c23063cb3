import Foundation
import ObjectRows

// Without Objective-C there is no key-value observing: closures observe, as they do on Apple's platforms
// with `observe(_:options:changeHandler:)`, which is the form offered here.
extension NSManagedObject {
  /// Calls a closure whenever a property is set, as long as what is returned exists.
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
    begin(observation, key)
    return observation
  }

  fileprivate final func begin(_ observation: NSKeyValueObservation, _ key: String) {
    guard let index = shape.indexByName[key] else {
      preconditionFailure("the entity \(shape.name) has no property named \"\(key)\" to observe.")
    }
    needObservers().add(observation, at: index)
    guard observation.options.contains(.initial) else { return }
    let wantsValue = observation.options.contains(.new)
    let value = wantsValue ? publicValue(at: index) : nil
    observation.tell(self, old: nil, new: value, isPrior: false)
  }

  final func needObservers() -> PropertyObservers {
    let extra = needExtra()
    if let observers = extra.observers { return observers }
    let made = PropertyObservers()
    extra.observers = made
    return made
  }
}

extension ManagedObjectMaking where Self: NSManagedObject {
  /// Calls a closure whenever the property at a key path is set, as long as what is returned exists.
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>,
    options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    _ = shape.binding
    guard let key = KeyPathNames.shared.name(of: keyPath) else {
      preconditionFailure("Could not extract a String from KeyPath \(keyPath)")
    }
    // The value of key-value coding is not always of the property's type; after the change it can be read.
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
    begin(observation, key)
    return observation
  }
}
