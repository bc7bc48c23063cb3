import Diagnostics
import ManagedModel
import ModelFiles
import Testing

/// The work is linear in the problems of a file, not quadratic: each of these took minutes.
@Suite(.timeLimit(.minutes(30)))
struct ManyProblemsTests {
  private static let head = #"<model type="com.apple.IDECoreDataModeler.DataModel">"#

  @Test(arguments: ["", "\n"])
  func unknownNames(separator: String) throws {
    let entities = (0..<2_000).map { number in
      #"<entity name="E\#(number)" parentEntity="Nowhere\#(number)" syncable="perhaps"/>"#
    }
    let text = ([Self.head] + entities + ["</model>"]).joined(separator: separator)
    let found = DiagnosticTableTests.diagnostics(in: text)
    #expect(found.count == 4_000)
    let last = try #require(found.last)
    #expect(last.rule == "bad-boolean")
    #expect(last.place.line == (separator.isEmpty ? 1 : 2_001))
    let before = text.prefix(upTo: try #require(text.range(ofLast: "perhaps")).lowerBound)
    let line = before.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
    #expect(last.place.column == line.unicodeScalars.count + 1)
  }

  @Test func columnsCountCharactersInLongLines() {
    let name = String(repeating: "é⭐️", count: 3_000)
    let text = #"\#(Self.head)<entity name="\#(name)" syncable="perhaps"/></model>"#
    let expected = Self.head.count + #"<entity name="" syncable=""#.count + 3 * 3_000 + 1
    #expect(DiagnosticTableTests.diagnostics(in: text).map(\.place.column) == [expected])
  }

  @Test func missingMembersOfALargeEntity() {
    let attributes = (0..<500).map { #"<attribute name="a\#($0)" attributeType="String"/>"# }
    let constraints = (0..<1_000).map {
      #"<uniquenessConstraint><constraint value="zz\#($0)"/></uniquenessConstraint>"#
    }
    let body =
      #"<entity name="E" syncable="YES">"# + attributes.joined() + "<uniquenessConstraints>"
      + constraints.joined() + "</uniquenessConstraints></entity>"
    let found = DiagnosticTableTests.diagnostics(in: Self.head + body + "</model>")
    #expect(found.count == 1_000)
    #expect(found.allSatisfy { $0.rule == "unknown-member" })
  }

  @Test func aCircleOfComposites() {
    let composites = (0..<3_000).map { number in
      #"<composite name="C\#(number)"><attribute name="a" attributeType="Composite" "#
        + #"composite="C\#((number + 1) % 3_000)"/></composite>"#
    }
    let found = DiagnosticTableTests.diagnostics(in: Self.head + composites.joined() + "</model>")
    #expect(found.map(\.rule) == Array(repeating: "composite-cycle", count: 3_000))
  }

  @Test func aTowerOfEntities() {
    let entities = (0..<1_000).map { level in
      #"<entity name="E\#(level)" \#(level == 0 ? "" : #"parentEntity="E\#(level - 1)" "#)"#
        + #"syncable="YES"><attribute name="a\#(level)" attributeType="String"/>"#
        + #"<relationship name="r\#(level)" maxCount="1" deletionRule="Nullify" "#
        + #"destinationEntity="E999" inverseName="r\#(level)" inverseEntity="E\#(level)"/></entity>"#
    }
    let found = DiagnosticTableTests.diagnostics(in: Self.head + entities.joined() + "</model>")
    #expect(Set(found.map(\.rule)) == ["deep-inheritance", "inverse-entity-mismatch"])
    let deep = found.filter { $0.rule == "deep-inheritance" }
    #expect(deep.map(\.message) == (1...7).map { "'E\($0 * 129)' has more than 128 ancestors" })
  }
}

extension String {
  fileprivate func range(ofLast text: String) -> Range<String.Index>? {
    var found: Range<String.Index>?
    var rest = self[...]
    while let range = rest.firstRange(of: text) {
      found = range
      rest = rest[range.upperBound...]
    }
    return found
  }
}
