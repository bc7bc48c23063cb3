import ManagedModel
import ModelComparison

/// The objects that an old relationship connects, as a query for pairs of a source `s` and a destination `d`.
struct ConnectedPairs {
  private(set) var query: String

  /// The column of the query with the position of `d` among the destinations of `s`; nil without an order.
  private(set) var place: String?

  /// The position of `s` in the inverse relationship.
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

extension ConnectedPairs {
  /// Creates the query for the pairs of a relationship as `mapping` stores it; nil for other properties, and for
  /// tables without a key.
  ///
  /// The functions return quoted names: the primary key of a table of objects, a column, a table.
  init?(
    of location: PropertyLocation,
    in mapping: SchemaMapping,
    key: (_ table: Int) -> String?,
    column: (ColumnReference) -> String,
    table: (_ table: Int) -> String
  ) {
    switch mapping[location] {
    case .none, .attribute, .composite: return nil
    case .toOne(let storage):
      guard let own = key(storage.key.table) else { return nil }
      self.init(
        own,
        column(storage.key),
        place: nil,
        inversePlace: storage.ordering.map(column),
        from: table(storage.key.table),
        where: column(storage.key)
      )
    case .toMany(let storage):
      guard let own = key(storage.key.table) else { return nil }
      self.init(
        column(storage.key),
        own,
        place: storage.ordering.map(column),
        inversePlace: nil,
        from: table(storage.key.table),
        where: column(storage.key)
      )
    case .join(let storage):
      self.init(
        column(storage.source),
        column(storage.destination),
        place: storage.ordering.map(column),
        inversePlace: mapping.inverseOrdering(of: location).map(column),
        from: table(storage.table),
        where: nil
      )
    }
  }

  /// The columns of the join table that take the pairs, and the expression for each; an object without a position is
  /// ordered by its key.
  func columns(
    of storage: JoinStorage,
    inverseOrdering: ColumnReference?,
    coalesce: String
  ) -> [(column: ColumnReference, value: String)] {
    var columns = [(column: storage.source, value: "s"), (column: storage.destination, value: "d")]
    for (ordering, place, key) in [
      (storage.ordering, place, "d"), (inverseOrdering, inversePlace, "s"),
    ] {
      guard let ordering else { continue }
      columns.append((ordering, place.map { "\(coalesce)(\($0), \(key))" } ?? key))
    }
    return columns
  }
}

extension SchemaMapping {
  /// The column of a join table with the order of the inverse of a relationship.
  func inverseOrdering(of location: PropertyLocation) -> ColumnReference? {
    guard let inverse = model.entities[location.entity].ends[location.property].inverse,
      inverse != location, case .join(let storage) = self[inverse]
    else { return nil }
    return storage.ordering
  }
}
