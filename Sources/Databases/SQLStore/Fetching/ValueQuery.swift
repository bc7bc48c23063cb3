import PredicateFormat

/// A query for values of objects, individually or grouped, rather than for the objects.
package struct ValueQuery {
  /// The condition, the order and the limits of the result.
  package var objects: ObjectQuery

  /// The columns of the result.
  package var columns: [Expression]

  /// The values by which the objects are grouped.
  package var groups: [Expression]

  /// The condition that groups must satisfy; it may aggregate over all objects of the group.
  package var having: Predicate?

  /// Whether duplicate rows are removed.
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

/// The statement for a query for values, and the position of each value in its rows.
package struct TableStatement {
  /// The position of a value in a row.
  package enum Column: Sendable, Hashable {
    case value(place: Int, OperandType)
    /// An object: its key, followed by the number of its entity.
    case object(place: Int)
  }

  var sql: SQLFragment
  package var columns: [Column]
}
