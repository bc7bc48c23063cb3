import CodeGeneration
import CommandLineWords
import CorpusFiles
import Diagnostics
import Foundation
import ManagedModel
import ModelReview
import StoreMigration
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

  @Test func everyRuleOfTemplatesIsDocumented() throws {
    let article = try Self.article("Diagnostics")
    for rule in PlanRule.allCases {
      #expect(article.contains("| `\(rule.rawValue)` | \(rule.summary) |"))
    }
  }

  @Test func everyRuleOfStoresIsDocumented() throws {
    let lines = try Self.article("Inspecting").split(separator: "\n").map(String.init)
    #expect(
      lines.filter { $0.hasPrefix("| `") }
        == StoreRule.allCases.map {
          "| `\($0.rawValue)` | \($0.severity.rawValue) | \($0.summary) |"
        }
    )
  }

  /// What the exit codes of the verbs for stores mean is one table, and the help of each verb says the same.
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

  /// The table of lint rules, one row for each, in the order of the groups.
  @Test func everyLintRuleIsDocumented() throws {
    let article = try Self.article("LintRules")
    var rows: [String] = []
    for group in LintRule.groups {
      #expect(article.contains("\n### \(group.title)\n"))
      for rule in group.rules {
        let name = "`\(rule.id)`" + (rule.isFixable ? " (fix)" : "")
        rows.append("| \(rule.code) | \(name) | \(rule.level.rawValue) | \(rule.summary) |")
      }
    }
    let list = try #require(article.range(of: "\n## Rules\n"))
    let lines = article[list.upperBound...].split(separator: "\n").map(String.init)
    #expect(lines.filter { $0.contains("| `") } == rows)
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
