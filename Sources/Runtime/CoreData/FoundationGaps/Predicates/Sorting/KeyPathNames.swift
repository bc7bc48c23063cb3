import Foundation

/// A class that provides the names of its properties for key paths.
protocol KeyPathNaming: AnyObject {
  /// The names of the properties that the class itself declares, without those of its superclasses.
  static var ownNames: [(keyPath: AnyKeyPath, name: String)] { get }
}

/// The names of the properties of key paths.
///
/// Without Objective-C a key path does not have the name of its property. Generated code provides them, for each
/// class. `\Sub.name` is not equal to `\Base.name`: inherited properties are looked up in the superclass, by their
/// components.
final class KeyPathNames: @unchecked Sendable {
  /// The names of all classes of the program.
  ///
  /// They are the same for all callers, because key paths are part of the program's text.
  static let shared = KeyPathNames()

  private let lock = NSLock()

  // Key paths of properties capture nothing mutable.
  private var names: [AnyKeyPath: String] = [:]
  private var steps: [ObjectIdentifier: KeyPathSteps] = [:]

  /// The name of the property, or the dotted path to it, of a key path.
  ///
  /// - Parameter keyPath: A key path such as `\Person.name`.
  /// - Returns: The name; nil if a property along the path has no name.
  func name(of keyPath: AnyKeyPath) -> String? {
    if let name = lock.withLock({ names[keyPath] }) { return name }
    guard let root = type(of: keyPath).rootType as? any KeyPathNaming.Type,
      let path = path(along: keyPath, from: root)
    else { return nil }
    lock.withLock { names[keyPath] = path }
    return path
  }

  /// The names of the properties along a key path, separated by dots.
  ///
  /// - Parameters:
  ///   - keyPath: The key path.
  ///   - root: The class of the objects where it begins.
  /// - Returns: The path; nil if a property has no name.
  private func path(along keyPath: AnyKeyPath, from root: any KeyPathNaming.Type) -> String? {
    guard let components = KeyPathComponents(keyPath)?.components else { return nil }
    var names: [String] = []
    var next: (any KeyPathNaming.Type)? = root
    for case .property(let property) in components {
      guard let step = next.flatMap({ steps(from: $0)[property] }) else { return nil }
      names.append(step.name)
      next = step.destination
    }
    return names.isEmpty ? nil : names.joined(separator: ".")
  }

  /// The steps from objects of a class, which are computed once.
  private func steps(from objectClass: any KeyPathNaming.Type) -> KeyPathSteps {
    let id = ObjectIdentifier(objectClass)
    if let known = lock.withLock({ steps[id] }) { return known }
    let superclass = _getSuperclass(objectClass) as? any KeyPathNaming.Type
    let found = KeyPathSteps(from: objectClass, inherited: superclass.map(steps))
    lock.withLock { steps[id] = found }
    return found
  }
}

extension AnyKeyPath {
  // swift-format-ignore: NoLeadingUnderscores
  /// The name of the property, or the dotted path to it, of a key path of managed objects.
  ///
  /// It stands before the property of the standard library, which knows the names that Objective-C has: none on Linux.
  public var _kvcKeyPathString: String? { KeyPathNames.shared.name(of: self) }
}
