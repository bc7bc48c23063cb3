extension LintRule {
  static let joinedHierarchies = LintRule(
    "joined-hierarchies",
    code: "D206",
    .error,
    summary: "Entities that had no common ancestor do not get one.",
    rationale:
      "Objects of both would move into one table; Core Data does not infer such a migration.",
    remedy: "Write a mapping model, or keep the hierarchies separate.",
    example: """
      new: <entity name="Dog" parentEntity="Animal">, where Dog had no parent and Animal is older
      """,
    check: .comparison { pass in pass.reportChanges() }
  )
}
