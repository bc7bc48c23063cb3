import SQLDriver

extension SQLDialect {
  /// A dialect with a spelling of no database, so that handwritten quotes are noticed.
  static let nonsense = nonsense(placeholders: .numbered(prefix: "@@"))

  static func nonsense(placeholders: SQLPlaceholderStyle) -> SQLDialect {
    SQLDialect(
      name: "nonsense",
      identifierQuotes: SQLQuotes("«", "»"),
      textQuotes: SQLQuotes("<<", ">>"),
      blobQuotes: SQLQuotes("hex(", ")"),
      trueLiteral: "YEA",
      falseLiteral: "NAY",
      nonFiniteReals: nil,
      placeholders: placeholders,
      maximumParameters: 3,
      maximumIdentifierBytes: 10,
      allowsNULInText: false,
      binaryCollation: "plain",
      beginRead: "LOOK",
      beginWrite: "TOUCH",
      foreignState: nil,
      keyLists: SQLKeyLists(
        quotes: SQLQuotes("<", ">"),
        selection: "TAKE ? APART",
        membership: "AMONG ?"
      ),
      jsonValues: nil,
      textSearch: "place",
      tableNames: "SELECT name FROM catalog",
      triggersOfTable: "SELECT count(*) FROM triggers WHERE name = ?",
      unlimited: "ALL",
      directions: SQLDirections(ascending: " UP", descending: " DOWN"),
      types: nil,
      features: []
    )
  }
}
