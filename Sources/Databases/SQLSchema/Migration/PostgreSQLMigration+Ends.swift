import ManagedModel
import ModelComparison

extension PostgreSQLMigration {
  /// Makes the ends of a one-to-one relationship agree that come from different relationships.
  mutating func pair(_ pairing: Pairing) {
    guard case .toOne(let storage) = new[pairing.end],
      case .toOne(let inverse) = new[pairing.inverse],
      let key = newKey(storage.key.table), let otherKey = newKey(inverse.key.table)
    else { return }
    let keys = (own: key, other: otherKey)
    fill(inverse.key, as: storage.key, of: pairing, keys: (own: otherKey, other: key))
    if pairing.isMutual {
      fill(storage.key, as: inverse.key, of: pairing.reversed, keys: keys)
    }
    let losses = ConnectionLosses(transition: transition)
    clearDisagreement(
      of: storage.key,
      with: inverse.key,
      pairing.titleOfDisconnection(in: new.model),
      keys: keys,
      lossQuery: losses.query(of: pairing)
    )
    if pairing.isMutual {
      clearDisagreement(
        of: inverse.key,
        with: storage.key,
        pairing.reversed.titleOfDisconnection(in: new.model),
        keys: (own: otherKey, other: key),
        lossQuery: losses.query(of: pairing.reversed)
      )
    }
  }

  /// Connects objects without a destination to those that lead to them.
  private mutating func fill(
    _ column: ColumnReference,
    as other: ColumnReference,
    of pairing: Pairing,
    keys: (own: String, other: String)
  ) {
    let title =
      "connect \(new.model.title(of: pairing.inverse)) according to \(new.model.title(of: pairing.end))"
    steps.append(
      rows(
        .connect,
        title,
        "UPDATE \(tableName(column.table)) AS t SET \(name(column)) = p.v "
          + "FROM (SELECT o.\(name(other)) AS k, min(o.\(keys.other)) AS v "
          + "FROM \(tableName(other.table)) AS o GROUP BY o.\(name(other))) AS p "
          + "WHERE t.\(keys.own) = p.k AND t.\(name(column)) IS NULL"
      )
    )
  }

  /// Connects the objects of a relationship that is its own inverse in both directions.
  mutating func reflect(_ location: PropertyLocation, _ storage: JoinStorage) {
    let (source, destination) = (name(storage.source), name(storage.destination))
    let order = storage.ordering.map { ", \(name($0))" } ?? ""
    let table = tableName(storage.table)
    steps.append(
      rows(
        .connect,
        "connect \(new.model.title(of: location)) both ways",
        "INSERT INTO \(table) (\(source), \(destination)\(order)) "
          + "SELECT \(destination), \(source)\(order.isEmpty ? "" : ", \(source)") FROM \(table) "
          + "ON CONFLICT DO NOTHING"
      )
    )
  }

  /// Disconnects objects from those that do not lead back.
  private mutating func clearDisagreement(
    of column: ColumnReference,
    with other: ColumnReference,
    _ title: String,
    keys: (own: String, other: String),
    lossQuery: String?
  ) {
    var step = rows(
      .connect,
      title,
      "UPDATE \(tableName(column.table)) AS t SET \(nothing(in: column)) "
        + "WHERE t.\(name(column)) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM \(tableName(other.table)) "
        + "AS o WHERE o.\(keys.other) = t.\(name(column)) AND o.\(name(other)) = t.\(keys.own))"
    )
    step.lossQuery = lossQuery
    if lossQuery != nil { step.cautions = [.losesData] }
    steps.append(step)
  }

  /// The assignments that clear a key and the columns that depend on it.
  private func nothing(in column: ColumnReference) -> String {
    ([column] + new.companions(of: new[column].origin)).map { "\(name($0)) = NULL" }
      .joined(separator: ", ")
  }

  /// Clears keys that lead to objects about to be deleted, or to objects that the relationship can no longer lead to.
  mutating func disconnect() {
    for table in new.tables.indices where transition.hasRows(inTable: table) {
      for column in new.tables[table].columns.indices {
        disconnect(ColumnReference(table: table, column: column))
      }
    }
  }

  private mutating func disconnect(_ column: ColumnReference) {
    guard let key = new[column].origin.key else { return }
    let target: Int?
    switch key.end {
    case .source: target = new.entities[key.relationship.entity].table
    case .destination: target = new.destinationTable(of: key.relationship)
    }
    if let target { disconnect(column, key, from: target) }
    if !key.isJoin { disconnectOwners(of: column, key) }
  }

  /// Clears keys that lead to objects of a table.
  private mutating func disconnect(
    _ column: ColumnReference,
    _ key: ColumnOrigin.Key,
    from target: Int
  ) {
    guard let source = transition.tables[target].source,
      let targetKey = newKey(target)
    else { return }
    let left = transition.tables[target].leftNumbers
    let strangers = transition.strangers(at: key.end, of: key.relationship).map(\.oldNumber)
    guard !left.isEmpty || !strangers.isEmpty else { return }
    let objects = "(SELECT \(targetKey) FROM \(tableName(target))"
    if ancestor(of: target) != nil, let entity = oldEntityColumn(source) {
      let numbers = list((left + strangers).sorted())
      clear(
        column,
        key,
        where: "\(name(column)) IN \(objects) WHERE \(entity) IN (\(numbers)))"
      )
    } else if !left.isEmpty {
      clear(column, key, where: "\(name(column)) NOT IN \(objects))")
    }
  }

  /// Clears keys in objects that no longer have the relationship.
  private mutating func disconnectOwners(of column: ColumnReference, _ key: ColumnOrigin.Key) {
    let strangers = transition.strangers(at: key.end.opposite, of: key.relationship)
      .map(\.oldNumber)
    guard !strangers.isEmpty, let source = ancestor(of: column.table),
      let entity = oldEntityColumn(source)
    else { return }
    clear(
      column,
      key,
      where: "\(name(column)) IS NOT NULL AND \(entity) IN (\(list(strangers.sorted())))"
    )
  }

  private mutating func clear(
    _ column: ColumnReference,
    _ key: ColumnOrigin.Key,
    where condition: String
  ) {
    let table = tableName(column.table)
    var step = rows(
      key.isJoin ? .deleteRows : .disconnect,
      "disconnect objects from removed ones "
        + "(\(new.tables[column.table].name).\(new[column].name))",
      key.isJoin
        ? "DELETE FROM \(table) WHERE \(condition)"
        : "UPDATE \(table) SET \(nothing(in: column)) WHERE \(condition)"
    )
    if transition.losesConnections(of: key.relationship) { step.cautions = [.losesData] }
    steps.append(step)
  }
}
