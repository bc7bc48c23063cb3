import ManagedModel

extension LintRule {
  static let brokenInverse = LintRule(
    "broken-inverse",
    code: "R302",
    .error,
    summary: "The inverse of a relationship exists, and the two are each other's.",
    rationale: """
      Core Data keeps both ends in step. Where they do not agree who the other end is, the graph of objects
      comes apart.
      """,
    remedy: "Name each of the two relationships as the inverse of the other.",
    example: """
      <relationship name="team" destinationEntity="Team" inverseName="playrs" inverseEntity="Team"/>
      """,
    check: .reading([.unknownInverse, .nonMutualInverse, .inverseEntityMismatch])
  )
}
