import ManagedModel

/// Fixes the breaches that need no decision by the user.
package struct ModelFixer: Sendable {
  private let linter: Linter

  package init(_ linter: Linter) {
    self.linter = linter
  }

  /// The result of fixing a model.
  package struct Outcome: Sendable {
    package var model: Model

    /// The findings that were fixed.
    package var fixed: [LintFinding]

    /// The entities whose version hashes have changed.
    package var changedHashes: [String]
  }

  /// The maximum number of rounds: a fix may cause another finding, but the longest chain is far shorter than this.
  private static let mostRounds = 8

  package func fix(_ subject: LintSubject) -> Outcome {
    var subject = subject
    let before = subject.resolved
    var fixed: [LintFinding] = []
    for _ in 0..<Self.mostRounds {
      let findings = linter.review(subject).findings.filter { !$0.edits.isEmpty }
      var model = subject.resolved.model
      for finding in findings {
        for edit in finding.edits { model.apply(edit) }
      }
      guard model != subject.resolved.model else { break }
      fixed += findings
      subject.resolved = ResolvedModel(model)
    }
    return Outcome(
      model: subject.resolved.model,
      fixed: fixed,
      changedHashes: Self.changedHashes(from: before, to: subject.resolved)
    )
  }

  private static func changedHashes(
    from old: ResolvedModel,
    to new: ResolvedModel
  ) -> [String] {
    let before = VersionHashes(old)
    let after = VersionHashes(new)
    return zip(before.entities, after.entities)
      .filter { $0.bytes != $1.bytes }
      .map { $0.1.name }
  }
}
