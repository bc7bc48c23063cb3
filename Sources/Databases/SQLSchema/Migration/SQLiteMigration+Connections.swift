import ManagedModel
import ModelComparison

extension SQLiteMigration {
  /// The pairs of an old relationship, in terms of the names of tables and columns during the migration.
  private func pairs(of location: PropertyLocation) -> ConnectedPairs? {
    ConnectedPairs(
      of: location,
      in: old.mapping,
      key: { _ in "Z_PK" },
      column: { quoted(oldColumnName($0)) },
      table: { quoted(oldNames[$0]) }
    )
  }

  /// Moves the pairs of an old relationship to the storage of the new one, in their order.
  mutating func connect(_ connection: Connection) {
    guard let pairs = pairs(of: connection.old) else { return }
    switch new.mapping[connection.new] {
    case .none, .attribute, .composite: return
    case .toOne(let storage):
      // Of several objects the one with the least key is chosen.
      let order = order(storage.ordering, as: pairs.inversePlace, connection)
      set(storage.key, "d", order, of: pairs, where: "s", connection)
    case .toMany(let storage):
      let order = order(storage.ordering, as: pairs.place, connection)
      set(storage.key, "s", order, of: pairs, where: "d", connection)
    case .join(let storage):
      join(
        storage,
        new.mapping.inverseOrdering(of: connection.new),
        pairs,
        connection.title(from: old.mapping.model, to: new.mapping.model)
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
    _ connection: Connection
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
    let lossQuery = ConnectionLosses(transition: transition).query(of: connection)
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
