import SQLDriver
import Testing

@Suite("Placeholders of statements") struct PlaceholderTests {
  @Test(
    "Question marks become placeholders, but for those in texts, names and comments",
    arguments: [
      ("SELECT 1", "SELECT 1"), ("", ""), ("?", "$1"), ("?, ?", "$1, $2"), ("(?)", "($1)"),
      ("a = ? AND b = ? OR c = ?", "a = $1 AND b = $2 OR c = $3"),
      ("'?' = ?", "'?' = $1"), ("'it''s ?' = ?", "'it''s ?' = $1"), ("'' = ?", "'' = $1"),
      ("'''' = ?", "'''' = $1"), ("'\"?' = ?", "'\"?' = $1"),
      ("\"a?\" = ?", "\"a?\" = $1"), ("\"a\"\"?\" = ?", "\"a\"\"?\" = $1"),
      ("\"'?\" = ?", "\"'?\" = $1"),
      ("-- ?\n?", "-- ?\n$1"), ("? -- ?", "$1 -- ?"), ("--\n?", "--\n$1"),
      ("-- it's ?\n?", "-- it's ?\n$1"), ("1 - ?", "1 - $1"), ("1 - -?", "1 - -$1"),
      ("/* ? */ ?", "/* ? */ $1"), ("/**/?", "/**/$1"), ("/*/ ? */ ?", "/*/ ? */ $1"),
      ("/***/ ?", "/***/ $1"), ("/* ' */ ?", "/* ' */ $1"), ("/* * / ? */?", "/* * / ? */$1"),
      ("'/*' || ?", "'/*' || $1"), ("'--' || ?", "'--' || $1"), ("4 / ?", "4 / $1"),
      ("4 * ? / 2", "4 * $1 / 2"), ("'unfinished ?", "'unfinished ?"), ("/* ?", "/* ?"),
      ("'\u{1F600}?' = ?", "'\u{1F600}?' = $1"), ("\"e\u{301}?\" = ?", "\"e\u{301}?\" = $1"),
      ("?::bigint[]", "$1::bigint[]"),
    ]
  )
  func placing(sql: String, expected: String) {
    #expect(SQLDialect.postgreSQL.placing(sql) == expected)
    #expect(SQLDialect.sqlite.placing(sql) == sql)
    #expect(SQLDialect.nonsense.placing(sql) == expected.replacing("$", with: "@@"))
  }

  @Test("Placeholders have numbers of any size")
  func manyPlaceholders() {
    let marks = Array(repeating: "?", count: 1_000).joined(separator: ",")
    let placed = SQLDialect.postgreSQL.placing(marks)
    #expect(placed == (1...1_000).map { "$\($0)" }.joined(separator: ","))
  }

  @Test("A dialect with another mark for all parameters gets that")
  func otherMark() {
    let dialect = SQLDialect.nonsense(placeholders: .unnumbered("%s"))
    #expect(dialect.placing("? '?' ?") == "%s '?' %s")
  }

  @Test(
    "A list of keys is one text",
    arguments: [
      ([], "[]", "{}"), ([1], "[1]", "{1}"), ([3, 1, 3], "[3,1,3]", "{3,1,3}"),
      ([.min, .max], "[\(Int64.min),\(Int64.max)]", "{\(Int64.min),\(Int64.max)}"),
    ] as [([Int64], String, String)]
  )
  func keyLists(keys: [Int64], json: String, array: String) {
    #expect(SQLDialect.sqlite.keyLists.text(of: keys) == json)
    #expect(SQLDialect.postgreSQL.keyLists.text(of: keys) == array)
  }

  @Test("Every dialect takes a list of keys apart with one parameter")
  func keySelections() {
    for dialect in [SQLDialect.sqlite, .postgreSQL, .nonsense] {
      #expect(dialect.keyLists.selection.count { $0 == "?" } == 1)
    }
  }
}
