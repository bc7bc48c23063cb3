import CommandLineParsing
import CorpusFiles
import Explanations
import Foundation
import Testing

@testable import momgen

/// The documentation says what the program does.
struct DocumentationTests {
  private static func article(_ name: String) throws -> String {
    try String(
      contentsOf: Corpus.package.appending(
        path: "Sources/Tools/momgen/Documentation.docc/\(name).md"
      ),
      encoding: .utf8
    )
  }

  /// A page for each group of rules, which a list has; that they say what the program says is a golden test's.
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

  /// The exit codes of the verbs for stores are one table, and the help of each verb agrees with it.
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

  /// A page for each verb, which ends with the help; other tests see to it that this is what the verb says.
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
