// These declarations only have to be found by the compiler; the documentation is that of the enumeration.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// The interface of code that was generated before version 2, which does not compile any more.
///
/// Each generated class and each generated model causes one error, which asks to generate it again. The other
/// declarations are those that such code refers to besides: without them the compiler would report each line of a
/// file instead of the message.
public enum GeneratedCode1 {
  /// The superclass of generated rows.
  open class Row: @unchecked Sendable {
    public required init() {}
    open class var layout: Layout { Layout() }
    open func assign(from other: Row) {}
    open func value(at index: Int) -> Value { Value(nil) }
    open func setValue(_ value: Value, at index: Int) {}
    open func read(from reader: Reader) {}
  }

  /// The properties of a row, used once by each generated class: the declaration that causes the error.
  public struct Layout {
    init() {}

    @available(
      *,
      unavailable,
      message: "this file was generated for an older CoreData module: generate it again with momgen"
    )
    public init(entity: String, properties: [Property]) {}

    public struct Property {
      public init(_ name: String, _ kind: Kind, _ keyPath: AnyKeyPath? = nil) {}
    }

    public enum Kind: Sendable {
      case boolean, integer16, integer32, integer64, double, float, decimal, string, date, binary
      case uuid, uri, objectID, transformable, composite, undefined
      case toOne, toMany, orderedToMany, fetched
    }
  }

  /// A type that builds a model in code.
  @available(
    *,
    unavailable,
    message: "this file was generated for an older CoreData module: generate it again with momgen"
  )
  public protocol ModelSource {}

  /// The value of a property.
  @dynamicMemberLookup public struct Value {
    public init(_ value: Any?) {}
    public subscript<T>(dynamicMember name: String) -> T { unreachable() }
  }

  /// Values from a store.
  @dynamicMemberLookup public final class Reader {
    public subscript<T>(dynamicMember name: String) -> () -> T { unreachable() }
  }

  /// The other end of a to-one relationship.
  public struct Reference: Hashable, Sendable {
    public static var none: Self { Self() }
  }

  /// A value without a Swift type.
  public final class Box: Sendable {
    public var value: Any { unreachable() }
    public init(_ value: Any) {}
    public init?(_ value: Any?) {}
  }
}

// The functions that accessors called.
extension GeneratedCode1 {
  public typealias Object = NSManagedObject

  public static func reading<R: Row>(_: Object, _: R.Type, _: Int) -> R? { nil }
  public static func writing<R: Row>(_: Object, _: R.Type, _: Int) -> R? { nil }
  public static func written(_: Object, _: Int) {}
  public static func value(_: Object, _: String) -> Any? { nil }
  public static func setValue(_: Object, _: String, _: Any?) {}

  public static func primitiveReading<R: Row>(_: Object, _: R.Type) -> R? { nil }
  public static func primitiveWriting<R: Row>(_: Object, _: R.Type, _: Int) -> R? { nil }
  public static func primitiveValue(_: Object, _: String) -> Any? { nil }
  public static func setPrimitiveValue(_: Object, _: String, _: Any?) {}

  public static func toOne<T: Object>(_: Object, _: Row.Type, _: Int, _: String) -> T? { nil }
  public static func toMany<T: Object>(_: Object, _: Row.Type, _: Int, _: String) -> Set<T> { [] }
  public static func ordered<T: Object>(_: Object, _: Row.Type, _: Int, _: String) -> [T] { [] }
  public static func fetched<T: Object>(_: Object, _: Row.Type, _: Int, _: String) -> [T] { [] }
  public static func setToOne(_: Object, _: Row.Type, _: Int, _: String, _: Object?) {}
  public static func setToMany<T: Object>(
    _: Object,
    _: Row.Type,
    _: Int,
    _: String,
    _: Set<T>
  ) {}
  public static func setOrdered(_: Object, _: Row.Type, _: Int, _: String, _: [Object]) {}

  public typealias Objects = Sequence<NSManagedObject>
  public static func add(_: Object, _: Row.Type, _: Int, _: String, _: some Objects) {}
  public static func remove(_: Object, _: Row.Type, _: Int, _: String, _: some Objects) {}
  public static func intersect(_: Object, _: Row.Type, _: Int, _: String, _: some Objects) {}
  public static func insert(
    _: Object,
    _: Row.Type,
    _: Int,
    _: String,
    _: some Objects,
    at: some Sequence<Int>
  ) {}
  public static func remove(
    _: Object,
    _: Row.Type,
    _: Int,
    _: String,
    at: some Sequence<Int>
  ) {}
  public static func replace(
    _: Object,
    _: Row.Type,
    _: Int,
    _: String,
    at: some Sequence<Int>,
    with: some Objects
  ) {}
}

// All callers are unavailable declarations, so that neither a program nor its data can reach it.
private func unreachable() -> Never {
  preconditionFailure("code for this interface does not compile")
}
