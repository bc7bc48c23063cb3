import CommandLineParsing
import CorpusFiles
import Explanations
import Foundation
import Testing

@testable import momgen

/// The documentation agrees with the program.
struct DocumentationTests {
  private static func article(_ name: String) throws -> String {
    try String(
      contentsOf: Corpus.package.appending(
        path: "Sources/Tools/momgen/Documentation.docc/\(name).md"
      ),
      encoding: .utf8
    )
  }

  /// Each group of rules has a page, which is listed; a golden test compares its contents with the program.
  @Test(arguments: Explanation.Group.allCases)
  func everyGroupOfRulesHasAPage(group: Explanation.Group) throws {
    let link = "<doc:\(ExplanationPage(group: group).name)>"
    let contents =
      group == .error
      ? try String(
        contentsOf: Corpus.package.appending(
          path: "Sources/Runtime/CoreData/Documentation.docc/CoreData.md"
        ),
        encoding: .utf8
      ) : try Self.article("momgen")
    #expect(contents.contains(link))
    if group != .error { #expect(try Self.article("Diagnostics").contains(link)) }
  }

  /// The exit codes of the verbs for stores are in one table, which agrees with the help of each verb.
  @Test func theExitCodesOfStoresAreDocumented() throws {
    let verbs: [any Verb.Type] = [InspectVerb.self, VerifyVerb.self, MigrateVerb.self]
    let rows = (Int32(0)...3).map { code in
      let meanings = verbs.map { verb in
        verb.command.exitCodes.first { $0.code == code }?.meaning ?? "–"
      }
      return "| \(code) | " + meanings.joined(separator: " | ") + " |"
    }
    let lines = try Self.article("Inspecting").split(separator: "\n").map(String.init)
    #expect(lines.suffix(rows.count) == rows[...])
  }

  /// Each verb has a page that ends with its help; other tests compare the text.
  @Test func everyVerbHasAPage() throws {
    let contents = try Self.article("momgen")
    for verb in Momgen.verbs {
      let name = verb.command.name
      let page = try Self.article("Verbs/\(name)")
      #expect(page.hasPrefix("# momgen \(name)\n"))
      #expect(page.contains("$ momgen help \(name)\n"))
      #expect(contents.contains("- <doc:\(name)>\n"))
    }
  }

  @Test func theContentsNameEveryVerb() throws {
    let contents = try Self.article("momgen")
    for verb in Momgen.verbs { #expect(contents.contains("| `\(verb.command.name)` |")) }
  }
}
