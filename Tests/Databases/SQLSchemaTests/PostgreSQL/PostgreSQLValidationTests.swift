import PostgreSQLDriver
import SQLDriver
import Testing

@testable import SQLSchema

/// Tests of values that the checks accept and reject on a real server.
@Suite struct PostgreSQLValidationTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var attribute: String
    var accepted: [String]
    var refused: [String]
    var testDescription: String { attribute }
  }

  static let cases = [
    Case(
      attribute: #"attributeType="String" minValueString="2" maxValueString="4""#,
      accepted: ["NULL", "'ab'", "'abcd'", "'𝄞'", "'éé'"],
      refused: ["''", "'a'", "'abcde'", "'é'"]
    ),
    Case(
      attribute: #"attributeType="String" minValueString="1""#,
      accepted: ["'a'", "NULL"],
      refused: ["''"]
    ),
    Case(
      attribute: #"attributeType="Integer 16" minValueString="-3" maxValueString="5""#,
      accepted: ["-3", "5", "NULL"],
      refused: ["-4", "6"]
    ),
    Case(
      attribute: #"attributeType="Integer 16" minValueString="0" maxValueString="100000""#,
      accepted: ["0", "32767"],
      refused: ["-1"]
    ),
    Case(
      attribute: #"attributeType="Integer 64" maxValueString="9223372036854775807""#,
      accepted: ["9223372036854775807"],
      refused: []
    ),
    Case(
      attribute: #"attributeType="Decimal" minValueString="0.01" maxValueString="1e3""#,
      accepted: ["0.01", "1000"],
      refused: ["0.009", "1000.1"]
    ),
    Case(
      attribute: #"attributeType="Float" minValueString="0.1" maxValueString="0.7""#,
      accepted: ["0.1::real", "0.7::real"],
      refused: ["0.09", "0.71"]
    ),
    Case(
      attribute: #"attributeType="Double" minValueString="0.1""#,
      accepted: ["0.1"],
      refused: ["0.0999"]
    ),
    Case(
      attribute: #"attributeType="Date" minDateTimeInterval="0.5" maxDateTimeInterval="86400""#,
      accepted: ["'2001-01-01 00:00:00.5+00'", "'2001-01-02 00:00:00+00'"],
      refused: ["'2001-01-01 00:00:00.4+00'", "'2001-01-02 00:00:00.001+00'"]
    ),
    Case(
      attribute: #"attributeType="Date" minDateTimeInterval="-63158400000""#,
      accepted: ["'0001-01-01 00:00:00+00'"],
      refused: ["'4000-01-01 BC'"]
    ),
    Case(
      attribute: #"attributeType="String" regularExpressionString="\d{4}-[A-Z]+""#,
      accepted: ["'2024-AB'", "'٢٠٢٤-X'", "NULL"],
      refused: ["'2024-'", "'x2024-A'", "E'2024-A\\n'"]
    ),
    Case(
      attribute: #"attributeType="String" regularExpressionString="it's|\\|&quot;""#,
      accepted: ["'it''s'", "'\\'", "'\"'"],
      refused: ["'its'"]
    ),
    Case(
      attribute: #"attributeType="String" regularExpressionString="(?i)abc""#,
      accepted: ["'anything'"],
      refused: []
    ),
    Case(
      attribute: #"attributeType="String" minValueString="x" regularExpressionString="(""#,
      accepted: ["''"],
      refused: []
    ),
    Case(
      attribute: #"attributeType="Integer 32" minValueString="1; DROP TABLE thing""#,
      accepted: ["0"],
      refused: []
    ),
  ]

  @Test(arguments: cases, PostgreSQLProfile.allCases)
  func checks(_ test: Case, profile: PostgreSQLProfile) throws {
    let database = try SchemaDatabase()
    let schema = try ModelText.schema(
      #"<entity name="Thing"><attribute name="it" optional="YES" \#(test.attribute)/></entity>"#,
      profile
    )
    try database.with(schema) {
      for (index, value) in test.accepted.enumerated() {
        let failure = database.failure(of: insertion(value, index))
        #expect(failure == nil, "\(value) is refused: \(schema.script)")
      }
      for value in test.refused {
        #expect(database.failure(of: insertion(value, 99))?.kind == .checkConstraint, "\(value)")
      }
    }
  }

  private func insertion(_ value: String, _ key: Int) -> String {
    "INSERT INTO thing (object_id, it) VALUES (\(key), \(value))"
  }

  @Test func untranslatableChecksAreReported() throws {
    let schema = try ModelText.schema(
      """
      <entity name="Thing">
        <attribute name="a" optional="YES" attributeType="String" regularExpressionString="(?i)x&#10;--"/>
        <attribute name="b" optional="YES" attributeType="Integer 32" minValueString="many"/>
        <attribute name="c" optional="YES" attributeType="Integer 16" defaultValueString="70000"/>
        <attribute name="d" optional="YES" attributeType="String" maxValueString="few"/>
      </entity>
      """
    )
    #expect(
      schema.issues.map(\.message) == [
        "the regular expression of attribute 'Thing.a' is not checked by the database: it has a flag, "
          + "which PostgreSQL cannot check in the same way; Core Data still validates it on saving",
        "attribute 'Thing.b' has 'many' as its least value, which is not a number",
        "the default value of attribute 'Thing.c' does not fit its type",
        "attribute 'Thing.d' has 'few' as its greatest length, which is not a number",
      ]
    )
    #expect(
      schema.script.contains(
        "  -- Thing.a is not checked against the regular expression (?i)x\\u{a}--, which has a flag\n"
      )
    )
  }

  @Test(arguments: [
    (#"attributeType="Boolean" defaultValueString="YES""#, SQLValue.integer(1)),
    (#"attributeType="Integer 64" defaultValueString="-9223372036854775808""#, .integer(.min)),
    (#"attributeType="Decimal" defaultValueString="1.50""#, .text("1.50")),
    (#"attributeType="Float" defaultValueString="0.1""#, .real(Double(Float(0.1)))),
    (#"attributeType="Double" defaultValueString="1e300""#, .real(1e300)),
    (#"attributeType="String" defaultValueString="it's \ &quot;&#10;""#, .text("it's \\ \"\n")),
    (#"attributeType="Date" defaultDateTimeInterval="-978307200""#, .real(-978_307_200)),
    (#"attributeType="Date" defaultDateTimeInterval="0.123456""#, .real(0.123456)),
    (#"attributeType="Date" defaultDateTimeInterval="-63114076800""#, .real(-63_114_076_800)),
    (#"attributeType="Date" defaultDateTimeInterval="-0.000001""#, .real(-0.000001)),
    (
      #"attributeType="URI" defaultValueString="https://example.org/?a=b""#,
      .text("https://example.org/?a=b")
    ),
    (
      #"attributeType="UUID" defaultValueString="6BA7B810-9DAD-11D1-80B4-00C04FD430C8""#,
      .blob([107, 167, 184, 16, 157, 173, 17, 209, 128, 180, 0, 192, 79, 212, 48, 200])
    ),
    (#"attributeType="Integer 16" defaultValueString="70000""#, .null),
    (#"attributeType="String""#, .null),
  ])
  func defaults(attribute: String, value: SQLValue) throws {
    let database = try SchemaDatabase()
    let schema = try ModelText.schema(
      #"<entity name="Thing"><attribute name="it" optional="YES" \#(attribute)/></entity>"#
    )
    try database.with(schema) {
      try database.connection.execute("INSERT INTO thing (object_id) VALUES (1)")
      #expect(try database.connection.value("SELECT it FROM thing") == value)
    }
  }
}
