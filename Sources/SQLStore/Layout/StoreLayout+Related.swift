extension StoreLayout {
  /// A statement for the keys and entities of the objects that a to-many relationship leads to, in their
  /// order; its parameter is the key of the owner.
  package func relatedObjects(of owner: ObjectLayout, at index: Int) -> String? {
    guard owner.fields.indices.contains(index) else { return nil }
    switch owner.fields[index] {
    case .toMany(let storage):
      guard let destination = self[storage.destination] else { return nil }
      let columns = destination.columns
      let order = (storage.ordering.map { [$0] } ?? []) + [columns.key]
      return "SELECT \(columns.key), \(columns.entityNumber) FROM \(storage.table)"
        + " WHERE \(storage.key) = ? ORDER BY \(order.joined(separator: ", "))"
    case .join(let storage):
      guard let destination = self[storage.destination] else { return nil }
      let columns = destination.columns
      let order = (storage.ordering.map { ["j.\($0)"] } ?? []) + ["o.\(columns.key)"]
      return "SELECT o.\(columns.key), o.\(columns.entityNumber) FROM \(storage.table) j"
        + " INNER JOIN \(storage.destinationTable) o"
        + " ON o.\(columns.key) = j.\(storage.destinationKey)"
        + " WHERE j.\(storage.source) = ? ORDER BY \(order.joined(separator: ", "))"
    case .none, .attribute, .composite, .toOne: return nil
    }
  }
}
