import CodeGeneration
import CommandLineWords
import CorpusFiles
import Diagnostics
import Foundation
import ManagedModel
import Testing

@testable import momgen

/// The documentation says what the program does.
struct DocumentationTests {
  private static func article(_ name: String) throws -> String {
    try String(
      contentsOf: Corpus.package.appending(path: "Sources/momgen/Documentation.docc/\(name).md"),
      encoding: .utf8
    )
  }

  @Test func everyRuleIsDocumented() throws {
    let article = try Self.article("Diagnostics")
    for rule in ModelRule.allCases {
      #expect(
        article.contains("| `\(rule.rawValue)` | \(rule.severity.rawValue) | \(rule.summary) |")
      )
    }
  }

  @Test func everyRuleOfGenerationIsDocumented() throws {
    let article = try Self.article("Diagnostics")
    for rule in GenerationRule.allCases {
      #expect(
        article.contains("| `\(rule.rawValue)` | \(rule.severity.rawValue) | \(rule.summary) |")
      )
    }
  }

  @Test func theReadmeNamesEveryVerb() throws {
    let readme = try String(
      contentsOf: Corpus.package.appending(path: "README.md"),
      encoding: .utf8
    )
    for verb in Momgen.verbs { #expect(readme.contains("| `\(verb.command.name)` |")) }
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 250)
  }
}
