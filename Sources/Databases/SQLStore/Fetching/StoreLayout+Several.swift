import SQLDriver

// Statements about many objects at once, whose keys are in one parameter.
extension StoreLayout {
  /// A statement for columns of the rows of objects.
  func rows(of layout: ObjectLayout, columns: String) -> String {
    "SELECT \(columns) FROM \(layout.table) WHERE \(layout.columns.key) \(isAmongKeys)"
  }

  /// A statement for columns of the rows of all objects in a range of keys.
  func rowsInRange(of layout: ObjectLayout, columns: String) -> String {
    "SELECT \(columns) FROM \(layout.table) WHERE \(layout.columns.key) BETWEEN ? AND ?"
  }

  /// The column with the key of the owner, in the rows that a to-many relationship leads to.
  func ownerColumn(of owner: ObjectLayout, at index: Int) -> OwnerColumn? {
    guard owner.fields.indices.contains(index) else { return nil }
    switch owner.fields[index] {
    case .toMany(let storage): return .own(storage.key)
    case .join(let storage): return .joined("j.\(storage.source)")
    case .none, .attribute, .composite, .toOne: return nil
    }
  }

  /// A statement for the objects that a to-many relationship of several objects leads to, one owner after the other
  /// and in the order of the relationship; the selection must have the column of the owner.
  func relatedObjects(
    ofSeveral owner: ObjectLayout,
    at index: Int,
    _ selection: RowSelection
  ) -> String? {
    guard owner.fields.indices.contains(index) else { return nil }
    switch owner.fields[index] {
    case .toMany(let storage):
      guard let columns = self[storage.destination]?.columns else { return nil }
      return "SELECT \(selection.text()) FROM \(storage.table)"
        + " WHERE \(storage.key) \(isAmongKeys)"
        + " ORDER BY \(storage.key), \(orderTerms(storage.ordering, columns.key))"
    case .join(let storage):
      guard let columns = self[storage.destination]?.columns else { return nil }
      let source = "j.\(storage.source)"
      let order = orderTerms(storage.ordering.map { "j.\($0)" }, "o.\(columns.key)")
      return "SELECT \(selection.text(alias: "o")) FROM \(storage.table) j"
        + " INNER JOIN \(storage.destinationTable) o"
        + " ON o.\(columns.key) = j.\(storage.destinationKey)"
        + " WHERE \(source) \(isAmongKeys) ORDER BY \(source), \(order)"
    case .none, .attribute, .composite, .toOne: return nil
    }
  }

  /// The condition that a column has one of the keys in a parameter, without the column.
  var isAmongKeys: String { dialect.keyLists.membership }
}
