import ManagedModel

/// The declaration of an attribute in Swift.
package struct AttributeSwiftType: Sendable, Hashable {
  /// The type people read and write, without `?`: that of ``wrapper`` where there is one.
  package var value: String

  /// The type of the value that is kept, without `?`.
  package var storage: String

  /// Whether the portable declaration is optional.
  ///
  /// As the model says, and also where nothing could stand for a value that is not there.
  package var isOptional: Bool

  /// The type that wraps the stored value.
  package var wrapper: Wrapper?

  /// Whether the stored value is a number or a truth value, which Swift keeps without an object.
  package var isScalar: Bool

  /// The type as Xcode's own output declares it, with `?` where it has one.
  package var xcode: String

  /// The portable declaration.
  package var declared: String { isOptional ? value + "?" : value }

  /// The kinds of types that people put around a stored value.
  package enum Wrapper: String, Sendable, Hashable {
    /// A type with a raw value; not every value need be one of its.
    case rawRepresentable
    /// A type with a raw value that takes every value.
    case optionSet
    /// A type that is encoded into the stored data.
    case codable
  }
}
