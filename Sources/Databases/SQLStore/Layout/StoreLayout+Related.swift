import SQLDriver

extension StoreLayout {
  /// The destination of a to-many relationship.
  func destination(of owner: ObjectLayout, at index: Int) -> ObjectLayout? {
    guard owner.fields.indices.contains(index) else { return nil }
    switch owner.fields[index] {
    case .toMany(let storage): return self[storage.destination]
    case .join(let storage): return self[storage.destination]
    case .none, .attribute, .composite, .toOne: return nil
    }
  }

  /// A statement for the objects that a to-many relationship leads to, in their order; its parameter is the key
  /// of the owner.
  func relatedObjects(
    of owner: ObjectLayout,
    at index: Int,
    _ selection: RowSelection
  ) -> String? {
    guard owner.fields.indices.contains(index) else { return nil }
    switch owner.fields[index] {
    case .toMany(let storage):
      guard let destination = self[storage.destination] else { return nil }
      return "SELECT \(selection.text()) FROM \(storage.table) WHERE \(storage.key) = ?"
        + " ORDER BY \(orderTerms(storage.ordering, destination.columns.key))"
    case .join(let storage):
      guard let destination = self[storage.destination] else { return nil }
      let columns = destination.columns
      let order = orderTerms(storage.ordering.map { "j.\($0)" }, "o.\(columns.key)")
      return "SELECT \(selection.text(alias: "o")) FROM \(storage.table) j"
        + " INNER JOIN \(storage.destinationTable) o"
        + " ON o.\(columns.key) = j.\(storage.destinationKey)"
        + " WHERE j.\(storage.source) = ? ORDER BY \(order)"
    case .none, .attribute, .composite, .toOne: return nil
    }
  }

  /// The terms of ORDER BY for members with keys in the column `key`, and positions in the column `place` if it is
  /// given.
  ///
  /// Members without a position come first on every database, as they do in SQLite.
  func orderTerms(_ place: String?, _ key: String) -> String {
    guard let place else { return key }
    return "\(place)\(dialect.directions.ascending), \(key)"
  }
}
