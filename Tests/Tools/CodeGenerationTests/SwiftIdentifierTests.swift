import Testing

@testable import CodeGeneration

struct SwiftIdentifierTests {
  @Test(arguments: [
    ("name", "name", "Name"),
    ("children_cd", "children_cd", "Children_cd"),
    ("internal", "`internal`", "Internal"),
    ("Type", "`Type`", "Type"),
    ("self", "`self`", "Self"),
    ("lazy", "lazy", "Lazy"),
    ("größe", "größe", "Größe"),
    ("ßig", "ßig", "SSig"),
    ("名前", "名前", "名前"),
    ("😀", "😀", "😀"),
    ("_id", "_id", "_id"),
    ("__", "__", "__"),
  ])
  func identifiersStayAsTheyAre(name: String, text: String, suffix: String) throws {
    let identifier = try #require(SwiftIdentifier(exactly: name))
    #expect(identifier.text == text)
    #expect(identifier.bare == name)
    #expect(identifier.suffix == suffix)
    #expect(SwiftIdentifier(near: name) == identifier)
  }

  @Test(arguments: [
    ("", "_unnamed"),
    ("_", "__unnamed"),
    ("1st", "_1st"),
    ("my name", "my_name"),
    ("a-b.c", "a_b_c"),
    ("x`y", "x_y"),
    ("\" + evil() + \"", "____evil______"),
    ("\\(evil)", "__evil_"),
    ("*/ evil /*", "___evil___"),
    ("../../etc/passwd", "______etc_passwd"),
    ("line\nbreak", "line_break"),
    ("zero\u{200B}width", "zero_width"),
    ("join\u{200D}er", "join_er"),
    ("turn\u{202E}ed", "turn_ed"),
    ("variation\u{FE0F}", "variation_"),
    ("\u{301}accent", "_\u{301}accent"),
    ("$0", "_0"),
    ("a→b", "a_b"),
    ("☀", "__unnamed"),
  ])
  func everythingElseBecomesAnIdentifier(name: String, made: String) {
    #expect(SwiftIdentifier(exactly: name) == nil)
    let identifier = SwiftIdentifier(near: name)
    #expect(identifier.bare == made)
    #expect(SwiftIdentifier(exactly: identifier.bare) == identifier)
  }

  @Test func hugeNamesAreCut() {
    let name = SwiftIdentifier(near: String(repeating: "-a", count: 1_000_000)).bare
    #expect(name.utf8.count <= 1_001)
    #expect(SwiftIdentifier(exactly: name) != nil)
  }

  @Test(arguments: [
    ("AllDocuments", "allDocuments"), ("URLs", "urLs"), ("URLRequest", "urlRequest"),
    ("ID", "id"), ("recent", "recent"), ("X", "x"), ("_X", "_X"),
  ])
  func lowerCased(name: String, expected: String) {
    #expect(SwiftIdentifier(near: name).lowerCased.bare == expected)
  }

  @Test func aScopeNumbersEqualNames() {
    var scope = NameScope()
    #expect(
      ["a", "a_2", "a", "a", "b", "a_2"].map { scope.claim($0) }
        == ["a", "a_2", "a_3", "a_4", "b", "a_2_2"]
    )
    var files = NameScope(.ignoringCase)
    #expect(["Note", "note", "NOTE"].map { files.claim($0) } == ["Note", "note_2", "NOTE_3"])
  }

  @Test func aScopeIsLinear() {
    var scope = NameScope()
    for _ in 0..<100_000 { _ = scope.claim("same") }
    #expect(scope.claim("same") == "same_100001")
  }
}
