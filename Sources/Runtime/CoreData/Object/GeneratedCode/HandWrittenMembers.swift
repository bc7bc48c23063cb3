import Foundation
import Synchronization

/// The members of a class written by hand that Objective-C finds by their names on Apple's platforms, as its companion
/// states them.
struct HandWrittenMembers: Sendable {
  /// The key paths of properties that no model has.
  fileprivate let keyPaths: [String: any AnyKeyPath & Sendable]

  /// The methods that check single properties.
  let validators: [String: GeneratedCodeV2.Validator]

  /// The key paths on which properties depend.
  let dependencies: [String: GeneratedCodeV2.Dependency]

  private init(of objectClass: NSManagedObject.Type) {
    let names = GeneratedCodeV2.names(of: objectClass)
    keyPaths = Dictionary(
      (names?.properties ?? []).map { ($0.name, $0.keyPath) },
      uniquingKeysWith: { first, _ in first }
    )
    validators = Dictionary(
      (names?.validators ?? []).map { ($0.name, $0.method) },
      uniquingKeysWith: { first, _ in first }
    )
    dependencies = Dictionary(
      (names?.dependencies ?? []).map { ($0.name, $0.keyPaths) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  private static let known = Mutex<[ObjectIdentifier: Self]>([:])

  /// The members of a class, with those of its superclasses.
  static func of(_ objectClass: NSManagedObject.Type) -> Self {
    let id = ObjectIdentifier(objectClass)
    if let members = known.withLock({ $0[id] }) { return members }
    let members = Self(of: objectClass)
    known.withLock { $0[id] = members }
    return members
  }
}

extension NSManagedObject {
  /// The value for a key that the entity has no property for: that of a property of the class, or what the class says.
  final func unmodeledValue(forKey key: String) -> Any? {
    guard let keyPath = HandWrittenMembers.of(type(of: self)).keyPaths[key] else {
      return value(forUndefinedKey: key)
    }
    return unwrapped(self[keyPath: keyPath as AnyKeyPath])
  }

  /// Sets the value for a key that the entity has no property for.
  final func setUnmodeledValue(_ value: Any?, forKey key: String) {
    guard
      let keyPath = HandWrittenMembers.of(type(of: self)).keyPaths[key] as? any SettableKeyPath,
      keyPath.set(value, of: self)
    else { return setValue(value, forUndefinedKey: key) }
  }

  /// Whether the class has a property of the name that the entity has not.
  final func hasUnmodeledProperty(_ key: String) -> Bool {
    HandWrittenMembers.of(type(of: self)).keyPaths[key] != nil
  }

  /// Lets the method of the class that checks a single property check its value.
  final func validateByMethod(
    _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>,
    forKey key: String
  ) throws {
    guard shape.binding.mayHaveValidators else { return }
    try HandWrittenMembers.of(type(of: self)).validators[key]?(self, value)
  }
}

/// A key path by which a value whose type is not known can be set.
private protocol SettableKeyPath {
  func set(_ value: Any?, of object: AnyObject) -> Bool
}

extension ReferenceWritableKeyPath: SettableKeyPath {
  fileprivate func set(_ value: Any?, of object: AnyObject) -> Bool {
    guard let root = object as? Root else { return false }
    let number: Value? = (value as? NSNumber).flatMap { NSManagedObject.converted($0) }
    guard let value = value as? Value ?? number else { return false }
    root[keyPath: self] = value
    return true
  }
}
