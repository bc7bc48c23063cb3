import Foundation
import Synchronization

extension GeneratedCodeV2 {
  /// The names and key paths of the properties that a generated class declares.
  public final class KeyTable: Sendable {
    let names: [String]

    // Key paths of properties capture nothing mutable.
    private nonisolated(unsafe) let listed: Any
    private let reported = Mutex<Set<String>>([])

    /// A table of properties in the order of their numbers.
    ///
    /// - Parameters:
    ///   - names: The names of the properties that the class declares.
    ///   - keyPaths: Their key paths, nil for a property without one: a tuple, which compiles faster than an array;
    ///     an
    ///     array; or the only one.
    public init<Listed>(_ names: PropertyNames, _ keyPaths: Listed) {
      self.names = names.all
      listed = keyPaths
    }

    /// The table of code that an older momgen generated.
    @available(
      *,
      unavailable,
      message: "this file was generated for an older CoreData module: generate it again with momgen"
    )
    public convenience init(
      _ properties: [(name: String, keyPath: (any AnyKeyPath & Sendable)?)],
      inherited: [(any AnyKeyPath & Sendable)?] = []
    ) {
      self.init(PropertyNames(), ())
    }

    /// The table of code that an older momgen generated for a subclass.
    @available(
      *,
      unavailable,
      message: "this file was generated for an older CoreData module: generate it again with momgen"
    )
    public convenience init<Listed>(
      _ names: PropertyNames,
      _ keyPaths: Listed,
      inherited: [(any AnyKeyPath & Sendable)?]
    ) {
      self.init(names, keyPaths)
    }

    /// The key paths of the properties that the class declares, in the order of their numbers.
    var keyPaths: [AnyKeyPath?] {
      if let keyPaths = listed as? [(any AnyKeyPath & Sendable)?] { return keyPaths }
      let mirror = Mirror(reflecting: listed)
      guard mirror.displayStyle == .tuple else { return [listed as? AnyKeyPath] }
      return mirror.children.map { $0.value as? AnyKeyPath }
    }

    /// Returns the index of the property in an entity; nil, with a message, if the entity has none with the name.
    func index<K: Key & ~Copyable>(_ ordinal: Int, _ keys: K.Type, in shape: EntityShape) -> Int? {
      let name = name(ordinal, keys, in: shape)
      if let index = shape.indexByName[name] { return index }
      reportMissing(name, in: shape)
      return nil
    }

    /// Reports that a property has another type than the generated code expects.
    func reportType<K: Key & ~Copyable>(
      _ ordinal: Int,
      _ keys: K.Type,
      in shape: EntityShape,
      expected: Any.Type
    ) {
      report(
        shape,
        "the property \(name(ordinal, keys, in: shape)) of the entity \(shape.name) has another type in the "
          + "opened model than in the generated code, which expects \(expected): values that cannot be converted read as "
          + "nil"
      )
    }

    /// Reports that an entity has no property of a name.
    fileprivate func reportMissing(_ name: String, in shape: EntityShape) {
      report(
        shape,
        "the entity \(shape.name) of the opened model has no property \(name), "
          + "which the generated code expects: it reads as nil and cannot be set"
      )
    }

    /// Returns the name of the property for a key.
    ///
    /// If the number of names differs from that of the keys, it is not known which name belongs to which key. Then
    /// this is reported, and the key itself is the name.
    private func name<K: Key & ~Copyable>(
      _ ordinal: Int,
      _ keys: K.Type,
      in shape: EntityShape
    ) -> String {
      // A metatype of an enumeration is a pointer to its metadata.
      let cases = EnumerationCases(of: unsafeBitCast(keys, to: UnsafeRawPointer.self))
      if names.indices.contains(ordinal), fits(cases) { return names[ordinal] }
      report(
        shape,
        "the generated code of a class for the entity \(shape.name) has \(names.count) names for its "
          + "properties instead of one for each key: generate it again"
      )
      let name = cases.name(ordinal) ?? ""
      // A case has an underscore after the name of a property that is also the name of another member.
      return shape.indexByName[name] == nil && name.hasSuffix("_") ? String(name.dropLast()) : name
    }

    /// Whether there is a name for each case of the keys except `end`.
    fileprivate func fits(_ cases: EnumerationCases) -> Bool {
      switch cases.count - names.count {
      case 0: true
      case 1: cases.name(names.count).map { $0 == "end" } ?? true
      default: false
      }
    }

    /// Prints a message, once for each text.
    private func report(_ shape: EntityShape, _ message: String) {
      guard reported.withLock({ $0.insert(message).inserted }) else { return }
      CoreDataLog.send(.warning, .object, message, ["entity": .text(shape.name)])
    }
  }
}

extension GeneratedCodeV2.KeyTable {
  /// Returns the keys that generated code nests in a class.
  static func keys(of objectClass: AnyClass) -> (any (GeneratedCodeV2.Key & ~Copyable).Type)? {
    keyType(of: objectClass).flatMap { cast($0) }
  }

  private static func keyType(of objectClass: AnyClass) -> Any.Type? {
    _mangledTypeName(objectClass).flatMap { _typeByName($0 + "12GeneratedKeyO") }
  }

  // Generic, because the compiler considers a direct cast to a type of noncopyable types impossible.
  private static func cast<T>(_ type: Any.Type) -> T? { type as? T }

  /// Returns the names of the properties that generated code of a class declares, and their key paths.
  static func names(of objectClass: AnyClass) -> [(keyPath: AnyKeyPath, name: String)] {
    guard let table = keys(of: objectClass)?.table else { return [] }
    return zip(table.keyPaths, table.names).compactMap { keyPath, name in
      keyPath.map { ($0, name) }
    }
  }

  /// Returns the type with which generated code of a class or of a superclass declares a property; nil if it does
  /// not.
  static func valueType(of name: String, in objectClass: AnyClass) -> Any.Type? {
    var next: AnyClass? = objectClass
    while let current = next, current != NSManagedObject.self {
      if let table = keys(of: current)?.table, let ordinal = table.names.firstIndex(of: name) {
        return table.keyPaths[checked: ordinal].flatMap { $0 }.map { Swift.type(of: $0).valueType }
      }
      next = _getSuperclass(current)
    }
    return nil
  }

  /// Whether generated code of a class declares a property that the entity does not have; if so, that is reported.
  static func reportsMissing(_ name: String, of objectClass: AnyClass, in shape: EntityShape)
    -> Bool
  {
    var next: AnyClass? = objectClass
    while let current = next, current != NSManagedObject.self {
      if let table = keys(of: current)?.table, let ordinal = table.names.firstIndex(of: name) {
        guard shape.indexByName[name] == nil else { return false }
        table.reportMissing(table.names[ordinal], in: shape)
        return true
      }
      next = _getSuperclass(current)
    }
    return false
  }

  /// Whether the numbers of all generated accessors of a class are the indices of the properties in an entity.
  static func fits(_ objectClass: AnyClass, _ shape: EntityShape) -> Bool {
    var next: AnyClass? = objectClass
    while let current = next, current != NSManagedObject.self {
      if let type = keyType(of: current),
        let keys: any (GeneratedCodeV2.Key & ~Copyable).Type = cast(type)
      {
        // A metatype of an enumeration is a pointer to its metadata.
        let cases = EnumerationCases(of: unsafeBitCast(type, to: UnsafeRawPointer.self))
        guard keys.table.fits(cases) else { return false }
        for (ordinal, name) in keys.table.names.enumerated() {
          guard shape.slots[checked: keys.first + ordinal]?.name == name else { return false }
        }
      }
      next = _getSuperclass(current)
    }
    return true
  }
}
