import CorpusFiles
import Diagnostics
import Foundation
import ManagedModel
import ModelFiles
import Testing

@testable import ModelReview

/// Real models: a rule that is on by default must not have findings in most of them.
@Suite(.enabled(if: Corpus.isAvailable()))
struct CorpusTests {
  /// The maximum share of real models with findings of a rule that is on by default.
  private static let bound = 0.45

  /// The maximum share for an error, which must be a real one.
  private static let errorBound = 0.05

  @Test func rulesThatAreOnAreSeldomBroken() throws {
    var files = 0
    var broken: [String: Int] = [:]
    for file in Corpus.contents {
      let outcome = ModelLoader().load(file.path)
      guard let loaded = outcome.loaded, !loaded.hasErrors else { continue }
      files += 1
      let findings = Linter().review(LintSubject(loaded.resolved)).findings
      for rule in Set(findings.map(\.rule)) { broken[rule, default: 0] += 1 }
    }
    try #require(files > 0)
    var report = "of \(files) real models, the rules that are on find fault with:"
    for rule in LintRule.all {
      guard rule.body != nil, rule.level != .off, let count = broken[rule.id] else { continue }
      report += "\n  \(rule.id) \(100 * count / files) %"
      let share = Double(count) / Double(files)
      #expect(share <= (rule.level == .error ? Self.errorBound : Self.bound), "\(rule.id)")
    }
    print(report)
  }

  /// A fixed file can be read, and fixing it again changes nothing.
  @Test func allFixes() throws {
    let linter = Linter(
      LintConfiguration(
        levels: Dictionary(
          uniqueKeysWithValues: LintRule.all.filter(\.isFixable).map { ($0.id, .note) }
        ),
        targets: [.cloudKit]
      )
    )
    for file in Corpus.contents {
      guard let loaded = ModelLoader().load(file.path).loaded, !loaded.hasErrors else { continue }
      let outcome = ModelFixer(linter).fix(LintSubject(loaded.resolved))
      let written = ContentsWriter.write(outcome.model)
      let reading = ContentsReader.read(written)
      #expect(reading.model.map(ContentsWriter.write) == written, "\(Corpus.name(of: file))")
      let resolved = ResolvedModel(try #require(reading.model))
      #expect(!ModelValidator.problems(in: resolved).contains { $0.severity == .error })
      let review = linter.review(LintSubject(resolved))
      #expect(review.findings.allSatisfy { $0.edits.isEmpty }, "\(Corpus.name(of: file))")
    }
  }
}
