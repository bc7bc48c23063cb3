import ManagedModel
import ModelComparison

extension SQLiteMigration {
  /// The pairs of an old relationship, in terms of what tables and columns are called meanwhile, or of what
  /// they are called before the migration.
  func pairs(
    of location: PropertyLocation,
    beforehand: Bool = false
  ) -> ConnectedPairs? {
    ConnectedPairs(
      of: location,
      in: old.mapping,
      key: { _ in "Z_PK" },
      column: { quoted(beforehand ? old.mapping[$0].name : oldColumnName($0)) },
      table: { quoted(beforehand ? oldTable($0).name : oldNames[$0]) }
    )
  }

  /// Puts the pairs of an old relationship where the new one keeps them, in the order that they had.
  mutating func connect(_ connection: Connection) {
    guard let pairs = pairs(of: connection.old) else { return }
    switch new.mapping[connection.new] {
    case .none, .attribute, .composite: return
    case .toOne(let storage):
      // Of several objects one must stay: that with the least key.
      let order = order(storage.ordering, as: pairs.inversePlace, connection)
      let loss = transition.narrows(connection) ? several("d", of: connection, for: "s") : nil
      set(storage.key, "d", order, of: pairs, where: "s", connection, lossQuery: loss)
    case .toMany(let storage):
      let order = order(storage.ordering, as: pairs.place, connection)
      let loss = transition.narrows(connection) ? several("s", of: connection, for: "d") : nil
      set(storage.key, "s", order, of: pairs, where: "d", connection, lossQuery: loss)
    case .join(let storage):
      join(
        storage,
        new.mapping.inverseOrdering(of: connection.new),
        pairs,
        connection.title(from: old.mapping.model, to: new.mapping.model)
      )
    }
  }

  /// A query for the objects that are connected with several; one connection stays.
  func several(_ value: String, of connection: Connection, for key: String) -> String {
    let sources =
      connection.isAdditional
      ? transition.correspondence.sources(of: connection.new) : [connection.old]
    return "SELECT 1 FROM (\(pairs(ofAll: sources))) WHERE s IS NOT NULL AND d IS NOT NULL "
      + "GROUP BY \(key) HAVING COUNT(DISTINCT \(value)) > 1"
  }

  /// A query for the pairs of old relationships, before the migration.
  func pairs(ofAll sources: [PropertyLocation]) -> String {
    sources.compactMap { pairs(of: $0, beforehand: true) }
      .map { "SELECT s, d FROM (\($0.query))" }.joined(separator: " UNION ")
  }

  /// A column for the order of a relationship that does not come along, and what goes into it.
  private func order(
    _ column: ColumnReference?,
    as place: String?,
    _ connection: Connection
  ) -> (column: ColumnReference, place: String)? {
    guard let column else { return nil }
    if connection.isAdditional { return (column, place ?? "NULL") }
    guard let place, transition.tables[column.table].columns[column.column] == .none else {
      return nil
    }
    return (column, place)
  }

  /// Adds rows to a join table.
  private mutating func join(
    _ storage: JoinStorage,
    _ inverseOrdering: ColumnReference?,
    _ pairs: ConnectedPairs,
    _ title: String
  ) {
    let columns = pairs.columns(of: storage, inverseOrdering: inverseOrdering, coalesce: "IFNULL")
    add(
      .connect,
      title,
      "INSERT OR IGNORE INTO \(quoted(newTable(storage.table).name)) "
        + "(\(SQLiteText.list(columns.map { new.mapping[$0.column].name }))) "
        + "SELECT \(columns.map(\.value).joined(separator: ", ")) FROM (\(pairs.query)) WHERE s IS NOT NULL",
      work: .rows,
      of: storage.table
    )
  }

  private mutating func set(
    _ column: ColumnReference,
    _ value: String,
    _ order: (column: ColumnReference, place: String)?,
    of pairs: ConnectedPairs,
    where key: String,
    _ connection: Connection,
    lossQuery: String?
  ) {
    let table = quoted(newTable(column.table).name)
    let condition = "(\(pairs.query)) WHERE \(key) = \(table).Z_PK"
    var text =
      "UPDATE \(table) SET \(quoted(new.mapping[column].name)) = "
      + "(SELECT min(\(value)) FROM \(condition))"
    if let order {
      text +=
        ", \(quoted(new.mapping[order.column].name)) = "
        + "(SELECT IFNULL(\(order.place), \(table).Z_PK) FROM \(condition) ORDER BY \(value) LIMIT 1)"
      orderedColumns.insert(order.column)
    }
    if connection.isAdditional {
      text +=
        " WHERE \(quoted(new.mapping[column].name)) IS NULL "
        + "AND Z_PK IN (SELECT \(key) FROM (\(pairs.query)))"
    }
    add(
      .connect,
      connection.title(from: old.mapping.model, to: new.mapping.model),
      text,
      work: .rows,
      of: column.table,
      cautions: lossQuery == nil ? [] : [.losesData],
      lossQuery: lossQuery
    )
  }
}
