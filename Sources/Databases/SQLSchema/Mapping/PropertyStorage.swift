/// The storage of a property.
package enum PropertyStorage: Sendable, Hashable {
  /// None: a transient or fetched property, or one that cannot be stored.
  case none

  /// An attribute in one column.
  case attribute(ColumnReference)

  /// An attribute of composite type: a column for each member that is not itself a composite.
  case composite([CompositeMemberStorage])

  /// A to-one relationship: a key in the object's own row.
  case toOne(ToOneStorage)

  /// A to-many relationship whose objects hold the key of the object that they belong to.
  case toMany(ToManyStorage)

  /// A many-to-many relationship.
  case join(JoinStorage)
}

/// The column of one member of a composite attribute.
package struct CompositeMemberStorage: Sendable, Hashable {
  /// The names of the members, outermost first.
  package var path: [String]
  package var column: ColumnReference

  package init(path: [String], column: ColumnReference) {
    self.path = path
    self.column = column
  }
}

/// The columns of a to-one relationship.
package struct ToOneStorage: Sendable, Hashable {
  /// The key of the destination object.
  package var key: ColumnReference

  /// The number of the destination object's entity, where that can differ.
  package var entityNumber: ColumnReference?

  /// The position of the object in the ordered inverse relationship.
  package var ordering: ColumnReference?

  package init(
    key: ColumnReference,
    entityNumber: ColumnReference? = nil,
    ordering: ColumnReference? = nil
  ) {
    self.key = key
    self.entityNumber = entityNumber
    self.ordering = ordering
  }
}

/// The columns of a to-many relationship without a join table; they are in the destination's table.
package struct ToManyStorage: Sendable, Hashable {
  /// The key of the object that the row's object belongs to.
  package var key: ColumnReference

  /// The position of the row's object among the others, for an ordered relationship.
  package var ordering: ColumnReference?

  package init(key: ColumnReference, ordering: ColumnReference? = nil) {
    self.key = key
    self.ordering = ordering
  }
}

/// The columns of a many-to-many relationship, seen from one of its two ends.
package struct JoinStorage: Sendable, Hashable {
  /// The join table, in ``SchemaMapping/tables``.
  package var table: Int

  /// The key of the object that the relationship leads from.
  package var source: ColumnReference

  /// The key of an object that the relationship leads to.
  package var destination: ColumnReference

  /// The position of the destination among the others, for an ordered relationship.
  package var ordering: ColumnReference?

  package init(
    table: Int,
    source: ColumnReference,
    destination: ColumnReference,
    ordering: ColumnReference? = nil
  ) {
    self.table = table
    self.source = source
    self.destination = destination
    self.ordering = ordering
  }
}
