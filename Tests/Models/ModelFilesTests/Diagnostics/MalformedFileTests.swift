import Diagnostics
import ManagedModel
import ModelFiles
import Testing

/// Files that are not models: each gives exactly one diagnostic, at the right position.
struct MalformedFileTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var bytes: [UInt8]
    var place: String
    var rule: String
    var message: String
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ place: String, _ rule: String, _ message: String) {
      self.init(name, Array(text.utf8), place, rule, message)
    }

    init(_ name: String, _ bytes: [UInt8], _ place: String, _ rule: String, _ message: String) {
      self.name = name
      self.bytes = bytes
      self.place = place
      self.rule = rule
      self.message = message
    }
  }

  @Test(arguments: cases)
  func isRefusedWithAReason(testCase: Case) throws {
    let reading = ContentsReader.read(testCase.bytes)
    #expect(reading.model == nil)
    let found = SourceMap(path: "contents", bytes: testCase.bytes)
      .diagnostics(for: reading.problems)
    let diagnostic = try #require(found.first)
    #expect(found.count == 1)
    #expect(diagnostic.severity == .error)
    #expect(diagnostic.place.description == testCase.place)
    #expect(diagnostic.rule == testCase.rule)
    #expect(diagnostic.message.contains(testCase.message), "\(diagnostic.message)")
  }

  static let cases = [
    Case("empty", "", "contents", "unreadable-file", "the file is empty"),
    Case("white space", " \n\n", "contents", "unreadable-file", "the file is empty"),
    Case("no XML", "hello", "contents:1:1", "malformed-xml", "Start tag expected"),
    Case(
      "cut off",
      "<model>\n  <entity name=\"A\"",
      "contents:2:19",
      "malformed-xml",
      "malformed XML"
    ),
    Case(
      "a space in a tag",
      "<model>\n<attribut e name=\"x\"/>\n</model>",
      "contents:2:13",
      "malformed-xml",
      "malformed XML"
    ),
    Case(
      "crossed tags",
      "<model>\n<entity></model></entity>",
      "contents:2:17",
      "malformed-xml",
      "mismatch"
    ),
    Case("another root", "\n<plist/>", "contents:2:1", "wrong-root", "<plist>, not <model>"),
    Case("a mapping model", "<database/>", "contents:1:1", "wrong-root", "<database>, not <model>"),
    Case("a NUL byte", "<model>\n\0</model>", "contents:2:1", "malformed-xml", "NUL byte"),
    Case(
      "invalid UTF-8",
      Array("<model>\n <entity name=\"".utf8) + [0xff] + Array("\"/></model>".utf8),
      "contents:2:16",
      "malformed-xml",
      "not valid UTF-8"
    ),
    Case("UTF-16", [0xff, 0xfe, 0x3c, 0x00], "contents:1:1", "malformed-xml", "UTF-16"),
    Case(
      "a binary property list",
      Array("bplist00".utf8),
      "contents:1:1",
      "malformed-xml",
      "binary property list"
    ),
    Case(
      "an SQLite store",
      Array("SQLite format 3\0\u{10}".utf8),
      "contents:1:1",
      "malformed-xml",
      "SQLite database, not a model"
    ),
    Case(
      "merge conflict",
      "<model>\n<<<<<<< HEAD\n=======\n>>>>>>> x\n</model>",
      "contents:2:1",
      "malformed-xml",
      "merge conflict markers"
    ),
    Case(
      "an entity bomb",
      """
      <!DOCTYPE m [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
      <model name="&b;"/>
      """,
      "contents:1:37",
      "malformed-xml",
      "declares entities of its own"
    ),
    Case(
      "an external entity",
      "<!DOCTYPE m [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><model>&x;</model>",
      "contents:1:52",
      "malformed-xml",
      "declares entities of its own"
    ),
    Case(
      "an element with very many attributes",
      "<model>\n <entity "
        + (0..<10_000).map { "a\($0)='\"'" }.joined(separator: " ") + "/></model>",
      "contents:2:2",
      "malformed-xml",
      "more than 512 attributes"
    ),
    Case(
      "a crowded element at the end",
      "<model " + (0..<10_000).map { "a\($0)=''" }.joined(separator: " "),
      "contents:1:1",
      "malformed-xml",
      "more than 512 attributes"
    ),
    Case(
      "deep nesting",
      "<model>" + String(repeating: "<a>", count: 10_000)
        + String(repeating: "</a>", count: 10_000) + "</model>",
      "contents:1:776",
      "malformed-xml",
      "depth"
    ),
  ]
}
