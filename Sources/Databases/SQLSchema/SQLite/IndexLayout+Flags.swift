import ManagedModel

// The indexes of a model in layouts from before fetch indexes.

extension IndexLayout {
  /// Adds the indexes of `indexed` flags, and of fetch indexes on one attribute, which mean the same.
  ///
  /// They are in the order of the columns.
  mutating func addIndexedAttributes(of members: [Int], table: Int) {
    var found: [(column: Int, location: PropertyLocation)] = []
    for member in members {
      for location in IndexedAttributes.flagged(in: mapping.model, entity: member)
        + IndexedAttributes.ofFetchIndexes(in: mapping.model, entity: member)
      {
        guard case .attribute(let column) = mapping[location],
          !found.contains(where: { $0.column == column.column })
        else { continue }
        found.append((column.column, location))
      }
    }
    for (column, location) in found.sorted(by: { $0.column < $1.column }) {
      add(
        "\(tableName(table))_\(columnName(table, column))_INDEX",
        table: table,
        [IndexedColumn(column: column)],
        .indexedAttribute(location)
      )
    }
  }

  mutating func addCompoundIndexes(of entity: Int, table: Int) {
    let model = mapping.model.entities[entity].entity
    for (position, index) in (model.compoundIndexes ?? []).enumerated() {
      addCompound(
        index.members.map(\.name),
        of: entity,
        table: table,
        .compoundIndex(entity: entity, position: position)
      )
    }
    for (position, index) in model.fetchIndexes.enumerated() where index.elements.count > 1 {
      addCompound(
        index.elements.map { $0.propertyName ?? "" },
        of: entity,
        table: table,
        .fetchIndex(entity: entity, position: position)
      )
    }
  }

  private mutating func addCompound(
    _ members: [String],
    of entity: Int,
    table: Int,
    _ reason: IndexReason
  ) {
    guard let found = resolve(members, of: entity, reason), !found.isEmpty else { return }
    let name = ([tableName(table)] + found.map { columnName(table, $0) }).joined(separator: "_")
    add(name, table: table, found.map { IndexedColumn(column: $0) }, reason)
  }
}
