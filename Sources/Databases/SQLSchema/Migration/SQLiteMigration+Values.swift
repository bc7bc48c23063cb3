import ManagedModel
import ModelComparison

extension SQLiteMigration {
  /// Updates rows that are in their new tables.
  mutating func changeValues() {
    for table in new.mapping.tables.indices where ways[table] == .keep || ways[table] == .alter {
      deleteRows(of: table)
      renumberRows(of: table)
    }
    for connection in transition.connections { connect(connection) }
    for pairing in transition.pairings { pair(pairing) }
    for (location, storage) in transition.reflections { reflect(location, storage) }
    for table in new.mapping.tables.indices where transition.tables[table].source != nil {
      fillDestinationEntities(of: table)
      fillOrders(of: table)
      fillDefaults(of: table)
      moveExternalValues(of: table)
    }
    clearDanglingKeys()
  }

  private mutating func deleteRows(of table: Int) {
    let left = transition.tables[table].leftNumbers
    guard !left.isEmpty else { return }
    add(
      .deleteRows,
      "delete objects that no longer belong in \(newTable(table).name)",
      "DELETE FROM \(quoted(newTable(table).name)) WHERE \(isAmong(left))",
      work: .rows,
      of: table,
      cautions: transition.losesObjects(inTable: table) ? [.losesData] : []
    )
  }

  private mutating func renumberRows(of table: Int) {
    let name = newTable(table).name
    for (position, column) in newTable(table).columns.enumerated()
    where transition.tables[table].columns[position] != .none {
      let entities: [EntityTransition]
      switch column.origin {
      case .entityNumber: entities = transition.tables[table].entities
      case .destinationEntity(let location): entities = destinationEntities(of: location)
      default: continue
      }
      guard let value = renumbering(of: quoted(column.name), entities) else { continue }
      add(
        .renumber,
        "update the entity numbers in \(name)",
        "UPDATE \(quoted(name)) SET \(quoted(column.name)) = \(value)",
        work: .rows,
        of: table
      )
    }
  }

  /// Sets the entity of each destination, where the old schema had no column for it.
  private mutating func fillDestinationEntities(of table: Int) {
    for (position, column) in newTable(table).columns.enumerated() {
      guard case .destinationEntity(let location) = column.origin else { continue }
      let isNew = transition.tables[table].columns[position] == .none
      guard isNew || transition.lacksEntityNumbers(location),
        case .toOne(let storage) = new.mapping[location],
        let end = new.mapping.model.entities[location.entity].ends[location.property].destination
      else { continue }
      let key = quoted(new.mapping[storage.key].name)
      let name = quoted(newTable(table).name)
      let target = quoted(newTable(new.mapping.entities[end].table).name)
      add(
        .fill,
        "fill \(newTable(table).name).\(column.name)",
        "UPDATE \(name) SET \(quoted(column.name)) = "
          + "(SELECT d.Z_ENT FROM \(target) AS d WHERE d.Z_PK = \(name).\(key)) "
          + "WHERE \(key) IS NOT NULL" + (isNew ? "" : " AND \(quoted(column.name)) IS NULL"),
        work: .rows,
        of: table
      )
    }
  }

  /// Orders objects by their keys where a relationship becomes ordered.
  private mutating func fillOrders(of table: Int) {
    for (position, column) in newTable(table).columns.enumerated()
    where transition.tables[table].columns[position] == .none
      && !orderedColumns.contains(ColumnReference(table: table, column: position))
    {
      let name = newTable(table).name
      switch column.origin {
      case .orderingKey(let location):
        guard case .toMany(let storage) = new.mapping[location] else { continue }
        let key = quoted(new.mapping[storage.key].name)
        add(
          .fill,
          "order the objects of \(new.mapping.model.title(of: location))",
          "UPDATE \(quoted(name)) SET \(quoted(column.name)) = Z_PK WHERE \(key) IS NOT NULL",
          work: .rows,
          of: table
        )
      case .joinOrderingKey(let location):
        guard case .join(let storage) = new.mapping[location] else { continue }
        add(
          .fill,
          "order the objects of \(new.mapping.model.title(of: location))",
          "UPDATE \(quoted(name)) SET \(quoted(column.name)) = "
            + quoted(new.mapping[storage.destination].name),
          work: .rows,
          of: table
        )
      default: continue
      }
    }
  }

  private mutating func fillDefaults(of table: Int) {
    let change = transition.tables[table]
    for (position, column) in newTable(table).columns.enumerated() {
      guard case .attribute(let location) = column.origin,
        let attribute = new.mapping.model.property(at: location).attribute,
        !attribute.isDerived, let literal = SQLiteText.defaultLiteral(of: attribute)
      else { continue }
      let name = newTable(table).name
      let gaps = transition.gaps(
        of: location,
        in: ColumnReference(table: table, column: position)
      ) { column.type.sqliteConversion(from: $0, of: "") != nil }
      for (entities, condition) in [
        (gaps.new, nil), (attribute.isOptional ? [] : gaps.known, "\(quoted(column.name)) IS NULL"),
      ] as [([EntityTransition], String?)] where !entities.isEmpty {
        let isAll = entities.count == change.entities.count && condition == nil
        let entity = isAll ? nil : isAmong(entities.map(\.newNumber))
        let place = [entity, condition].compactMap(\.self).joined(separator: " AND ")
        add(
          .fill,
          "fill \(name).\(column.name) with the default",
          "UPDATE \(quoted(name)) SET \(quoted(column.name)) = \(literal)"
            + (place.isEmpty ? "" : " WHERE \(place)"),
          work: .rows,
          of: table
        )
      }
    }
  }
}
