import ManagedModel

/// An index and why it exists.
package struct IndexMapping: Sendable, Hashable {
  package var name: String

  /// The table, in ``SchemaMapping/tables``.
  package var table: Int
  package var elements: [IndexedColumn]
  package var isUnique: Bool
  package var kind: FetchIndexElementType
  package var reason: IndexReason

  package init(
    name: String,
    table: Int,
    elements: [IndexedColumn],
    isUnique: Bool = false,
    kind: FetchIndexElementType = .binary,
    reason: IndexReason
  ) {
    self.name = name
    self.table = table
    self.elements = elements
    self.isUnique = isUnique
    self.kind = kind
    self.reason = reason
  }
}

/// A column of an index.
package struct IndexedColumn: Sendable, Hashable {
  /// The column's position in its table.
  package var column: Int
  package var isAscending: Bool

  package init(column: Int, isAscending: Bool = true) {
    self.column = column
    self.isAscending = isAscending
  }
}

/// The reason for an index: the part of the model that it belongs to.
package enum IndexReason: Sendable, Hashable {
  /// A relationship is followed backwards by its key.
  case foreignKey(PropertyLocation)

  /// A join table is read from the end that its primary key does not begin with.
  case join(PlannedJoin)

  /// Several entities share the table of the given root.
  case entityNumber(root: Int)

  /// The old `indexed` flag of an attribute, or its successor.
  case indexedAttribute(PropertyLocation)

  /// An element of ``Entity/compoundIndexes``.
  case compoundIndex(entity: Int, position: Int)

  /// An element of ``Entity/fetchIndexes``.
  case fetchIndex(entity: Int, position: Int)

  /// An element of ``Entity/uniquenessConstraints``.
  case uniquenessConstraint(entity: Int, position: Int)
}

extension IndexReason {
  /// The reason why the index exists, in one sentence without a final full stop.
  package func explanation(in model: ResolvedModel) -> String {
    func name(_ entity: Int) -> String { model.entities[entity].name }
    switch self {
    case .foreignKey(let location):
      return "objects by relationship \(model.title(of: location))"
    case .join(let join): return "pairs by relationship \(model.title(of: join.owner))"
    case .entityNumber(let root):
      return "objects by entity, as \(name(root)) shares its table with subentities"
    case .indexedAttribute(let location): return "indexed attribute \(model.title(of: location))"
    case .compoundIndex(let entity, let position):
      return "compound index \(position + 1) of \(name(entity))"
    case .fetchIndex(let entity, let position):
      return
        "fetch index \(name(entity)).\(model.model.entities[entity].fetchIndexes[position].name)"
    case .uniquenessConstraint(let entity, let position):
      return "uniqueness constraint \(position + 1) of \(name(entity))"
    }
  }
}
