import ManagedModel

extension LintRule {
  static let brokenInverse = LintRule(
    "broken-inverse",
    code: "R302",
    .error,
    summary: "The inverse of a relationship exists and names the relationship as its inverse.",
    rationale: """
      Core Data keeps both ends consistent. If they name different inverses, the object graph becomes
      inconsistent.
      """,
    remedy: "Name each of the two relationships as the inverse of the other.",
    example: """
      <relationship name="team" destinationEntity="Team" inverseName="playrs" inverseEntity="Team"/>
      """,
    check: .reading([.unknownInverse, .nonMutualInverse, .inverseEntityMismatch])
  )
}
