public import Foundation
import PredicateFormat

// Key-value coding, which Foundation lacks on this platform: for dictionaries, arrays, sets and other objects with
// named values. Managed objects have their own.

extension _FoundationExtension where Self: NSObject {
  /// Returns the value for a key: a dictionary's entry, or an array, set or ordered set of the values of the members.
  ///
  /// - Parameter key: The key; `@count` and similar for a collection.
  /// - Returns: The value; nil for an unknown key.
  public func value(forKey key: String) -> Any? {
    if let defaults = self as? UserDefaults { return defaults.object(forKey: key) }
    let value = value(forKeyPath: key)
    guard self is NSOrderedSet, let values = value as? [Any] else { return value }
    return NSOrderedSet(array: values.filter { !($0 is NSNull) })
  }

  /// Returns the value for a key path, such as `team.players.@sum.goals`.
  ///
  /// - Parameter keyPath: Keys and collection operators, separated by dots.
  /// - Returns: The value; nil for unknown keys.
  public func value(forKeyPath keyPath: String) -> Any? {
    let components = PropertyPath.Component.components(of: keyPath)
    return KeyPathWalk(components)?.value(from: PredicateValue(self)).object
  }

  /// Sets the value for a key; nil removes the entry of a dictionary.
  ///
  /// For an array or set, it is set in each member. Other objects without such a property ignore it.
  public func setValue(_ value: Any?, forKey key: String) {
    switch self as NSObject {
    case let coding as any MutableKeyValueCoding:
      coding.setValue(value, forKey: key)
    case let dictionary as NSMutableDictionary:
      if let value {
        dictionary.setObject(value, forKey: key as NSString)
      } else {
        dictionary.removeObject(forKey: key)
      }
    case let defaults as UserDefaults:
      defaults.set(value, forKey: key)
    default:
      for case let member as NSObject in CollectionElements(self)?.elements ?? [] {
        member.setValue(value, forKey: key)
      }
    }
  }

  /// Sets the value for a key path.
  public func setValue(_ value: Any?, forKeyPath keyPath: String) {
    guard let dot = keyPath.firstIndex(of: ".") else { return setValue(value, forKey: keyPath) }
    let key = String(keyPath[..<dot])
    let rest = String(keyPath[keyPath.index(after: dot)...])
    guard let owner = self.value(forKey: key) else { return }
    if type(of: owner) is AnyClass {
      (owner as? NSObject)?.setValue(value, forKeyPath: rest)
    } else if let entries = owner as? [String: Any] {
      // A nested dictionary is returned by value, so the changed one is stored again.
      let changed = NSMutableDictionary(dictionary: entries)
      changed.setValue(value, forKeyPath: rest)
      setValue(changed, forKey: key)
    }
  }

  /// Sets several values at once; `NSNull` stands for nil.
  public func setValuesForKeys(_ keyedValues: [String: Any]) {
    for (key, value) in keyedValues.sorted(by: { $0.key < $1.key }) {
      setValue(value is NSNull ? nil : value, forKey: key)
    }
  }

  /// Returns the values for several keys; `NSNull` stands for nil.
  public func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    var values: [String: Any] = [:]
    for key in keys { values[key] = value(forKey: key) ?? NSNull() }
    return values
  }

  /// Returns the mutable set for a key; an empty one is created if there is none.
  public func mutableSetValue(forKey key: String) -> NSMutableSet {
    mutableCollection(forKey: key) { NSMutableSet(set: $0 as? Set<AnyHashable> ?? []) }
  }

  /// Returns the mutable array for a key; an empty one is created if there is none.
  public func mutableArrayValue(forKey key: String) -> NSMutableArray {
    mutableCollection(forKey: key) { NSMutableArray(array: $0 as? [Any] ?? []) }
  }

  /// Returns the mutable ordered set for a key; an empty one is created if there is none.
  public func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
    mutableCollection(forKey: key) {
      ($0 as? NSOrderedSet).map { NSMutableOrderedSet(orderedSet: $0) } ?? NSMutableOrderedSet()
    }
  }

  private func mutableCollection<Collection: NSObject>(
    forKey key: String,
    _ make: (Any?) -> Collection
  ) -> Collection {
    let current = value(forKey: key)
    if let collection = current as? Collection { return collection }
    let made = make(current)
    setValue(made, forKey: key)
    return made
  }
}

/// Key-value coding accesses the entries of the defaults.
extension UserDefaults: KeyValueCoding {}
