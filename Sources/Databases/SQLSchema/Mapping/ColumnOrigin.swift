import ManagedModel

/// The purpose of a column, and the part of the model that it comes from.
package enum ColumnOrigin: Sendable, Hashable {
  /// The key of the row's object, unique among the objects of one tree of entities.
  case objectKey

  /// The number of the entity of the row's object.
  case entityNumber

  /// The number of saves of the object: the version for optimistic locking.
  case version

  /// The value of an attribute.
  case attribute(PropertyLocation)

  /// The value of one member of an attribute whose type is a composite. The path is the names of the members,
  /// outermost first.
  case compositeMember(PropertyLocation, path: [String])

  /// The key of the object that a to-one relationship leads to.
  case foreignKey(PropertyLocation)

  /// The number of the entity of the object that a to-one relationship leads to; present only if that entity has
  /// subentities.
  case destinationEntity(PropertyLocation)

  /// For a to-many relationship without an inverse: the key of the object that the row belongs to, in the table of
  /// the relationship's destination.
  case ownerKey(PropertyLocation)

  /// The position of the row's object in an ordered to-many relationship that needs no join table.
  case orderingKey(PropertyLocation)

  /// In a join table, the key of an object that the relationship leads to.
  case joinKey(PropertyLocation)

  /// In a join table of a relationship that is its own inverse, the key of the object it leads from.
  case joinSource(PropertyLocation)

  /// In a join table, the position of an object in the ordered relationship that leads to it.
  case joinOrderingKey(PropertyLocation)
}

extension ColumnOrigin {
  /// The property that the column stores; nil for columns of every table.
  package var location: PropertyLocation? {
    switch self {
    case .objectKey, .entityNumber, .version: nil
    case .attribute(let location), .compositeMember(let location, path: _),
      .foreignKey(let location), .destinationEntity(let location), .ownerKey(let location),
      .orderingKey(let location), .joinKey(let location), .joinSource(let location),
      .joinOrderingKey(let location):
      location
    }
  }

  /// The reason why the column exists, in one sentence without a final full stop.
  package func explanation(in model: ResolvedModel) -> String {
    switch self {
    case .objectKey: "key of the object"
    case .entityNumber: "number of the object's entity"
    case .version: "counts the saves of the object, for optimistic locking"
    case .attribute(let location): "attribute \(model.title(of: location))"
    case .compositeMember(let location, let path):
      "member \(path.joined(separator: ".")) of the composite attribute \(model.title(of: location))"
    case .foreignKey(let location): "to-one relationship \(model.title(of: location))"
    case .destinationEntity(let location):
      "number of the entity of the object that \(model.title(of: location)) leads to"
    case .ownerKey(let location):
      "object whose to-many relationship \(model.title(of: location)) leads here"
    case .orderingKey(let location), .joinOrderingKey(let location):
      "place in the ordered relationship \(model.title(of: location))"
    case .joinKey(let location): "object that \(model.title(of: location)) leads to"
    case .joinSource(let location): "object that \(model.title(of: location)) leads from"
    }
  }
}
