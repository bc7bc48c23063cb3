import Foundation

/// The names of the properties that key paths lead to.
///
/// Without Objective-C a key path does not know what its property is called. Generated code tells it, for
/// each class, and for a subclass also the properties that it inherits: `\Sub.name` is not equal to
/// `\Base.name`.
final class KeyPathNames: @unchecked Sendable {
  /// The names of all classes of the program.
  ///
  /// Key paths are the program's text; what they are called does not depend on who asks when.
  static let shared = KeyPathNames()

  private let lock = NSLock()

  // Key paths of properties capture nothing that changes.
  private var names: [AnyKeyPath: String] = [:]

  /// Adds names, such as `[\Person.name: "name", \Person.team: "team"]`.
  func add(_ added: [AnyKeyPath: String]) {
    lock.withLock { names.merge(added) { _, new in new } }
  }

  /// The name of the property, or the dotted path to it, that a key path leads to.
  ///
  /// - Parameter keyPath: Such as `\Person.name`.
  /// - Returns: nil when nobody has told.
  func name(of keyPath: AnyKeyPath) -> String? {
    if let name = known(keyPath) { return name }
    // The class may not have been used yet; its generated code knows the names all the same.
    let root = type(of: keyPath).rootType
    guard let objectClass = root as? NSManagedObject.Type,
      let rowClass = EntityBinding.rowClass(nestedIn: objectClass)
    else { return nil }
    add(rowClass.layout.names)
    return known(keyPath)
  }

  private func known(_ keyPath: AnyKeyPath) -> String? {
    lock.withLock { names[keyPath] }
  }
}
