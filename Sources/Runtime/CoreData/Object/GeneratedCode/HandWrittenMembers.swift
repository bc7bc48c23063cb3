import Foundation
import Synchronization

/// The members of a hand-written class that Objective-C finds by their names on Apple's platforms, from its
/// companion.
struct HandWrittenMembers: Sendable {
  /// The key paths of properties that are not in a model.
  let keyPaths: [String: any AnyKeyPath & Sendable]

  /// The methods that validate single properties.
  let validators: [String: GeneratedCodeV2.Validator]

  /// The key paths on which properties depend.
  let dependencies: [String: GeneratedCodeV2.Dependency]

  private init(of objectClass: NSManagedObject.Type) {
    var keyPaths: [String: any AnyKeyPath & Sendable] = [:]
    var validators: [String: GeneratedCodeV2.Validator] = [:]
    var dependencies: [String: GeneratedCodeV2.Dependency] = [:]
    // A class inherits the members of its superclasses, unless it has its own.
    var next: AnyClass? = objectClass
    while let current = next, current != NSManagedObject.self {
      if let names = GeneratedCodeV2.names(of: current) {
        keyPaths.add(names.properties.map { ($0.name, $0.keyPath) })
        validators.add(names.validators)
        dependencies.add(names.dependencies)
      }
      next = _getSuperclass(current)
    }
    self.keyPaths = keyPaths
    self.validators = validators
    self.dependencies = dependencies
  }

  private static let known = Mutex<[ObjectIdentifier: Self]>([:])

  /// Returns the members of a class, with those of its superclasses.
  static func of(_ objectClass: NSManagedObject.Type) -> Self {
    let id = ObjectIdentifier(objectClass)
    if let members = known.withLock({ $0[id] }) { return members }
    let members = Self(of: objectClass)
    known.withLock { $0[id] = members }
    return members
  }
}

extension Dictionary where Key == String {
  /// Adds values for keys that have none.
  fileprivate mutating func add(_ values: [(String, Value)]) {
    for (key, value) in values where self[key] == nil { self[key] = value }
  }
}

/// A key path that sets a value of unknown type.
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
