import ManagedModel

/// How a property of an object is stored; names are quoted.
package enum FieldStorage: Sendable, Hashable {
  /// Not at all.
  case none
  case attribute(StoredColumn)
  /// A column for each member that is no composite itself.
  case composite([StoredMember])
  case toOne(StoredToOne)
  case toMany(StoredToMany)
  case join(StoredJoin)
}

/// A column of values.
package struct StoredColumn: Sendable, Hashable {
  package var name: String
  package var type: AttributeType

  /// Whether the values of the column say where they are: in the column or in a file.
  package var isExternal: Bool

  /// Whether the database works the values out.
  package var isDerived: Bool
}

/// A member of a composite attribute.
package struct StoredMember: Sendable, Hashable {
  /// The names of the members, from the outermost inwards.
  package var path: [String]
  package var column: StoredColumn
}

/// A to-one relationship: the key of its object, beside the values.
package struct StoredToOne: Sendable, Hashable {
  package var key: String

  /// The number of the object's entity, where that can differ.
  package var entityNumber: String?

  /// The place of the row's object in the ordered inverse.
  package var ordering: String?

  /// The number of the entity to which the relationship leads.
  package var destination: Int
}

/// A to-many relationship whose objects hold the key of their owner.
package struct StoredToMany: Sendable, Hashable {
  /// The table of the objects.
  package var table: String
  package var key: String
  package var ordering: String?
  package var destination: Int

  /// Whether nothing but this relationship writes the key, because there is no inverse.
  package var ownsKey: Bool
}

/// A many-to-many relationship.
package struct StoredJoin: Sendable, Hashable {
  /// The join table.
  package var table: String
  package var source: String
  package var destinationKey: String
  package var ordering: String?

  /// The place of the source in the inverse relationship, if that is ordered.
  package var inverseOrdering: String?

  /// The table of the objects.
  package var destinationTable: String
  package var destination: Int

  /// Whether the relationship is its own inverse.
  package var isReflexive: Bool
}

/// A relationship to an entity of which the store holds no objects, because the part of the model
/// that is in the store lacks the entity.
package struct AbsentDestination: Sendable, Hashable {
  /// The name of the entity.
  package var entity: String

  package var isToMany: Bool
}
