import CorpusFiles
import Explanations
import Foundation
import Testing

@testable import momgen

/// The pages of the documentation agree with the program.
struct ExplanationGoldenTests {
  @Test(arguments: Explanation.Group.allCases)
  func page(group: Explanation.Group) throws {
    let page = ExplanationPage(group: group)
    let file = Corpus.package.appending(path: page.path)
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(page.text.utf8).write(to: file)
      Issue.record("recorded \(page.path)")
      return
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == page.text, "see \(page.path)")
  }

  @Test func list() throws {
    try Golden.expect(Run("explain", "--list").output, equals: "explain/list.txt")
  }

  @Test(arguments: [
    "missing-inverse", "unknown-words", "type-change", "cloudkit-ordered", "inline-binary",
    "unknown-inverse", "NSMigrationError", "missing-version",
  ])
  func text(word: String) throws {
    try Golden.expect(Run("explain", word).output, equals: "explain/\(word).txt")
  }

  @Test func json() throws {
    try Golden.expect(
      Run("explain", "--format", "json", "missing-inverse", "134110").output,
      equals: "explain/json.json"
    )
  }
}
