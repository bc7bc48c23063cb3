import ManagedModel

extension SQLiteMigration {
  /// The pairs of objects that an old relationship connects, as a query for `s` and `d`.
  private func pairs(of location: PropertyLocation) -> String? {
    switch old.mapping[location] {
    case .none, .attribute, .composite: return nil
    case .toOne(let storage):
      let key = quoted(oldColumnName(storage.key))
      return "SELECT Z_PK AS s, \(key) AS d FROM \(quoted(oldNames[storage.key.table])) "
        + "WHERE \(key) IS NOT NULL"
    case .toMany(let storage):
      let key = quoted(oldColumnName(storage.key))
      return "SELECT \(key) AS s, Z_PK AS d FROM \(quoted(oldNames[storage.key.table])) "
        + "WHERE \(key) IS NOT NULL"
    case .join(let storage):
      let source = quoted(oldColumnName(storage.source))
      let destination = quoted(oldColumnName(storage.destination))
      return "SELECT \(source) AS s, \(destination) AS d FROM \(quoted(oldNames[storage.table]))"
    }
  }

  /// Puts the pairs of an old relationship where the new one keeps them.
  mutating func connect(_ connection: Connection) {
    guard let pairs = pairs(of: connection.old) else { return }
    let title = "connect \(new.mapping.model.title(of: connection.new)) as it was"
    switch new.mapping[connection.new] {
    case .none, .attribute, .composite: return
    case .toOne(let storage):
      // Of several objects one must stay: that with the least key.
      set(storage.key, "d", of: pairs, where: "s", title, isLossy: isToMany(connection.old))
    case .toMany(let storage):
      set(storage.key, "s", of: pairs, where: "d", title, isLossy: isShared(connection.old))
    case .join(let storage):
      let columns = [storage.source, storage.destination].map { new.mapping[$0].name }
      add(
        .connect,
        title,
        "INSERT OR IGNORE INTO \(quoted(newTable(storage.table).name)) "
          + "(\(SQLiteText.list(columns))) SELECT s, d FROM (\(pairs)) WHERE s IS NOT NULL",
        work: .rows,
        of: storage.table
      )
    }
  }

  private mutating func set(
    _ column: ColumnReference,
    _ value: String,
    of pairs: String,
    where key: String,
    _ title: String,
    isLossy: Bool
  ) {
    let table = quoted(newTable(column.table).name)
    add(
      .connect,
      title,
      "UPDATE \(table) SET \(quoted(new.mapping[column].name)) = "
        + "(SELECT min(\(value)) FROM (\(pairs)) WHERE \(key) = \(table).Z_PK)",
      work: .rows,
      of: column.table,
      cautions: isLossy ? [.losesData] : []
    )
  }

  private func isToMany(_ location: PropertyLocation) -> Bool {
    old.mapping.model.property(at: location).relationship?.isToMany == true
  }

  /// Whether several objects could lead to one.
  private func isShared(_ location: PropertyLocation) -> Bool {
    if case .join = old.mapping[location] { true } else { false }
  }

  /// Where objects are gone, so is what led to them.
  mutating func clearDanglingKeys() {
    for table in new.mapping.tables.indices where transition.tables[table].source != nil {
      for column in newTable(table).columns.indices {
        clear(ColumnReference(table: table, column: column))
      }
    }
  }

  private mutating func clear(_ column: ColumnReference) {
    let mapping = new.mapping[column]
    let target: Int?
    var isJoin = false
    switch mapping.origin {
    case .foreignKey(let location): target = new.mapping.destinationTable(of: location)
    case .ownerKey(let location): target = new.mapping.entities[location.entity].table
    case .joinKey(let location):
      isJoin = true
      target = new.mapping.destinationTable(of: location)
    case .joinSource(let location):
      isJoin = true
      target = new.mapping.entities[location.entity].table
    default: return
    }
    guard let target, !transition.tables[target].leftNumbers.isEmpty else { return }
    let name = quoted(newTable(column.table).name)
    let key = quoted(mapping.name)
    let isGone = "\(key) NOT IN (SELECT Z_PK FROM \(quoted(newTable(target).name)))"
    add(
      isJoin ? .deleteRows : .connect,
      "disconnect objects from those that are gone (\(newTable(column.table).name).\(mapping.name))",
      isJoin
        ? "DELETE FROM \(name) WHERE \(isGone)"
        : "UPDATE \(name) SET \(key) = NULL WHERE \(key) IS NOT NULL AND \(isGone)",
      work: .rows,
      of: column.table
    )
  }
}
