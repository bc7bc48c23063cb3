import CorpusFiles
import Foundation
import ManagedModel
import ModelComparison
import ModelFiles
import SQLSchema
import Testing

@testable import ModelReview

/// Real models, each compared with each other version of its bundle.
@Suite(.enabled(if: Corpus.isAvailable()))
struct CorpusDiffTests {
  @Test func everyPairOfVersions() throws {
    var count = 0
    for file in Corpus.files(below: "models", where: { $0.pathExtension == "xcdatamodeld" }) {
      let bundle = try BundleReader().read(file.path)
      let versions = bundle.versions.compactMap { ModelLoader().load($0, of: bundle).loaded }
      for old in versions {
        for new in versions {
          check(old, new, Corpus.name(of: file))
          count += 1
        }
      }
    }
    #expect(count > 50)
  }

  private func check(_ old: LoadedModel, _ new: LoadedModel, _ name: String) {
    let title = "\(name): \(old.version.name) to \(new.version.name)"
    let diff = ModelDiff(from: old.resolved, to: new.resolved)
    if old.version == new.version { #expect(diff.changes.isEmpty, "\(title)") }
    let isEstablished =
      VersionHashes(old.resolved).isEstablished && VersionHashes(new.resolved).isEstablished
    if isEstablished {
      #expect(diff.hasSameHashes == (diff.consequence == .compatible), "\(title): \(diff.changes)")
    }
    let obstacles = diff.correspondence.obstacles
    let needsHelp = diff.changes.contains { $0.consequence >= .mapping }
    #expect(needsHelp || obstacles.isEmpty, "\(title): \(obstacles)")
    // A lint rule reports every change that is bad enough as well.
    for change in diff.changes where change.consequence >= .mapping {
      #expect(!change.brokenRules.isEmpty, "\(title): \(change)")
    }
    let review = Linter().review(
      LintSubject(new.resolved, name: new.version.name, base: LintBase(title: "base", diff: diff))
    )
    let rules = Set(review.findings.map(\.rule))
    for rule in Set(diff.changes.flatMap(\.brokenRules).map(\.id)) {
      #expect(rules.contains(rule), "\(title)")
    }
  }
}
