import Diagnostics

/// Two diagnostics that use every feature, and one that uses none.
enum Samples {
  static let path = "Shop.xcdatamodeld/Shop.xcdatamodel/contents"

  static let unknownParent = Diagnostic(
    .error,
    rule: "unknown-parent",
    "entity 'Book' has an unknown parent 'Prodcut'",
    at: Place(path: path, line: 3, column: 17),
    hint: "did you mean 'Product'?",
    notes: [.init("'Product' is here", at: Place(path: path, line: 2, column: 5))]
  )

  static let noInverse = Diagnostic(
    .warning,
    rule: "no-inverse",
    "Book.author has no inverse",
    at: Place(path: path, line: 4)
  )

  static let bare = Diagnostic(.note, rule: "", "nothing to do", at: Place())

  static let all = [unknownParent, noInverse, bare]

  static let source = SourceText([
    path: SourceLines(
      "<model>\n    <entity name=\"Product\"/>\n\t<entity name=\"Book\">\r\n  <relationship/>"
    )
  ])

  static let tool = ReportingTool(name: "momgen", version: "1.2.3")
}
