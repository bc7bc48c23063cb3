import Foundation
import Synchronization

extension GeneratedCodeV2 {
  /// The names and key paths of the properties that a generated class declares.
  public final class KeyTable: Sendable {
    let names: [String]
    let keyPaths: [(any AnyKeyPath & Sendable)?]
    let inherited: [(any AnyKeyPath & Sendable)?]

    private let reported = Mutex<Set<String>>([])

    /// A table of properties in the order of their numbers; without a key path where Swift can name none.
    ///
    /// - Parameters:
    ///   - properties: The properties that the class declares.
    ///   - inherited: The key paths of the properties of generated superclasses as this class has them, in the order of
    ///     their numbers: `\Player.name` is not equal to `\Person.name`.
    public init(
      _ properties: [(name: String, keyPath: (any AnyKeyPath & Sendable)?)],
      inherited: [(any AnyKeyPath & Sendable)?] = []
    ) {
      names = properties.map(\.name)
      keyPaths = properties.map(\.keyPath)
      self.inherited = inherited
    }

    /// The index of the property in an entity; nil, with a message, if the entity has none of the name.
    func index(_ ordinal: Int, in shape: EntityShape) -> Int? {
      guard names.indices.contains(ordinal) else {
        report("the generated code for the entity \(shape.name) is damaged: generate it again")
        return nil
      }
      if let index = shape.indexByName[names[ordinal]] { return index }
      report(
        "the entity \(shape.name) of the opened model has no property \(names[ordinal]), "
          + "which the generated code expects: it reads as nil and cannot be set"
      )
      return nil
    }

    /// Reports that a property is of another type than the generated code expects.
    func reportType(_ ordinal: Int, in shape: EntityShape, expected: Any.Type) {
      guard names.indices.contains(ordinal) else { return }
      report(
        "the property \(names[ordinal]) of the entity \(shape.name) is of another type in the opened model "
          + "than in the generated code, which expects \(expected): values that do not convert read as nil"
      )
    }

    /// Prints a message, once for each text.
    private func report(_ message: String) {
      guard reported.withLock({ $0.insert(message).inserted }) else { return }
      FileHandle.standardError.write(Data("CoreData: warning: \(message)\n".utf8))
    }
  }
}

extension GeneratedCodeV2.KeyTable {
  /// The keys that generated code nests in a class.
  static func keys(of objectClass: AnyClass) -> (any (GeneratedCodeV2.Key & ~Copyable).Type)? {
    guard let name = _mangledTypeName(objectClass) else { return nil }
    return _typeByName(name + "12GeneratedKeyO").flatMap { cast($0) }
  }

  // In a generic function, since the compiler takes a cast to the type of noncopyable types for impossible.
  private static func cast<T>(_ type: Any.Type) -> T? { type as? T }

  /// The names of a class's properties, inherited ones too, by the key paths that lead to them.
  static func names(of objectClass: AnyClass) -> [AnyKeyPath: String] {
    guard let table = keys(of: objectClass)?.table else { return [:] }
    let all = inheritedNames(of: objectClass) + table.names
    var names: [AnyKeyPath: String] = [:]
    for (name, keyPath) in zip(all.suffix(table.names.count), table.keyPaths) {
      if let keyPath { names[keyPath] = name }
    }
    for (name, keyPath) in zip(all, table.inherited) {
      if let keyPath { names[keyPath] = name }
    }
    return names
  }

  /// The names of the properties of all generated superclasses, in the order of their numbers.
  private static func inheritedNames(of objectClass: AnyClass) -> [String] {
    var names: [String] = []
    var next: AnyClass? = _getSuperclass(objectClass)
    while let current = next, current != NSManagedObject.self {
      names = (keys(of: current)?.table.names ?? []) + names
      next = _getSuperclass(current)
    }
    return names
  }

  /// Whether generated code of a class declares a property that the entity does not have; if so, it is reported.
  static func reportsMissing(_ name: String, of objectClass: AnyClass, in shape: EntityShape)
    -> Bool
  {
    var next: AnyClass? = objectClass
    while let current = next, current != NSManagedObject.self {
      if let table = keys(of: current)?.table, let ordinal = table.names.firstIndex(of: name) {
        return table.index(ordinal, in: shape) == nil
      }
      next = _getSuperclass(current)
    }
    return false
  }

  /// Whether the numbers of all generated accessors of a class are the indices of the properties in an entity.
  static func fits(_ objectClass: AnyClass, _ shape: EntityShape) -> Bool {
    var next: AnyClass? = objectClass
    while let current = next, current != NSManagedObject.self {
      if let keys = keys(of: current) {
        for (ordinal, name) in keys.table.names.enumerated() {
          guard shape.slots[checked: keys.first + ordinal]?.name == name else { return false }
        }
      }
      next = _getSuperclass(current)
    }
    return true
  }
}
