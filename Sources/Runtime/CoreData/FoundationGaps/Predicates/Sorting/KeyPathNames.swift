import Foundation

/// A class that knows the names of the properties that key paths from it lead to.
protocol KeyPathNaming: AnyObject {
  /// The names by the key paths of one step.
  static var namesByKeyPath: [AnyKeyPath: String] { get }

  /// The names of what every object has, by key paths from the class that all have in common.
  static var commonNames: [AnyKeyPath: String] { get }
}

/// The names of the properties that key paths lead to.
///
/// Without Objective-C a key path does not know what its property is called. Generated code says it, for
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
  /// - Returns: nil if the name is not registered.
  func name(of keyPath: AnyKeyPath) -> String? {
    if let name = known(keyPath) { return name }
    guard let root = type(of: keyPath).rootType as? any KeyPathNaming.Type else { return nil }
    learn(from: root)
    if let name = known(keyPath) { return name }
    guard let path = path(along: keyPath, from: root) else { return nil }
    add([keyPath: path])
    return path
  }

  /// The names of the properties that a key path leads over, with dots between them.
  ///
  /// - Parameters:
  ///   - keyPath: The key path.
  ///   - root: The class of the objects where it begins.
  /// - Returns: nil if a property is not known.
  private func path(along keyPath: AnyKeyPath, from root: any KeyPathNaming.Type) -> String? {
    guard let components = KeyPathComponents(keyPath)?.components else { return nil }
    var names: [String] = []
    var next: (any KeyPathNaming.Type)? = root
    for case .property(let property) in components {
      guard let here = next else { return nil }
      learn(from: here)
      let steps = KeyPathSteps(from: here, among: lock.withLock { self.names })
      guard let step = steps[property] else { return nil }
      names.append(step.name)
      next = step.destination
    }
    return names.isEmpty ? nil : names.joined(separator: ".")
  }

  /// Adds what the generated code of a class knows; it may not have been used yet.
  private func learn(from objectClass: any KeyPathNaming.Type) {
    add(objectClass.namesByKeyPath)
  }

  private func known(_ keyPath: AnyKeyPath) -> String? {
    lock.withLock { names[keyPath] }
  }
}

extension AnyKeyPath {
  // swift-format-ignore: NoLeadingUnderscores
  /// The name of the property, or the dotted path to it, of a key path of managed objects.
  ///
  /// It stands before the property of the standard library, which knows the names that Objective-C has: none on Linux.
  public var _kvcKeyPathString: String? { KeyPathNames.shared.name(of: self) }
}
