import Diagnostics
import Testing

@testable import ModelReview

/// Findings that a model suppresses.
struct SuppressionTests {
  private static func model(_ value: String, on element: String = "entity") -> String {
    let info = """
      <userInfo><entry key="momgen.lint.ignore" value="\(value)"/></userInfo>
      """
    return """
      <model>
      <entity name="A">
      <attribute name="order" attributeType="String">\(element == "attribute" ? info : "")</attribute>
      <attribute name="user" attributeType="String"/>
      <relationship name="a" destinationEntity="A"/>
      \(element == "entity" ? info : "")
      </entity>
      </model>
      """
  }

  /// A configuration that enables a rule which is off by default.
  private static let words = LintConfiguration(levels: ["sql-word": .warning])

  private static func review(_ text: String, _ configuration: LintConfiguration = words)
    -> (messages: [String], suppressed: Int)
  {
    let review = Linter(configuration).review(LintSubject(SampleText.resolved(text)))
    let diagnostics = SampleText.diagnostics(for: review.findings, in: text)
    return (
      diagnostics.map { diagnostic in
        "\(diagnostic.place.line ?? 0):\(diagnostic.place.column ?? 0): \(diagnostic.severity): "
          + diagnostic.message
      }, review.suppressed
    )
  }

  private static let remarks = [
    "3:18: warning: 'A.order' is named by a word of SQL",
    "4:18: warning: 'A.user' is named by a word of SQL",
  ]
  private static let inverse = "5:21: warning: 'A.a' has no inverse"

  @Test func anEntitySpeaksForItsParts() {
    let review = Self.review(Self.model("sql-word: nobody reads the tables"))
    #expect(review.messages == [Self.inverse])
    #expect(review.suppressed == 2)
  }

  @Test func anAttributeSpeaksForItself() {
    let review = Self.review(Self.model("N406: it stays", on: "attribute"))
    #expect(review.messages == [Self.inverse, Self.remarks[1]])
    #expect(review.suppressed == 1)
  }

  @Test(arguments: [
    "sql-word: why; missing-inverse: because",
    "sql-word: a; b; missing-inverse: because; see also http://example.org",
    "  missing-inverse :because&#10;sql-word: why&#10;",
  ])
  func severalInOneEntry(value: String) {
    let review = Self.review(Self.model(value))
    #expect(review.messages.isEmpty, "\(review.messages)")
    #expect(review.suppressed == 3)
  }

  @Test func withoutAReasonTheSuppressionIsReported() {
    let review = Self.review(Self.model("sql-word"))
    #expect(
      review.messages == [
        Self.inverse, "6:50: warning: the suppression of 'sql-word' has no reason",
      ]
    )
    #expect(review.suppressed == 2)
  }

  @Test func unusedSuppressionsAreNotes() {
    let review = Self.review(Self.model("sql-word: x; name-case: y"))
    #expect(
      review.messages == [
        Self.inverse, "6:63: note: the suppression of 'name-case' has no effect",
      ]
    )
    // The findings of a disabled rule are unknown.
    var off = LintConfiguration()
    #expect(throws: Never.self) { try off.set("N403", to: "off") }
    #expect(Self.review(Self.model("sql-word: x; name-case: y"), off).messages == [Self.inverse])
    #expect(Self.review(Self.model("sql-word: x; cloudkit-deny: y")).messages == [Self.inverse])
  }

  @Test(arguments: [
    ("sql-wrod: x", "there is no rule 'sql-wrod' to suppress", "did you mean 'sql-word'?"),
    ("", "the suppression names no rule", nil),
    (" ; ", "the suppression names no rule", nil),
    (
      "unknown-words: x",
      "'unknown-words' cannot be suppressed: it is checked whenever the model is read", nil
    ),
  ])
  func wrongNames(value: String, message: String, hint: String?) {
    let review = Linter(Self.words).review(LintSubject(SampleText.resolved(Self.model(value))))
    let found = review.findings.first { $0.rule == "lint-suppression" }
    #expect(found?.message == message)
    #expect(found?.severity == .warning)
    if let hint { #expect(found?.hint == hint) }
    #expect(review.suppressed == 0)
  }

  @Test func suppressionsCanBeTakenOtherwise() throws {
    var configuration = Self.words
    try configuration.set("lint-suppression", to: "off")
    #expect(Self.review(Self.model("sql-word"), configuration).messages == [Self.inverse])
    try configuration.set("lint-suppression", to: "error")
    #expect(
      Self.review(Self.model("sql-word"), configuration).messages.last
        == "6:50: error: the suppression of 'sql-word' has no reason"
    )
  }

  /// A user info may contain any text.
  @Test func hostileValues() {
    for value in [
      String(repeating: ";", count: 10_000), String(repeating: "a:", count: 10_000),
      String(repeating: "sql-word: x;", count: 2_000), "&#x202E;:&#x1F600;", ":", "::::",
    ] {
      _ = Self.review(Self.model(value))
    }
  }
}
