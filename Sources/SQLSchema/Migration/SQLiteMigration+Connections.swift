import ManagedModel

/// The objects that an old relationship connects, as a query for pairs: the object `s` that it leads from, and `d`
/// that it leads to.
private struct ConnectedPairs {
  private(set) var query: String

  /// The column of the query that says where `d` stands among those that `s` leads to; nil without an order.
  private(set) var place: String?

  /// The same of `s`, in the inverse relationship.
  private(set) var inversePlace: String?

  init(
    _ source: String,
    _ destination: String,
    place: String?,
    inversePlace: String?,
    from table: String,
    where key: String?
  ) {
    query = "SELECT \(source) AS s, \(destination) AS d"
    if let place {
      query += ", \(place) AS p"
      self.place = "p"
    }
    if let inversePlace {
      query += ", \(inversePlace) AS q"
      self.inversePlace = "q"
    }
    query += " FROM \(table)"
    if let key { query += " WHERE \(key) IS NOT NULL" }
  }
}

extension SQLiteMigration {
  private func pairs(of location: PropertyLocation) -> ConnectedPairs? {
    func name(_ column: ColumnReference) -> String { quoted(oldColumnName(column)) }
    switch old.mapping[location] {
    case .none, .attribute, .composite: return nil
    case .toOne(let storage):
      return ConnectedPairs(
        "Z_PK",
        name(storage.key),
        place: nil,
        inversePlace: storage.ordering.map(name),
        from: quoted(oldNames[storage.key.table]),
        where: name(storage.key)
      )
    case .toMany(let storage):
      return ConnectedPairs(
        name(storage.key),
        "Z_PK",
        place: storage.ordering.map(name),
        inversePlace: nil,
        from: quoted(oldNames[storage.key.table]),
        where: name(storage.key)
      )
    case .join(let storage):
      return ConnectedPairs(
        name(storage.source),
        name(storage.destination),
        place: storage.ordering.map(name),
        inversePlace: inverseOrdering(of: location, in: old.mapping).map(name),
        from: quoted(oldNames[storage.table]),
        where: nil
      )
    }
  }

  /// Where the order of the inverse of a relationship with a join table is.
  private func inverseOrdering(
    of location: PropertyLocation,
    in mapping: SchemaMapping
  ) -> ColumnReference? {
    guard let inverse = mapping.model.entities[location.entity].ends[location.property].inverse,
      inverse != location, case .join(let storage) = mapping[inverse]
    else { return nil }
    return storage.ordering
  }

  /// Puts the pairs of an old relationship where the new one keeps them, in the order that they had.
  mutating func connect(_ connection: Connection) {
    guard let pairs = pairs(of: connection.old) else { return }
    let title = "connect \(new.mapping.model.title(of: connection.new)) as it was"
    switch new.mapping[connection.new] {
    case .none, .attribute, .composite: return
    case .toOne(let storage):
      // Of several objects one must stay: that with the least key.
      let order = order(storage.ordering, as: pairs.inversePlace)
      set(storage.key, "d", order, of: pairs, where: "s", title, isLossy: isToMany(connection.old))
    case .toMany(let storage):
      let order = order(storage.ordering, as: pairs.place)
      set(storage.key, "s", order, of: pairs, where: "d", title, isLossy: isShared(connection.old))
    case .join(let storage):
      join(storage, inverseOrdering(of: connection.new, in: new.mapping), pairs, title)
    }
  }

  /// A new column for the order of a relationship, and what goes into it.
  private func order(
    _ column: ColumnReference?,
    as place: String?
  ) -> (column: ColumnReference, place: String)? {
    guard let column, let place,
      transition.tables[column.table].columns[column.column] == .none
    else { return nil }
    return (column, place)
  }

  /// What has no place gets that of its key.
  private mutating func join(
    _ storage: JoinStorage,
    _ inverseOrdering: ColumnReference?,
    _ pairs: ConnectedPairs,
    _ title: String
  ) {
    var columns = [storage.source, storage.destination]
    var values = ["s", "d"]
    if let ordering = storage.ordering {
      columns.append(ordering)
      values.append(pairs.place.map { "IFNULL(\($0), d)" } ?? "d")
    }
    if let inverseOrdering {
      columns.append(inverseOrdering)
      values.append(pairs.inversePlace.map { "IFNULL(\($0), s)" } ?? "s")
    }
    add(
      .connect,
      title,
      "INSERT OR IGNORE INTO \(quoted(newTable(storage.table).name)) "
        + "(\(SQLiteText.list(columns.map { new.mapping[$0].name }))) "
        + "SELECT \(values.joined(separator: ", ")) FROM (\(pairs.query)) WHERE s IS NOT NULL",
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
    _ title: String,
    isLossy: Bool
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
    add(
      .connect,
      title,
      text,
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
