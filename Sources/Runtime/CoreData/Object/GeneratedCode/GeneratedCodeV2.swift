/// The interface between this module and the code that `momgen generate` writes.
///
/// The number is the version of the interface, which `ARCHITECTURE.md` describes. Other code should use Apple's
/// interface, ``NSManagedObject`` and related types.
public enum GeneratedCodeV2 {
  /// The keys by which the accessors of a generated class refer to its properties.
  ///
  /// Generated code nests an enumeration `GeneratedKey` in each class. The number of a key is the position of its case,
  /// plus ``first``. If the number equals the index of the property in the opened model, accessors use it as the index;
  /// otherwise they look up the name in ``table``.
  public protocol Key: ~Copyable {
    // Noncopyable, so that the compiler derives no conformances, which would take as long to compile as the
    // accessors.

    /// The number of the first case: the number of properties of the generated superclasses.
    static var first: Int { get }

    /// The names and key paths of the properties, in the order of the cases.
    static var table: KeyTable { get }
  }
}

extension GeneratedCodeV2.Key where Self: ~Copyable {
  /// The number of the first case of a class without generated superclasses.
  @inlinable public static var first: Int { 0 }

  /// The number of a case.
  @inlinable public static func number(of key: borrowing Self) -> Int {
    first + GeneratedCodeV2.ordinal(key)
  }
}

extension GeneratedCodeV2 {
  /// The position of a case in an enumeration without associated values.
  ///
  /// Such a value is stored as its position: in no byte if there is a single case, in one byte up to 256 cases,
  /// otherwise in two. Generated enumerations have only cases without associated values.
  @inlinable @inline(__always)
  static func ordinal<K: Key & ~Copyable>(_ key: borrowing K) -> Int {
    switch MemoryLayout<K>.size {
    case 0: 0
    case 1: withUnsafePointer(to: key) { Int(UnsafeRawPointer($0).load(as: UInt8.self)) }
    default: withUnsafePointer(to: key) { Int(UnsafeRawPointer($0).load(as: UInt16.self)) }
    }
  }

  /// The names of a hand-written class, which its companion declares in a nested class `GeneratedNames`.
  public protocol Names: AnyObject {
    /// The name that `@objc(Name)` gives the class on Apple's platforms.
    static var className: String? { get }

    /// The properties with hand-written accessors that the class declares, and their key paths.
    static var properties: [(name: String, keyPath: any AnyKeyPath & Sendable)] { get }

    /// The methods that validate a single property, such as `validatePages(_:)`, by the properties' names; those of
    /// superclasses only if no list of theirs has them.
    static var validators: [(name: String, method: Validator)] { get }

    /// The key paths on which properties depend, from members such as `keyPathsForValuesAffectingTitle()`, by the
    /// properties' names; those of superclasses only if no list of theirs has them.
    static var dependencies: [(name: String, keyPaths: Dependency)] { get }
  }

  /// A call of the member of a class that returns the key paths on which a property depends.
  public typealias Dependency = @Sendable () -> Set<String>

  /// A call of the method of an object that validates a property.
  public typealias Validator =
    @Sendable (NSManagedObject, AutoreleasingUnsafeMutablePointer<AnyObject?>) throws -> Void

  /// Returns the names of a hand-written class.
  static func names(of objectClass: AnyClass) -> (any Names.Type)? {
    _mangledTypeName(objectClass).flatMap { _typeByName($0 + "14GeneratedNamesC") }
      as? any Names.Type
  }

  /// Returns the name that `@objc(Name)` gives a class.
  static func objectiveCName(of objectClass: AnyClass) -> String? {
    names(of: objectClass)?.className
  }

  /// A type that builds a model in code, by which a container finds the model for a name.
  public protocol ModelSource {
    /// The name of the model.
    static var modelName: String { get }

    /// The model, one object for the whole process.
    static var shared: NSManagedObjectModel { get }
  }
}

extension GeneratedCodeV2.Names {
  /// No methods that validate single properties.
  public static var validators: [(name: String, method: GeneratedCodeV2.Validator)] { [] }

  /// No properties that depend on others.
  public static var dependencies: [(name: String, keyPaths: GeneratedCodeV2.Dependency)] { [] }
}
