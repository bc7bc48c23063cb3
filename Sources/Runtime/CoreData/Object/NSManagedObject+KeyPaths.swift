import Foundation
import PredicateFormat

extension NSManagedObject: MutableKeyValueCoding {}

// Key-value coding along key paths and with several keys.
extension NSManagedObject {
  /// The value at the end of a key path, such as `team.players.@sum.goals`.
  public final func value(forKeyPath keyPath: String) -> Any? {
    let components = PropertyPath.Component.components(of: keyPath)
    guard let walk = KeyPathWalk(components) else { return nil }
    if let key = walk.onlyKey { return value(forKey: key) }
    return walk.value(from: PredicateValue(self)).object
  }

  /// Sets the value at the end of a key path; without effect if there is no object on the way.
  public final func setValue(_ value: Any?, forKeyPath keyPath: String) {
    guard let dot = keyPath.lastIndex(of: ".") else { return setValue(value, forKey: keyPath) }
    let key = String(keyPath[keyPath.index(after: dot)...])
    switch self.value(forKeyPath: String(keyPath[..<dot])) {
    case let object as NSManagedObject: object.setValue(value, forKey: key)
    case let object as NSObject: object.setValue(value, forKey: key)
    default: break
    }
  }

  /// The values of several properties; `NSNull` stands for nil.
  public final func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    var values: [String: Any] = [:]
    for key in keys { values[key] = value(forKey: key) ?? NSNull() }
    return values
  }

  /// Sets several properties; `NSNull` stands for nil.
  public final func setValuesForKeys(_ keyedValues: [String: Any]) {
    for (key, value) in keyedValues.sorted(by: { $0.key < $1.key }) {
      setValue(value is NSNull ? nil : value, forKey: key)
    }
  }

  /// A set whose changes are changes of a to-many relationship.
  public final func mutableSetValue(forKey key: String) -> NSMutableSet {
    guard let index = shape.indexByName[key], isToMany(index) else {
      return NSMutableSet(set: value(forKey: key) as? Set<AnyHashable> ?? [])
    }
    return RelationshipSet(self, index)
  }

  /// An ordered set whose changes are changes of an ordered relationship.
  public final func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
    guard let index = shape.indexByName[key], isToMany(index) else {
      return NSMutableOrderedSet(array: value(forKey: key) as? [Any] ?? [])
    }
    return RelationshipOrderedSet(self, index)
  }

  /// A set whose changes are changes of the to-many relationship at the end of a key path.
  public final func mutableSetValue(forKeyPath keyPath: String) -> NSMutableSet {
    owner(alongPath: keyPath).map { $0.mutableSetValue(forKey: $1) } ?? NSMutableSet()
  }

  /// An ordered set whose changes are changes of the ordered relationship at the end of a key path.
  public final func mutableOrderedSetValue(forKeyPath keyPath: String) -> NSMutableOrderedSet {
    owner(alongPath: keyPath).map { $0.mutableOrderedSetValue(forKey: $1) } ?? NSMutableOrderedSet()
  }

  /// The object that has the last property of a key path, and the key of the property.
  private func owner(alongPath keyPath: String) -> (NSManagedObject, String)? {
    guard let dot = keyPath.lastIndex(of: ".") else { return (self, keyPath) }
    let owner = value(forKeyPath: String(keyPath[..<dot])) as? NSManagedObject
    return owner.map { ($0, String(keyPath[keyPath.index(after: dot)...])) }
  }

  /// An array whose changes are changes of a property that has an array, or of an ordered relationship.
  public final func mutableArrayValue(forKey key: String) -> NSMutableArray {
    PropertyArray(self, key)
  }
}
