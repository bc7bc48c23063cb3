public import FoundationEssentials

/// A type whose values rows keep as they are.
public protocol RowValue {
  /// The form in which rows keep values of the type.
  static var fieldKind: FieldKind { get }

  /// Whether rows keep the value as none.
  var isAbsent: Bool { get }
}

extension RowValue {
  /// Whether rows keep the value as none.
  @inlinable public var isAbsent: Bool { false }
}

extension Bool: RowValue {
  /// The form in which rows keep values of the type.
  @inlinable public static var fieldKind: FieldKind { .boolean }
}

extension Int16: RowValue {
  /// The form in which rows keep values of the type.
  @inlinable public static var fieldKind: FieldKind { .integer16 }
}

extension Int32: RowValue {
  /// The form in which rows keep values of the type.
  @inlinable public static var fieldKind: FieldKind { .integer32 }
}

extension Int64: RowValue {
  /// The form in which rows keep values of the type.
  @inlinable public static var fieldKind: FieldKind { .integer64 }
}

extension Double: RowValue {
  /// The form in which rows keep values of the type.
  @inlinable public static var fieldKind: FieldKind { .double }
}

extension Float: RowValue {
  /// The form in which rows keep values of the type.
  @inlinable public static var fieldKind: FieldKind { .float }
}

extension Decimal: RowValue {
  /// The form in which rows keep values of the type.
  @inlinable public static var fieldKind: FieldKind { .decimal }
}

extension String: RowValue {
  /// The form in which rows keep values of the type.
  @inlinable public static var fieldKind: FieldKind { .string }
}

extension Date: RowValue {
  /// The form in which rows keep values of the type.
  @inlinable public static var fieldKind: FieldKind { .date }
}

extension Data: RowValue {
  /// The form in which rows keep values of the type.
  @inlinable public static var fieldKind: FieldKind { .data }
}

extension UUID: RowValue {
  /// The form in which rows keep values of the type.
  @inlinable public static var fieldKind: FieldKind { .uuid }
}

extension URL: RowValue {
  /// The form in which rows keep values of the type.
  @inlinable public static var fieldKind: FieldKind { .url }
}

extension Reference: RowValue {
  /// The form in which rows keep values of the type.
  @inlinable public static var fieldKind: FieldKind { .reference }
  /// Whether rows keep the value as none.
  @inlinable public var isAbsent: Bool { isNone }
}
