import ManagedModel

/// The kind of value in a column, before a dialect gives it a type of its own.
package enum ColumnType: Sendable, Hashable {
  /// The key of an object, or of an object elsewhere.
  case key

  /// The number of an entity.
  case entityNumber

  /// A count of saves.
  case counter

  /// A number by which objects are sorted.
  case orderingKey

  /// A value of an attribute; never ``AttributeType/undefined`` or ``AttributeType/composite``.
  case attribute(AttributeType)
}
