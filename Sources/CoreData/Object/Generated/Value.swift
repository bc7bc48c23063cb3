import Foundation

extension GeneratedCode1 {
  /// The value of one property in a row, whatever its type.
  public enum Value: @unchecked Sendable {
    /// No value: nil, or a property that rows do not hold.
    case none
    /// A truth value.
    case bool(Bool)
    /// A whole number of any width.
    case integer(Int64)
    /// A number of double precision.
    case double(Double)
    /// A number of single precision.
    case float(Float)
    /// A text.
    case string(String)
    /// A moment.
    case date(Date)
    /// Bytes.
    case data(Data)
    /// A UUID.
    case uuid(UUID)
    /// A URI.
    case url(URL)
    /// A decimal number, an object ID, or a ``Box``.
    case object(AnyObject)
    /// The object at the other end of a to-one relationship.
    case reference(Reference)
  }
}

// MARK: From the fields of rows

extension GeneratedCode1.Value {
  /// The value of a field.
  @inlinable public init(_ value: Bool?) {
    self = value.map(Self.bool) ?? .none
  }

  /// The value of a field.
  @inlinable public init(_ value: Int16?) {
    self = value.map { .integer(Int64($0)) } ?? .none
  }

  /// The value of a field.
  @inlinable public init(_ value: Int32?) {
    self = value.map { .integer(Int64($0)) } ?? .none
  }

  /// The value of a field.
  @inlinable public init(_ value: Int64?) {
    self = value.map(Self.integer) ?? .none
  }

  /// The value of a field.
  @inlinable public init(_ value: Double?) {
    self = value.map(Self.double) ?? .none
  }

  /// The value of a field.
  @inlinable public init(_ value: Float?) {
    self = value.map(Self.float) ?? .none
  }

  /// The value of a field.
  @inlinable public init(_ value: String?) {
    self = value.map(Self.string) ?? .none
  }

  /// The value of a field.
  @inlinable public init(_ value: Date?) {
    self = value.map(Self.date) ?? .none
  }

  /// The value of a field.
  @inlinable public init(_ value: Data?) {
    self = value.map(Self.data) ?? .none
  }

  /// The value of a field.
  @inlinable public init(_ value: UUID?) {
    self = value.map(Self.uuid) ?? .none
  }

  /// The value of a field.
  @inlinable public init(_ value: URL?) {
    self = value.map(Self.url) ?? .none
  }

  /// The value of a field.
  @inlinable public init(_ value: NSDecimalNumber?) {
    self = value.map(Self.object) ?? .none
  }

  /// The value of a field.
  @inlinable public init(_ value: NSManagedObjectID?) {
    self = value.map(Self.object) ?? .none
  }

  /// The value of a field.
  @inlinable public init(_ value: GeneratedCode1.Box?) {
    self = value.map(Self.object) ?? .none
  }

  /// The value of a field.
  @inlinable public init(_ value: GeneratedCode1.Reference) {
    self = .reference(value)
  }
}

// MARK: Into the fields of rows

extension GeneratedCode1.Value {
  /// The value for a field of this type; nil if there is none, or one of another type.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The value for a field of this type; nil if there is none, or one of another type.
  public var int16: Int16? {
    if case .integer(let value) = self { Int16(truncatingIfNeeded: value) } else { nil }
  }

  /// The value for a field of this type; nil if there is none, or one of another type.
  public var int32: Int32? {
    if case .integer(let value) = self { Int32(truncatingIfNeeded: value) } else { nil }
  }

  /// The value for a field of this type; nil if there is none, or one of another type.
  public var int64: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The value for a field of this type; nil if there is none, or one of another type.
  public var double: Double? {
    if case .double(let value) = self { value } else { nil }
  }

  /// The value for a field of this type; nil if there is none, or one of another type.
  public var float: Float? {
    if case .float(let value) = self { value } else { nil }
  }

  /// The value for a field of this type; nil if there is none, or one of another type.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The value for a field of this type; nil if there is none, or one of another type.
  public var date: Date? {
    if case .date(let value) = self { value } else { nil }
  }

  /// The value for a field of this type; nil if there is none, or one of another type.
  public var data: Data? {
    if case .data(let value) = self { value } else { nil }
  }

  /// The value for a field of this type; nil if there is none, or one of another type.
  public var uuid: UUID? {
    if case .uuid(let value) = self { value } else { nil }
  }

  /// The value for a field of this type; nil if there is none, or one of another type.
  public var url: URL? {
    if case .url(let value) = self { value } else { nil }
  }

  /// The value for a field of this type; nil if there is none, or one of another type.
  public var decimal: NSDecimalNumber? {
    if case .object(let value) = self { value as? NSDecimalNumber } else { nil }
  }

  /// The value for a field of this type; nil if there is none, or one of another type.
  public var objectID: NSManagedObjectID? {
    if case .object(let value) = self { value as? NSManagedObjectID } else { nil }
  }

  /// The value for a field of this type; nil if there is none, or one of another type.
  public var box: GeneratedCode1.Box? {
    if case .object(let value) = self { value as? GeneratedCode1.Box } else { nil }
  }

  /// The value for a field of this type; the reference to nothing if there is none.
  public var reference: GeneratedCode1.Reference {
    if case .reference(let value) = self { value } else { .none }
  }
}
