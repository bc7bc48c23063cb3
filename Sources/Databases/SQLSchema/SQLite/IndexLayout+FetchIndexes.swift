import ManagedModel

// The indexes that entities declare in layouts with fetch indexes.

extension IndexLayout {
  /// Adds first the indexes of old flags, then the fetch indexes as they are declared.
  mutating func addFetchIndexes(of entity: Int, table: Int) {
    let model = mapping.model.entities[entity].entity
    var flagged = IndexedAttributes.flagged(in: mapping.model, entity: entity)
    if era.repeatsSingleAttributeIndexes {
      flagged = IndexedAttributes.merged(
        flagged,
        IndexedAttributes.ofFetchIndexes(in: mapping.model, entity: entity),
        in: mapping.model
      )
    }
    for location in flagged {
      let name = mapping.model.property(at: location).name
      guard case .attribute(let column) = mapping[location],
        !model.fetchIndexes.contains(where: { $0.name == name })
      else { continue }
      add(
        "Z_\(model.name)_\(name)",
        table: table,
        [IndexedColumn(column: column.column)],
        .indexedAttribute(location)
      )
    }
    for (position, index) in (model.compoundIndexes ?? []).enumerated() {
      addFetchIndex(
        FetchIndex(
          name: index.members.map(\.name).joined(separator: "_"),
          elements: index.members.map { FetchIndexElement(propertyName: $0.name) }
        ),
        of: entity,
        table: table,
        .compoundIndex(entity: entity, position: position)
      )
    }
    for (position, index) in model.fetchIndexes.enumerated() {
      addFetchIndex(
        index,
        of: entity,
        table: table,
        .fetchIndex(entity: entity, position: position)
      )
    }
  }

  /// The greatest number of dimensions of SQLite's R-trees.
  private static let dimensionLimit = 5

  private mutating func addFetchIndex(
    _ index: FetchIndex,
    of entity: Int,
    table: Int,
    _ reason: IndexReason
  ) {
    let isRTree = index.elements.contains { $0.type == .rTree }
    if isRTree && index.elements.count > Self.dimensionLimit {
      issues.append(.tooManyDimensions(index.name, limit: Self.dimensionLimit, reason))
      return
    }
    guard !index.elements.isEmpty,
      let found = resolve(index.elements.map { $0.propertyName ?? "" }, of: entity, reason)
    else { return }
    // A relationship's key already has its own index.
    if found.count == 1, case .foreignKey = mapping.tables[table].columns[found[0]].origin {
      return
    }
    if index.partialPredicateText?.isEmpty == false {
      issues.append(.partialIndex(index.name, reason))
    }
    var elements = zip(found, index.elements).map { column, element in
      IndexedColumn(column: column, isAscending: element.isAscending)
    }
    if isRTree {
      // The dimensions of an R-tree are named, so each can occur only once.
      var seen: Set<Int> = []
      elements = elements.filter { seen.insert($0.column).inserted }
    }
    let entityName = mapping.model.entities[entity].name
    add(
      isRTree ? "Z_RT_\(entityName)_\(index.name)" : "Z_\(entityName)_\(index.name)",
      table: table,
      elements,
      kind: isRTree ? .rTree : .binary,
      reason
    )
    if isRTree, let last = indexes.last, last.kind == .rTree, last.reason == reason {
      let name = last.name
      // SQLite keeps the contents of an R-tree in shadow tables.
      for shadow in ["_node", "_parent", "_rowid"] { _ = names.unique(name + shadow) }
    }
  }
}

// MARK: - Uniqueness constraints

extension IndexLayout {
  mutating func addUniquenessConstraints(of entity: Int, table: Int) {
    let model = mapping.model.entities[entity].entity
    for (position, constraint) in (model.uniquenessConstraints ?? []).enumerated() {
      let reason = IndexReason.uniquenessConstraint(entity: entity, position: position)
      guard era.hasFetchIndexes || era.writesConstraintsIntoTables else {
        issues.append(.constraintInOldEra(entity, reason, in: mapping.model))
        continue
      }
      let members = constraint.members.map(\.name)
      guard let found = resolve(members, of: entity, reason), !found.isEmpty else { continue }
      let elements = found.map { IndexedColumn(column: $0) }
      if era.writesConstraintsIntoTables {
        // The name of a constraint is local to its table.
        indexes.append(
          IndexMapping(
            name: found.map { columnName(table, $0) }.joined(separator: "_"),
            table: table,
            elements: elements,
            isUnique: true,
            reason: reason
          )
        )
      } else {
        add(
          "Z_\(model.name)_UNIQUE_\(members.joined(separator: "_"))",
          table: table,
          elements,
          isUnique: true,
          reason
        )
      }
    }
  }
}
