import ManagedModel

/// The storage of a property, before names are assigned.
package enum PlannedStorage: Sendable, Hashable {
  /// The property is not stored.
  case none

  /// A column in the object's table.
  case attribute

  /// A column in the object's table for each member.
  case composite([PlannedMember])

  /// A key in the object's table.
  case toOne

  /// The key of the inverse to-one relationship, which says everything but the order.
  case inverseKey(PropertyLocation)

  /// A key in the destination's table, because no inverse can hold it.
  case ownerKey

  /// A join table.
  case join(PlannedJoin)
}

/// A member of a composite attribute that is not a composite itself.
package struct PlannedMember: Sendable, Hashable {
  /// The names of the members, outermost first.
  package var path: [String]
  package var type: AttributeType

  package init(path: [String], type: AttributeType) {
    self.path = path
    self.type = type
  }
}

/// A many-to-many relationship and its inverse.
package struct PlannedJoin: Sendable, Hashable {
  /// The end that the table belongs to: that of the entity with the lower number.
  package var owner: PropertyLocation

  /// The other end; the same as ``owner`` for a relationship that is its own inverse.
  package var inverse: PropertyLocation

  package init(owner: PropertyLocation, inverse: PropertyLocation) {
    self.owner = owner
    self.inverse = inverse
  }

  package var isReflexive: Bool { owner == inverse }

  /// The same join seen from the other end.
  package var swapped: Self { Self(owner: inverse, inverse: owner) }
}

/// A column that a table needs.
package struct PlannedColumn: Sendable, Hashable {
  package var origin: ColumnOrigin
  package var type: ColumnType

  package init(_ origin: ColumnOrigin, _ type: ColumnType) {
    self.origin = origin
    self.type = type
  }
}

/// Entities that share a table because they share a root.
package struct PlannedTree: Sendable {
  /// The index of the root.
  package var root: Int

  /// The indexes of the root and its descendants in the order of their numbers.
  package var members: [Int]

  /// The columns that the model requires: for each member its attributes by name, then its to-one relationships by
  /// name; after those of all members the keys that belong to to-many relationships.
  package var columns: [PlannedColumn]

  /// The join tables that belong to a member, in the order of the members and then of the names.
  package var joins: [PlannedJoin]

  package init(
    root: Int,
    members: [Int],
    columns: [PlannedColumn] = [],
    joins: [PlannedJoin] = []
  ) {
    self.root = root
    self.members = members
    self.columns = columns
    self.joins = joins
  }
}
