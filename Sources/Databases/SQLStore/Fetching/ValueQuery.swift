import PredicateFormat

/// A question for values of objects, one by one or of groups of them, rather than for the objects.
package struct ValueQuery {
  /// The condition, the order and the limits of the result.
  package var objects: ObjectQuery

  /// The columns of the result.
  package var columns: [Expression]

  /// The values that the objects of a group have in common.
  package var groups: [Expression]

  /// The condition that groups fulfil; it may ask about all objects of the group.
  package var having: Predicate?

  /// Whether rows that are equal are one.
  package var isDistinct: Bool

  package init(
    _ objects: ObjectQuery,
    columns: [Expression],
    groups: [Expression] = [],
    having: Predicate? = nil,
    isDistinct: Bool = false
  ) {
    self.objects = objects
    self.columns = columns
    self.groups = groups
    self.having = having
    self.isDistinct = isDistinct
  }
}

/// A statement that answers a question for values, and where each value is in its rows.
package struct TableStatement {
  /// The place of a value in a row.
  package enum Column: Sendable, Hashable {
    case value(place: Int, OperandType)
    /// An object: its key, and behind that the number of its entity.
    case object(place: Int)
  }

  var sql: SQLFragment
  package var columns: [Column]
}
