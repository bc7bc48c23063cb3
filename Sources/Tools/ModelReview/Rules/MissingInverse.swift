import ManagedModel

extension LintRule {
  static let missingInverse = LintRule(
    "missing-inverse",
    code: "R301",
    .warning,
    summary: "A relationship has an inverse.",
    rationale: """
      Without an inverse, the deletion of the object at the other end is not noticed: the
      relationship still leads to it, and changes are lost. A to-many relationship without
      an inverse also lets an object be in one collection only.
      """,
    remedy: """
      Add the inverse relationship, and name it as the inverse. If only one relationship matches, --fix
      connects the two.
      """,
    example: """
      <relationship name="players" optional="YES" toMany="YES" destinationEntity="Player"/>
      """,
    isFixable: true,
    check: .model { pass in
      let candidates = InverseCandidates(pass.relationships)
      for placed in pass.relationships where !placed.relationship.isTransient {
        guard placed.ends.destination != nil, placed.relationship.inverseName ?? "" == "" else {
          continue
        }
        let partner = candidates.partner(of: placed)
        pass.report(
          "\(placed.title) has no inverse",
          at: .relationship(placed),
          hint: partner.map { "its inverse can only be \($0.title)" },
          related: partner.map { [$0.related] } ?? [],
          edits: partner.map { [.connect(placed.location, $0.location)] } ?? []
        )
      }
    }
  )
}
