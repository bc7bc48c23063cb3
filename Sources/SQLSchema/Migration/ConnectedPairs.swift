import ManagedModel

/// The objects that an old relationship connects, as a query for pairs: the object `s` that it leads from, and `d`
/// that it leads to.
struct ConnectedPairs {
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

extension SchemaMapping {
  /// The column of a join table in which the order of the inverse of a relationship is.
  func inverseOrdering(of location: PropertyLocation) -> ColumnReference? {
    guard let inverse = model.entities[location.entity].ends[location.property].inverse,
      inverse != location, case .join(let storage) = self[inverse]
    else { return nil }
    return storage.ordering
  }
}
