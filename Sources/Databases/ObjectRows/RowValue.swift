public import FoundationEssentials

/// A type whose values are stored in rows without conversion.
public protocol RowValue {
  /// The kind of the fields for values of the type.
  static var fieldKind: FieldKind { get }

  /// Whether the value is stored as nil.
  var isAbsent: Bool { get }
}

extension RowValue {
  /// Whether the value is stored as nil.
  @inlinable public var isAbsent: Bool { false }
}

extension Bool: RowValue {
  /// The kind of the fields for values of the type.
  @inlinable public static var fieldKind: FieldKind { .boolean }
}

extension Int16: RowValue {
  /// The kind of the fields for values of the type.
  @inlinable public static var fieldKind: FieldKind { .integer16 }
}

extension Int32: RowValue {
  /// The kind of the fields for values of the type.
  @inlinable public static var fieldKind: FieldKind { .integer32 }
}

extension Int64: RowValue {
  /// The kind of the fields for values of the type.
  @inlinable public static var fieldKind: FieldKind { .integer64 }
}

extension Double: RowValue {
  /// The kind of the fields for values of the type.
  @inlinable public static var fieldKind: FieldKind { .double }
}

extension Float: RowValue {
  /// The kind of the fields for values of the type.
  @inlinable public static var fieldKind: FieldKind { .float }
}

extension Decimal: RowValue {
  /// The kind of the fields for values of the type.
  @inlinable public static var fieldKind: FieldKind { .decimal }
}

extension String: RowValue {
  /// The kind of the fields for values of the type.
  @inlinable public static var fieldKind: FieldKind { .string }
}

extension Date: RowValue {
  /// The kind of the fields for values of the type.
  @inlinable public static var fieldKind: FieldKind { .date }
}

extension Data: RowValue {
  /// The kind of the fields for values of the type.
  @inlinable public static var fieldKind: FieldKind { .data }
}

extension UUID: RowValue {
  /// The kind of the fields for values of the type.
  @inlinable public static var fieldKind: FieldKind { .uuid }
}

extension URL: RowValue {
  /// The kind of the fields for values of the type.
  @inlinable public static var fieldKind: FieldKind { .url }
}

extension Reference: RowValue {
  /// The kind of the fields for values of the type.
  @inlinable public static var fieldKind: FieldKind { .reference }
  /// Whether the value is stored as nil.
  @inlinable public var isAbsent: Bool { isNone }
}
