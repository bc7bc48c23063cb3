/// An R-tree index: a virtual table with the least and greatest value of each dimension, and triggers that
/// keep it in step with the table of the objects.
///
/// The names and the text of the trigger for insertion are established; those of the other two triggers
/// follow them, and are not.
struct RTreeStatements {
  let index: IndexMapping
  let table: String
  let columns: [String]

  func statements() -> [SchemaStatement] {
    let tree = SQLiteText.identifier(index.name)
    let bounds = columns.flatMap { ["\($0)_MIN", "\($0)_MAX"] }
    let table = SQLiteText.identifier(table)
    let replacement =
      "INSERT OR REPLACE INTO \(tree) (Z_PK, \(SQLiteText.list(bounds))) "
      + "VALUES (NEW.Z_PK, \(values)) ;"
    return [
      SchemaStatement(
        .virtualTable,
        name: index.name,
        text: "CREATE VIRTUAL TABLE \(tree) USING RTREE "
          + "(Z_PK INTEGER PRIMARY KEY, \(SQLiteText.list(bounds)))",
        element: index.reason.element
      ),
      trigger("INSERT", event: "AFTER INSERT ON \(table)", replacement),
      trigger(
        "UPDATE",
        event: "AFTER UPDATE OF \(SQLiteText.list(columns)) ON \(table)",
        replacement
      ),
      trigger(
        "DELETE",
        event: "AFTER DELETE ON \(table)",
        "DELETE FROM \(tree) WHERE Z_PK = OLD.Z_PK ;"
      ),
    ]
  }

  /// The values for the columns: each value is its own lower and upper bound.
  ///
  /// The first pair is written in Core Data's own way.
  private var values: String {
    columns.enumerated().map { position, column in
      let value = "NEW.\(SQLiteText.identifier(column))"
      return "\(value)\(position == 0 ? " ," : ", ")\(value)"
    }.joined(separator: ", ")
  }

  private func trigger(_ kind: String, event: String, _ action: String) -> SchemaStatement {
    let name = "\(index.name)_\(kind)"
    return SchemaStatement(
      .trigger,
      name: name,
      text: "CREATE TRIGGER \(SQLiteText.identifier(name)) \(event) FOR EACH ROW "
        + "BEGIN \(action) END",
      element: index.reason.element
    )
  }
}
