import ManagedModel

/// Finds the columns of the members of indexes and constraints.
struct IndexColumns {
  let mapping: SchemaMapping

  /// The index of the column of a property in its entity's table: of an attribute, of the key of a to-one
  /// relationship, or of the member of a composite (`place.latitude`).
  ///
  /// Nil for all other names.
  func column(of name: String, in entity: Int) -> Int? {
    let resolved = mapping.model.entities[entity]
    switch mapping.storage(of: name, in: resolved) {
    case .attribute(let column): return column.column
    case .toOne(let storage): return storage.key.column
    case .composite, .toMany, .join: return nil
    case .none: break
    }
    let path = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard path.count > 1,
      case .composite(let members) = mapping.storage(of: path[0], in: resolved)
    else { return nil }
    return members.first { $0.path == Array(path.dropFirst()) }?.column.column
  }
}

/// The attributes of an entity that have an index of their own.
enum IndexedAttributes {
  /// The attributes with the old `indexed` flag, by name.
  static func flagged(in model: ResolvedModel, entity: Int) -> [PropertyLocation] {
    model.entities[entity].entity.properties.indices
      .map { PropertyLocation(entity: entity, property: $0) }
      .filter { model.property(at: $0).attribute?.isIndexed == true }
      .sorted { $0.precedes($1, in: model) }
  }

  /// The attributes that are the only element of a fetch index, by name.
  static func ofFetchIndexes(in model: ResolvedModel, entity: Int) -> [PropertyLocation] {
    let found = model.entities[entity].entity.fetchIndexes.compactMap { index in
      index.elements.count == 1 && index.elements[0].type == .binary
        ? index.elements[0].propertyName.flatMap { model.locate($0, in: model.entities[entity]) }
        : nil
    }
    return merged(found.filter { model.property(at: $0).attribute != nil }, [], in: model)
  }

  /// The locations of both lists without duplicates, by name.
  static func merged(
    _ left: [PropertyLocation],
    _ right: [PropertyLocation],
    in model: ResolvedModel
  ) -> [PropertyLocation] {
    Set(left + right).sorted { $0.precedes($1, in: model) }
  }
}
