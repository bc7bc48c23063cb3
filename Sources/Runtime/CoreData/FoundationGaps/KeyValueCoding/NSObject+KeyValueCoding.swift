public import Foundation
import PredicateFormat

// Key-value coding, which Foundation does not have on this platform: for dictionaries, arrays, sets and
// other objects that hold values under names. Managed objects have their own.

extension _FoundationExtension where Self: NSObject {
  /// The value under a key: a dictionary's entry, or an array, set or ordered set of the values of the
  /// members.
  ///
  /// - Parameter key: The key; `@count` and its like for a collection.
  /// - Returns: The value; nil for an unknown key.
  public func value(forKey key: String) -> Any? {
    if let defaults = self as? UserDefaults { return defaults.object(forKey: key) }
    let value = value(forKeyPath: key)
    guard self is NSOrderedSet, let values = value as? [Any] else { return value }
    return NSOrderedSet(array: values.filter { !($0 is NSNull) })
  }

  /// The value at the end of a key path, such as `team.players.@sum.goals`.
  ///
  /// - Parameter keyPath: Keys and collection operators with dots between them.
  /// - Returns: The value; nil for unknown keys.
  public func value(forKeyPath keyPath: String) -> Any? {
    let components = PropertyPath.Component.components(of: keyPath)
    return KeyPathWalk(components)?.value(from: PredicateValue(self)).object
  }

  /// Sets the value under a key; nil removes the entry of a dictionary.
  ///
  /// For an array or set, each member is asked to. Other objects that have no such property ignore it.
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

  /// Sets the value at the end of a key path.
  public func setValue(_ value: Any?, forKeyPath keyPath: String) {
    guard let dot = keyPath.firstIndex(of: ".") else { return setValue(value, forKey: keyPath) }
    let key = String(keyPath[..<dot])
    let rest = String(keyPath[keyPath.index(after: dot)...])
    guard let owner = self.value(forKey: key) else { return }
    if type(of: owner) is AnyClass {
      (owner as? NSObject)?.setValue(value, forKeyPath: rest)
    } else if let entries = owner as? [String: Any] {
      // A dictionary within a dictionary comes out as a value, so the changed one is put back.
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

  /// The values under several keys; `NSNull` stands for nil.
  public func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    var values: [String: Any] = [:]
    for key in keys { values[key] = value(forKey: key) ?? NSNull() }
    return values
  }

  /// The set under a key, to be changed in place; an empty one is put there if there is none.
  public func mutableSetValue(forKey key: String) -> NSMutableSet {
    mutableCollection(forKey: key) { NSMutableSet(set: $0 as? Set<AnyHashable> ?? []) }
  }

  /// The array under a key, to be changed in place; an empty one is put there if there is none.
  public func mutableArrayValue(forKey key: String) -> NSMutableArray {
    mutableCollection(forKey: key) { NSMutableArray(array: $0 as? [Any] ?? []) }
  }

  /// The ordered set under a key, to be changed in place; an empty one is put there if there is none.
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

/// The entries of the defaults are what key-value coding knows of them.
extension UserDefaults: KeyValueCoding {}
