import ManagedModel

/// The declaration of an attribute in Swift.
package struct AttributeSwiftType: Sendable, Hashable {
  /// The type of the property, without `?`: that of ``wrapper`` if there is one.
  package var value: String

  /// The type of the stored value, without `?`.
  package var storage: String

  /// Whether the portable declaration is optional.
  ///
  /// As in the model, and also where there is no substitute for a missing value.
  package var isOptional: Bool

  /// The type that wraps the stored value.
  package var wrapper: Wrapper?

  /// Whether the stored value is a number or a Boolean, which Swift stores without an object.
  package var isScalar: Bool

  /// The portable declaration.
  package var declared: String { isOptional ? value + "?" : value }

  /// The kinds of user-defined types around a stored value.
  package enum Wrapper: String, Sendable, Hashable {
    /// A type with a raw value, which may reject values.
    case rawRepresentable
    /// A type with a raw value that accepts every value.
    case optionSet
    /// A type that is encoded into the stored data.
    case codable
  }
}
