import ManagedModel

/// The kind of value in a column, before a dialect maps it to a type.
package enum ColumnType: Sendable, Hashable {
  /// The key of the row's object or of another one.
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
