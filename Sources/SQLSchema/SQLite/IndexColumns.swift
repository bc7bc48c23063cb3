import Diagnostics
import ManagedModel

/// Finds the columns that the members of indexes and constraints mean.
struct IndexColumns {
  let mapping: SchemaMapping

  /// The position of the column of a property in its entity's table: that of an attribute, of the
  /// key of a to-one relationship, or of the member of a composite (`place.latitude`).
  ///
  /// Nil for all else.
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
      .sorted { precedes($0, $1, in: model) }
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

  /// The locations of both lists, each once, by name.
  static func merged(
    _ left: [PropertyLocation],
    _ right: [PropertyLocation],
    in model: ResolvedModel
  ) -> [PropertyLocation] {
    Set(left + right).sorted { precedes($0, $1, in: model) }
  }

  private static func precedes(
    _ left: PropertyLocation,
    _ right: PropertyLocation,
    in model: ResolvedModel
  ) -> Bool {
    let names = (model.property(at: left).name, model.property(at: right).name)
    return names.0.utf8.elementsEqual(names.1.utf8)
      ? (left.entity, left.property) < (right.entity, right.property)
      : names.0.precedesByCodePoint(names.1)
  }
}

extension SchemaIssue {
  static func unindexable(
    _ member: String,
    of entity: Int,
    _ reason: IndexReason,
    in model: ResolvedModel
  ) -> Self {
    let what = member.isEmpty ? "an expression" : "'\(member)'"
    return Self(
      .warning,
      rule: "unindexable-member",
      "\(reason.kindName) of entity '\(model.entities[entity].name)' is left out: \(what) is not "
        + "stored in a column of the entity's table",
      at: reason.element
    )
  }

  static func partialIndex(_ name: String, _ reason: IndexReason, in model: ResolvedModel) -> Self {
    Self(
      .note,
      rule: "partial-index",
      "fetch index '\(name)' is made for all objects; its condition is left out",
      at: reason.element
    )
  }

  static func constraintInOldEra(
    _ entity: Int,
    _ reason: IndexReason,
    in model: ResolvedModel
  ) -> Self {
    Self(
      .warning,
      rule: "constraint-in-old-layout",
      "the uniqueness constraint of entity '\(model.entities[entity].name)' is left out: the layout "
        + "is older than uniqueness constraints",
      at: reason.element
    )
  }
}

extension IndexReason {
  /// The part of the model for whose sake the index exists.
  package var element: SchemaElement {
    switch self {
    case .foreignKey(let location), .indexedAttribute(let location): .property(location)
    case .join(let join): .property(join.owner)
    case .entityNumber(let root): .entity(root)
    case .compoundIndex(let entity, let position):
      .compoundIndex(entity: entity, position: position)
    case .fetchIndex(let entity, let position): .fetchIndex(entity: entity, position: position)
    case .uniquenessConstraint(let entity, let position):
      .uniquenessConstraint(entity: entity, position: position)
    }
  }

  fileprivate var kindName: String {
    switch self {
    case .foreignKey, .join, .entityNumber, .indexedAttribute: "an index"
    case .compoundIndex: "a compound index"
    case .fetchIndex: "a fetch index"
    case .uniquenessConstraint: "a uniqueness constraint"
    }
  }
}
