import CorpusFiles
import Diagnostics
import Foundation
import ManagedModel
import ModelFiles
import Testing

@testable import ModelReview

/// Pathological models: all rules terminate, and so does fixing.
struct HostileModelTests {
  private static let linter = Linter(
    LintConfiguration(
      levels: Dictionary(uniqueKeysWithValues: LintRule.all.map { ($0.id, .note) }),
      targets: Set(LintTarget.allCases)
    )
  )

  /// Checks a text with all rules, fixes it, and checks the result.
  private static func review(_ text: String, _ sourceLocation: SourceLocation = #_sourceLocation) {
    guard let model = ContentsReader.read(Array(text.utf8)).model else { return }
    let resolved = ResolvedModel(model)
    let problems = ModelValidator.problems(in: resolved)
    let subject = LintSubject(
      resolved,
      isBroken: problems.contains { $0.severity == .error },
      earlier: [LintVersion(name: "Old", resolved: resolved)],
      bundle: .init(current: "Model", versions: ["Model", "Model 2"], currentVersionPath: "c")
    )
    let findings = linter.review(subject).findings
    #expect(findings.allSatisfy { !$0.message.isEmpty }, sourceLocation: sourceLocation)
    var fixed = subject
    fixed.resolved = ResolvedModel(ModelFixer(linter).fix(subject).model)
    let again = ModelFixer(linter).fix(fixed)
    #expect(again.fixed.isEmpty, sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    "<model/>",
    "<model><entity name=\"\"><attribute name=\"\"/><relationship name=\"\"/></entity></model>",
    """
    <model><entity name="A" parentEntity="B"/><entity name="B" parentEntity="A"/>
    <entity name="A"><relationship name="a" inverseName="a" destinationEntity="A"/></entity></model>
    """,
    """
    <model><entity name="A"><relationship name="a" inverseName="b" destinationEntity="A"
    deletionRule="Cascade"/><relationship name="a" inverseName="a" destinationEntity="A"
    deletionRule="Cascade" toMany="YES"/><uniquenessConstraints><uniquenessConstraint/>
    <uniquenessConstraint><constraint value=""/></uniquenessConstraint></uniquenessConstraints>
    <fetchIndex name=""/><compoundIndexes><compoundIndex/></compoundIndexes></entity></model>
    """,
    """
    <model><entity name="A"><attribute name="x" derived="YES" derivationExpression="((((("/>
    <attribute name="x" derived="YES" derivationExpression="x"/></entity>
    <fetchRequest name="r" entity="A" predicateString="x.x.x.x == 1"/></model>
    """,
  ])
  func oddModels(text: String) {
    Self.review(text)
  }

  /// The sample with everything in it, with texts exchanged at random.
  @Test func exchangedWords() throws {
    let file = Corpus.package.appending(
      path: "Models/Everything.xcdatamodeld/Everything.xcdatamodel/contents"
    )
    let text = try String(contentsOf: file, encoding: .utf8)
    // Every other piece is between quotes.
    let pieces = text.split(separator: "\"", omittingEmptySubsequences: false)
    for seed in 1...30 {
      var random = Congruential(state: UInt64(seed))
      var mutated = pieces
      for _ in 0..<(1 + random.next(below: 12)) {
        let target = 2 * random.next(below: pieces.count / 2) + 1
        let source = 2 * random.next(below: pieces.count / 2) + 1
        mutated[target] = pieces[source]
      }
      Self.review(mutated.joined(separator: "\""))
    }
  }

  /// Random numbers that are the same in every run.
  private struct Congruential {
    var state: UInt64

    mutating func next(below bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % max(bound, 1)
    }
  }
}
