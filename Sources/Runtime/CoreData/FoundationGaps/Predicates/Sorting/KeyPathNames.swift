import Foundation

/// A class that knows the names of the properties that key paths from it lead to.
protocol KeyPathNaming: AnyObject {
  /// The names by the key paths of one step.
  static var namesByKeyPath: [AnyKeyPath: String] { get }

  /// The names of what every object has, by key paths from an object and from an optional one.
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
    guard let path = path(along: KeyPathSteps.text(of: keyPath), from: root) else {
      // Not kept: as a step of other key paths it would be found by the order of questions.
      return path(toCommonPropertyAt: keyPath, from: root)
    }
    add([keyPath: path])
    return path
  }

  /// The names of a step to an object and of a property that every object has.
  ///
  /// The description of such a property differs from class to class; but a key path to it is equal to one that is made of
  /// both steps.
  private func path(
    toCommonPropertyAt keyPath: AnyKeyPath,
    from root: any KeyPathNaming.Type
  ) -> String? {
    let text = KeyPathSteps.text(of: keyPath)
    let firstSteps = lock.withLock { names }.filter { step, _ in
      type(of: step).rootType == root && text.hasPrefix(KeyPathSteps.text(of: step))
    }
    for (step, name) in firstSteps {
      guard let destination = KeyPathSteps.objectClass(type(of: step).valueType) else { continue }
      for (next, common) in destination.commonNames where step.appending(path: next) == keyPath {
        return "\(name).\(common)"
      }
    }
    return nil
  }

  /// The names of several steps with dots between them.
  ///
  /// - Parameters:
  ///   - text: What the description of the key path says of its steps.
  ///   - root: The class of the objects where it begins.
  /// - Returns: nil if a step is not known.
  private func path(along text: String, from root: any KeyPathNaming.Type) -> String? {
    var names: [String] = []
    var rest = text[...]
    var next: (any KeyPathNaming.Type)? = root
    while !rest.isEmpty {
      guard let here = next else { return nil }
      learn(from: here)
      let steps = KeyPathSteps(from: here, among: lock.withLock { self.names })
      guard let step = steps.take(from: &rest) else { return nil }
      names.append(step.name)
      next = step.destination
    }
    return names.count > 1 ? names.joined(separator: ".") : nil
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
