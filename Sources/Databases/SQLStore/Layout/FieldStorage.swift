import ManagedModel

/// The storage of a property; names are quoted.
enum FieldStorage: Sendable, Hashable {
  /// The property is not stored.
  case none
  case attribute(StoredColumn)
  /// A column for each member that is not a composite itself.
  case composite([StoredMember])
  case toOne(StoredToOne)
  case toMany(StoredToMany)
  case join(StoredJoin)
}

/// A column of values.
struct StoredColumn: Sendable, Hashable {
  var name: String
  var type: AttributeType

  /// Whether a prefix of the values tells whether they are in the column or in a file.
  var isExternal: Bool

  /// Whether the database computes the values.
  var isDerived: Bool

  /// Whether it computes them from the values of other objects.
  var dependsOnOthers = false

  /// Whether the model requires a value, which the database may enforce.
  var isMandatory = false
}

/// A member of a composite attribute.
struct StoredMember: Sendable, Hashable {
  /// The names of the members, outermost first.
  var path: [String]
  var column: StoredColumn
}

/// A to-one relationship: the key of its object, beside the values.
struct StoredToOne: Sendable, Hashable {
  var key: String

  /// The number of the object's entity, where that can differ.
  var entityNumber: String?

  /// The position of the row's object in the ordered inverse.
  var ordering: String?

  /// The number of the entity to which the relationship leads.
  var destination: Int
}

/// A to-many relationship whose objects hold the key of their owner.
struct StoredToMany: Sendable, Hashable {
  /// The table of the objects.
  var table: String
  var key: String
  var ordering: String?
  var destination: Int

  /// Whether only this relationship writes the key, because there is no inverse.
  var ownsKey: Bool
}

/// A many-to-many relationship.
struct StoredJoin: Sendable, Hashable {
  /// The join table.
  var table: String
  var source: String
  var destinationKey: String
  var ordering: String?

  /// The table of the objects.
  var destinationTable: String
  var destination: Int

  /// Whether the relationship is its own inverse.
  var isReflexive: Bool
}

/// A relationship to an entity of which the store holds no objects, because the configuration of the store lacks the
/// entity.
struct AbsentDestination: Sendable, Hashable {
  /// The name of the entity.
  var entity: String

  var isToMany: Bool
}
