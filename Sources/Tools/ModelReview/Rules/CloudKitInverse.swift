import ManagedModel

extension LintRule {
  static let cloudKitInverse = LintRule(
    "cloudkit-inverse",
    code: "C805",
    .error,
    summary: "A relationship that CloudKit mirrors has an inverse.",
    rationale:
      "Records refer to one another from both ends; without an inverse the store does not load (134060).",
    remedy: "Add the inverse relationship, and name it as the inverse; see missing-inverse.",
    example: """
      <relationship name="players" optional="YES" toMany="YES" destinationEntity="Player"/>
      """,
    target: .cloudKit,
    isFixable: true,
    supersedes: ["missing-inverse"],
    check: .model { pass in
      let mirrored = pass.model.mirroredEntities
      let candidates = InverseCandidates(pass.relationships)
      for placed in pass.relationships
      where !placed.relationship.isTransient && placed.relationship.inverseName ?? "" == ""
        && mirrored.contains(placed.owner.name)
      {
        let partner = candidates.partner(of: placed)
        pass.report(
          "CloudKit cannot mirror \(placed.title), which has no inverse",
          at: .relationship(placed),
          hint: partner.map { "its inverse can only be \($0.title)" },
          edits: partner.map { [.connect(placed.location, $0.location)] } ?? []
        )
      }
    }
  )
}
