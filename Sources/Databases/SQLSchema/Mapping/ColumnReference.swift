/// The position of a column: its table in ``SchemaMapping/tables``, and its index in that table.
package struct ColumnReference: Sendable, Hashable {
  package var table: Int
  package var column: Int

  package init(table: Int, column: Int) {
    self.table = table
    self.column = column
  }
}
