import Foundation
import Synchronization

/// The members of a class written by hand that Objective-C finds by their names on Apple's platforms, as its companion
/// states them.
struct HandWrittenMembers: Sendable {
  /// The key paths of properties that no model has.
  let keyPaths: [String: any AnyKeyPath & Sendable]

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

/// A key path by which a value whose type is not known can be set.
protocol SettableKeyPath {
  func set(_ value: Any?, of object: AnyObject) -> Bool
}

extension ReferenceWritableKeyPath: SettableKeyPath {
  func set(_ value: Any?, of object: AnyObject) -> Bool {
    guard let root = object as? Root else { return false }
    let number: Value? = (value as? NSNumber).flatMap { NSManagedObject.converted($0) }
    guard let value = value as? Value ?? number else { return false }
    root[keyPath: self] = value
    return true
  }
}
