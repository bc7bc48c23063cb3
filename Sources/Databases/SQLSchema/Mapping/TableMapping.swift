import ManagedModel

/// A table and its contents.
package struct TableMapping: Sendable, Hashable {
  package var name: String
  package var content: TableContent

  /// The columns in the order of the table's definition.
  package var columns: [ColumnMapping]

  package init(name: String, content: TableContent, columns: [ColumnMapping]) {
    self.name = name
    self.content = content
    self.columns = columns
  }
}

/// The contents of a table.
package enum TableContent: Sendable, Hashable {
  /// The objects of a tree of entities, given by the index of its root.
  case objects(root: Int)

  /// The pairs of objects that a many-to-many relationship connects.
  case join(PlannedJoin)
}

/// A column and its origin.
package struct ColumnMapping: Sendable, Hashable {
  package var name: String
  package var type: ColumnType
  package var origin: ColumnOrigin

  package init(name: String, type: ColumnType, origin: ColumnOrigin) {
    self.name = name
    self.type = type
    self.origin = origin
  }
}
