import SQLDriver
import Testing

@Suite struct QuotingTests {
  @Test(arguments: [
    ("team", "«team»"),
    ("a\"b", "«a\"b»"),
    ("a»b", "«a»»b»"),
    ("»", "«»»»"),
    // A quotation mark and a combining accent are one character.
    ("a»\u{301}", "«a»»\u{301}»"),
    (" ", "« »"),
    ("é", "«é»"),
  ])
  func identifiers(name: String, quoted: String) throws {
    #expect(try SQLDialect.nonsense.identifier(name) == quoted)
  }

  @Test(arguments: [
    ("", SQLQuotingError.emptyIdentifier),
    ("a\0b", .nulInIdentifier),
    ("elevenbytes", .identifierTooLong(bytes: 11, limit: 10)),
    ("éééééé", .identifierTooLong(bytes: 12, limit: 10)),
  ])
  func impossibleIdentifiers(name: String, error: SQLQuotingError) {
    #expect(throws: error) { try SQLDialect.nonsense.identifier(name) }
  }

  @Test(arguments: [
    ("", "<<>>"),
    ("it's", "<<it's>>"),
    ("a>>b", "<<a>>>>b>>"),
    ("a>b", "<<a>b>>"),
    (">>>", "<<>>>>>>>"),
    ("\\", "<<\\>>"),
  ])
  func texts(text: String, quoted: String) throws {
    #expect(try SQLDialect.nonsense.textLiteral(text) == quoted)
  }

  @Test func valuesInEveryDialect() throws {
    let values: [SQLValue] = [.null, -7, 1.5, "it's", .blob([0, 0xAB, 0xFF])]
    func literals(_ dialect: SQLDialect) throws -> [String] {
      try values.map { try dialect.literal($0) }
    }
    #expect(try literals(.nonsense) == ["NULL", "-7", "1.5", "<<it's>>", "hex(00ABFF)"])
    #expect(try literals(.sqlite) == ["NULL", "-7", "1.5", "'it''s'", "X'00ABFF'"])
    #expect(
      try literals(.postgreSQL) == ["NULL", "-7", "1.5", "'it''s'", "'\\x00ABFF'::bytea"]
    )
  }

  @Test func realsWithoutDigits() throws {
    #expect(try SQLDialect.postgreSQL.literal(.real(-.infinity)) == "'-Infinity'")
    #expect(throws: SQLQuotingError.self) { try SQLDialect.nonsense.literal(.real(.infinity)) }
    #expect(throws: SQLQuotingError.self) { try SQLDialect.sqlite.literal(.real(.nan)) }
  }

  @Test func smallerThings() {
    let dialects: [SQLDialect] = [.nonsense, .sqlite, .postgreSQL]
    #expect(dialects.map { $0.booleanLiteral(true) } == ["YEA", "1", "TRUE"])
    #expect(dialects.map { $0.booleanLiteral(false) } == ["NAY", "0", "FALSE"])
    #expect(dialects.map { $0.placeholder(2) } == ["@@2", "?", "$2"])
  }

  @Test func everyErrorHasWords() {
    #expect(
      SQLQuotingError.identifierTooLong(bytes: 64, limit: 63).description
        == "the identifier has 64 bytes; the limit is 63"
    )
    #expect(SQLQuotingError.noLiteral("nan").description == "the value nan has no literal")
  }
}
