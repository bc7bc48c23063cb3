import Diagnostics
import ManagedModel
import ModelComparison
import ModelFiles
import SQLSchema
import StoreSamples
import Testing

@testable import ModelReview

/// Random models with random edits: the comparison finds exactly the edits.
struct RandomEditTests {
  /// The result of a comparison, in the words of ``KnownEdits``.
  private func words(_ diff: ModelDiff) -> [String] {
    diff.changes.map { change in
      let origin = change.action.origin.map { " from \($0)" } ?? ""
      let isChanged = change.action == .changed
      let fields = isChanged ? ": " + change.fields.map(\.name).joined(separator: ", ") : ""
      return "\(change.action.word) \(change.element.kind.rawValue) \(change.element.name)"
        + origin + fields
    }
  }

  private func check(_ diff: ModelDiff, _ expected: Set<String>, _ title: String) {
    let found = words(diff)
    #expect(Set(found) == expected && found.count == expected.count, "\(title)")
    #expect(diff.hasSameHashes == (diff.consequence == .compatible), "\(title): \(found)")
    #expect(diff.hasSameHashes == (diff.oldChecksum == diff.newChecksum), "\(title)")
    let needsHelp = diff.changes.contains { $0.consequence == .mapping }
    #expect(needsHelp != diff.correspondence.obstacles.isEmpty, "\(title): \(found)")
  }

  @Test(arguments: 0..<4)
  func aDiffFindsTheEdits(part: UInt64) {
    for seed in part * 300..<(part + 1) * 300 {
      var edits = KnownEdits(seed: seed)
      let old = edits.model()
      var new = old
      let expected = edits.edit(&new, times: 8)
      check(ModelDiff(from: ResolvedModel(old), to: ResolvedModel(new)), expected, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<4)
  func aMergeHasTheEditsOfBothSides(part: UInt64) {
    for seed in part * 300..<(part + 1) * 300 {
      var edits = KnownEdits(seed: seed)
      let base = edits.model()
      var (ours, theirs) = (base, base)
      let mine = edits.edit(&ours, times: 5)
      let others = edits.edit(&theirs, times: 5)
      let merge = ModelMerge(base: base, ours: ours, theirs: theirs)
      #expect(merge.conflicts.isEmpty, "seed \(seed): \(merge.conflicts)")
      #expect(merge.ours == merge.theirs, "seed \(seed)")
      let diff = ModelDiff(from: ResolvedModel(base), to: ResolvedModel(merge.ours))
      check(diff, mine.union(others), "seed \(seed)")
      // The order of the sides does not affect the model.
      let reverse = ModelMerge(base: base, ours: theirs, theirs: ours)
      let same = ModelDiff(from: ResolvedModel(merge.ours), to: ResolvedModel(reverse.ours))
      #expect(same.changes.isEmpty, "seed \(seed): \(words(same))")
      let text = ContentsWriter.write(merge.ours)
      let again = ContentsReader.read(text)
      #expect(again.model.map(ContentsWriter.write) == text, "seed \(seed)")
    }
  }

  /// Arbitrary edits on both sides: the result can be written, and the markers contain both sides.
  @Test(arguments: 0..<2)
  func anyMergeGivesModels(part: UInt64) {
    for seed in part * 300..<(part + 1) * 300 {
      var edits = KnownEdits(seed: seed)
      let base = edits.model()
      // The sides are independent, so that they edit many of the same elements.
      var (one, other) = (edits, KnownEdits(seed: seed &+ 77_777))
      var (ours, theirs) = (base, base)
      _ = one.edit(&ours, times: 12)
      _ = other.edit(&theirs, times: 12)
      let merge = ModelMerge(base: base, ours: ours, theirs: theirs)
      #expect(merge.conflicts.isEmpty == (merge.ours == merge.theirs), "seed \(seed)")
      for model in [merge.ours, merge.theirs] {
        let text = ContentsWriter.write(model)
        #expect(ContentsReader.read(text).model.map(ContentsWriter.write) == text, "seed \(seed)")
      }
    }
  }

  @Test(arguments: 0..<2)
  func fixingTwiceChangesNothing(part: UInt64) throws {
    let levels = LintRule.all.filter(\.isFixable).map { ($0.id, LintLevel.note) }
    let linter = Linter(
      LintConfiguration(levels: Dictionary(uniqueKeysWithValues: levels), targets: [.cloudKit])
    )
    var fixed = 0
    for seed in part * 300..<(part + 1) * 300 {
      var random = SeededRandom(seed)
      var edits = KnownEdits(seed: seed)
      let model = Self.damaged(edits.model(), &random)
      let before = ResolvedModel(model)
      func errors(_ resolved: ResolvedModel) -> Int {
        ModelValidator.problems(in: resolved).count { $0.severity == .error }
      }
      let outcome = ModelFixer(linter).fix(LintSubject(before))
      fixed += outcome.fixed.count
      let after = ResolvedModel(outcome.model)
      #expect(errors(after) <= errors(before), "seed \(seed)")
      #expect(ModelFixer(linter).fix(LintSubject(after)).model == outcome.model, "seed \(seed)")
      let text = ContentsWriter.write(outcome.model)
      let again = try #require(ContentsReader.read(text).model)
      #expect(ContentsWriter.write(again) == text, "seed \(seed)")
      let review = linter.review(LintSubject(ResolvedModel(again)))
      #expect(review.findings.allSatisfy { $0.edits.isEmpty }, "seed \(seed)")
      let diff = ModelDiff(from: before, to: after)
      #expect(diff.changes.allSatisfy { $0.action != .removed }, "seed \(seed)")
    }
    #expect(fixed > 300)
  }

  /// A model with fixable problems: lost inverses, old indexes, odd counts, orders.
  private static func damaged(_ model: Model, _ random: inout SeededRandom) -> Model {
    var model = model
    for entity in model.entities.indices {
      for position in model.entities[entity].properties.indices {
        if Int.random(in: 0..<2, using: &random) == 0 { continue }
        switch model.entities[entity].properties[position] {
        case .attribute(var attribute):
          attribute.isIndexed.toggle()
          model.entities[entity].properties[position] = .attribute(attribute)
        case .relationship(var relationship):
          switch Int.random(in: 0..<5, using: &random) {
          case 0: relationship.inverseName = nil
          case 1: relationship.isOptional = false
          case 2: relationship.isOrdered = true
          case 3: relationship.maximumCount = 1
          default:
            relationship.inverseName = nil
            relationship.inverseEntityName = nil
          }
          model.entities[entity].properties[position] = .relationship(relationship)
        case .fetchedProperty: continue
        }
      }
    }
    return model
  }
}
