// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, BeginDocumentationCommentWithOneLineSummary

@_exported public import CoreData

/// The declarations that code of the first contract called, as far as the compiler needs them.
///
/// That contract kept values in a
/// row class for each entity. `measure-generated-code` compiles such code; nothing runs it.
public enum TypedRows {
  open class Row: @unchecked Sendable {
    public required init() {}
    open class var layout: Layout { Layout(entity: "", properties: []) }
    open func assign(from other: Row) {}
    open func value(at index: Int) -> Value { Value(Bool?.none) }
    open func setValue(_ value: Value, at index: Int) {}
    open func read(from reader: Reader) {}
  }

  public struct Layout {
    public struct Property {
      public enum Kind {
        case boolean, integer16, integer32, integer64, double, float, decimal, string, date, binary
        case uuid, uri, toOne, toMany
      }

      public init(_ name: String, _ kind: Kind, _ keyPath: AnyKeyPath? = nil) {}
    }

    public init(entity: String, properties: [Property]) {}
  }

  public struct Reference: Sendable {
    public static var none: Reference { Reference() }
  }

  public struct Value {
    public init(_ value: Bool?) {}
    public init(_ value: Int16?) {}
    public init(_ value: Int32?) {}
    public init(_ value: Int64?) {}
    public init(_ value: Double?) {}
    public init(_ value: Float?) {}
    public init(_ value: NSDecimalNumber?) {}
    public init(_ value: String?) {}
    public init(_ value: Date?) {}
    public init(_ value: Data?) {}
    public init(_ value: UUID?) {}
    public init(_ value: URL?) {}
    public init(_ value: Reference) {}
    public var bool: Bool? { nil }
    public var int16: Int16? { nil }
    public var int32: Int32? { nil }
    public var int64: Int64? { nil }
    public var double: Double? { nil }
    public var float: Float? { nil }
    public var decimal: NSDecimalNumber? { nil }
    public var string: String? { nil }
    public var date: Date? { nil }
    public var data: Data? { nil }
    public var uuid: UUID? { nil }
    public var url: URL? { nil }
    public var reference: Reference { .none }
  }

  public final class Reader {
    public func bool() -> Bool? { nil }
    public func int16() -> Int16? { nil }
    public func int32() -> Int32? { nil }
    public func int64() -> Int64? { nil }
    public func double() -> Double? { nil }
    public func float() -> Float? { nil }
    public func decimal() -> NSDecimalNumber? { nil }
    public func string() -> String? { nil }
    public func date() -> Date? { nil }
    public func data() -> Data? { nil }
    public func uuid() -> UUID? { nil }
    public func url() -> URL? { nil }
    public func reference() -> Reference { .none }
  }
}

extension TypedRows {
  @usableFromInline nonisolated(unsafe) static var row: Row?

  @inlinable
  public static func reading<R: Row>(_ object: NSManagedObject, _ type: R.Type, _ index: Int) -> R?
  {
    guard let row else { return nil }
    return unsafeDowncast(row, to: type)
  }

  @inlinable
  public static func writing<R: Row>(_ object: NSManagedObject, _ type: R.Type, _ index: Int) -> R?
  {
    guard let row else { return nil }
    return unsafeDowncast(row, to: type)
  }

  public static func written(_ object: NSManagedObject, _ index: Int) {}
  public static func primitiveReading<R: Row>(_ object: NSManagedObject, _ type: R.Type) -> R? {
    nil
  }
  public static func primitiveWriting<R: Row>(
    _ object: NSManagedObject,
    _ type: R.Type,
    _ index: Int
  ) -> R? { nil }
  public static func value(_ object: NSManagedObject, _ name: String) -> Any? { nil }
  public static func setValue(_ object: NSManagedObject, _ name: String, _ value: Any?) {}
  public static func primitiveValue(_ object: NSManagedObject, _ name: String) -> Any? { nil }
  public static func setPrimitiveValue(_ object: NSManagedObject, _ name: String, _ value: Any?) {}
}

extension TypedRows {
  public static func toOne<R: Row, T: NSManagedObject>(
    _ object: NSManagedObject,
    _ type: R.Type,
    _ index: Int,
    _ name: String
  ) -> T? { nil }
  public static func setToOne<R: Row, T: NSManagedObject>(
    _ object: NSManagedObject,
    _ type: R.Type,
    _ index: Int,
    _ name: String,
    _ value: T?
  ) {}
  public static func toMany<R: Row, T: NSManagedObject>(
    _ object: NSManagedObject,
    _ type: R.Type,
    _ index: Int,
    _ name: String
  ) -> Set<T> { [] }
  public static func setToMany<R: Row, T: NSManagedObject>(
    _ object: NSManagedObject,
    _ type: R.Type,
    _ index: Int,
    _ name: String,
    _ value: Set<T>
  ) {}
  public static func add<R: Row>(
    _ object: NSManagedObject,
    _ type: R.Type,
    _ index: Int,
    _ name: String,
    _ values: some Sequence<NSManagedObject>
  ) {}
  public static func remove<R: Row>(
    _ object: NSManagedObject,
    _ type: R.Type,
    _ index: Int,
    _ name: String,
    _ values: some Sequence<NSManagedObject>
  ) {}
  public static func intersect<R: Row>(
    _ object: NSManagedObject,
    _ type: R.Type,
    _ index: Int,
    _ name: String,
    _ values: some Sequence<NSManagedObject>
  ) {}
}
