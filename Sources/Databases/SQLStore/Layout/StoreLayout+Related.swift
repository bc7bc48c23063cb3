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
      let order = (storage.ordering.map { [$0] } ?? []) + [destination.columns.key]
      return "SELECT \(selection.text()) FROM \(storage.table)"
        + " WHERE \(storage.key) = ? ORDER BY \(order.joined(separator: ", "))"
    case .join(let storage):
      guard let destination = self[storage.destination] else { return nil }
      let columns = destination.columns
      let order = (storage.ordering.map { ["j.\($0)"] } ?? []) + ["o.\(columns.key)"]
      return "SELECT \(selection.text(alias: "o")) FROM \(storage.table) j"
        + " INNER JOIN \(storage.destinationTable) o"
        + " ON o.\(columns.key) = j.\(storage.destinationKey)"
        + " WHERE j.\(storage.source) = ? ORDER BY \(order.joined(separator: ", "))"
    case .none, .attribute, .composite, .toOne: return nil
    }
  }
}
