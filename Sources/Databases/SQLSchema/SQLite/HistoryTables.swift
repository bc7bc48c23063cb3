/// The tables of persistent history.
///
/// They come from a model of Core Data's own, laid out by the same rules with another prefix.
package enum HistoryTables {
  /// The first number of an entity of history.
  package static let firstNumber = 16_001

  /// The entities' numbers begin above those of any model.
  static let primaryKeyRows = [
    PrimaryKeyRow(number: 16_001, name: "CHANGE", parentNumber: 0),
    PrimaryKeyRow(number: 16_002, name: "TRANSACTION", parentNumber: 0),
    PrimaryKeyRow(number: 16_003, name: "TRANSACTIONSTRING", parentNumber: 0),
  ]

  package static var statements: [SchemaStatement] {
    tables.map { name, columns in
      SchemaStatement(
        .systemTable,
        name: name,
        text: "CREATE TABLE \(name) ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
          + "\(columns) )",
        element: .store
      )
    } + indexes
  }

  /// The names of the tables.
  static var tableNames: [String] { tables.map(\.0) }

  private static let tables = [
    (
      "ACHANGE",
      "ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB"
    ),
    (
      "ATRANSACTION",
      "ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, "
        + "ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, "
        + "ZPROCESSID VARCHAR, ZQUERYGEN BLOB"
    ),
    ("ATRANSACTIONSTRING", "ZNAME VARCHAR"),
  ]

  private static var indexes: [SchemaStatement] {
    let keys =
      [("ACHANGE", "ZTRANSACTIONID")]
      + ["ZAUTHORTS", "ZBUNDLEIDTS", "ZCONTEXTNAMETS", "ZPROCESSIDTS"].map { ("ATRANSACTION", $0) }
    let ofKeys = keys.map { table, column in
      index("\(table)_\(column)_INDEX", "\(table) (\(column))")
    }
    return ofKeys + [
      index(
        "Z_TRANSACTION_TransactionAuthorIndex",
        "ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)"
      ),
      index(
        "Z_TRANSACTION_TransactionTimestampIndex",
        "ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)"
      ),
      index(
        "Z_TRANSACTIONSTRING_UNIQUE_NAME",
        "ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)",
        unique: "UNIQUE "
      ),
    ]
  }

  private static func index(_ name: String, _ target: String, unique: String = "")
    -> SchemaStatement
  {
    SchemaStatement(
      .systemIndex,
      name: name,
      text: "CREATE \(unique)INDEX \(name) ON \(target)",
      element: .store
    )
  }
}
