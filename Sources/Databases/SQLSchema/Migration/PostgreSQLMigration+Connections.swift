import ManagedModel
import ModelComparison

extension PostgreSQLMigration {
  /// The pairs of keys that an old relationship connects.
  private func pairs(of location: PropertyLocation) -> ConnectedPairs? {
    ConnectedPairs(
      of: location,
      in: old,
      key: oldKey,
      column: oldColumn,
      table: { quoted(oldNames[$0]) }
    )
  }

  /// Moves the pairs of an old relationship to the storage of the new one, in their order.
  mutating func connect(_ connection: Connection) {
    guard let pairs = pairs(of: connection.old) else { return }
    switch new[connection.new] {
    case .none, .attribute, .composite: return
    case .toOne(let storage):
      let order = order(storage.ordering, as: pairs.inversePlace, connection)
      set(storage.key, "d", order, of: pairs, where: "s", connection)
    case .toMany(let storage):
      let order = order(storage.ordering, as: pairs.place, connection)
      set(storage.key, "s", order, of: pairs, where: "d", connection)
    case .join(let storage):
      join(
        storage,
        new.inverseOrdering(of: connection.new),
        pairs,
        connection.title(from: old.model, to: new.model)
      )
    }
  }

  /// The ordering column of a relationship whose order is not in the pairs, and the value for it.
  private func order(
    _ column: ColumnReference?,
    as place: String?,
    _ connection: Connection
  ) -> (column: ColumnReference, place: String)? {
    guard let column else { return nil }
    if connection.isAdditional { return (column, place ?? "NULL::bigint") }
    guard let place, !isCopied(column) else { return nil }
    return (column, place)
  }

  /// Sets a key; of several objects the one with the least key is chosen.
  private mutating func set(
    _ column: ColumnReference,
    _ value: String,
    _ order: (column: ColumnReference, place: String)?,
    of pairs: ConnectedPairs,
    where key: String,
    _ connection: Connection
  ) {
    guard let own = newKey(column.table) else { return }
    var assignments = "\(name(column)) = p.v"
    var rows = "SELECT \(key) AS k, min(\(value)) AS v FROM (\(pairs.query)) AS q GROUP BY \(key)"
    if let order {
      assignments += ", \(name(order.column)) = COALESCE(p.o, t.\(own))"
      rows =
        "SELECT DISTINCT ON (\(key)) \(key) AS k, \(value) AS v, \(order.place) AS o "
        + "FROM (\(pairs.query)) AS r ORDER BY \(key), \(value)"
      orderedColumns.insert(order.column)
    }
    var step = self.rows(
      .connect,
      connection.title(from: old.model, to: new.model),
      "UPDATE \(tableName(column.table)) AS t SET \(assignments) FROM (\(rows)) AS p "
        + "WHERE t.\(own) = p.k"
        + (connection.isAdditional ? " AND t.\(name(column)) IS NULL" : "")
    )
    step.lossQuery = ConnectionLosses(transition: transition).query(of: connection)
    if step.lossQuery != nil { step.cautions = [.losesData] }
    steps.append(step)
  }

  /// Adds rows to a join table.
  private mutating func join(
    _ storage: JoinStorage,
    _ inverseOrdering: ColumnReference?,
    _ pairs: ConnectedPairs,
    _ title: String
  ) {
    let columns = pairs.columns(of: storage, inverseOrdering: inverseOrdering, coalesce: "COALESCE")
    steps.append(
      rows(
        .connect,
        title,
        "INSERT INTO \(tableName(storage.table)) (\(columns.map { name($0.column) }.joined(separator: ", "))) "
          + "SELECT \(columns.map(\.value).joined(separator: ", ")) FROM (\(pairs.query)) AS r ON CONFLICT DO NOTHING"
      )
    )
  }
}
