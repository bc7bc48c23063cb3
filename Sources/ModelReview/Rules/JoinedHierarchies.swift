extension LintRule {
  static let joinedHierarchies = LintRule(
    "joined-hierarchies",
    code: "D206",
    .error,
    summary: "Entities that had no common ancestor do not get one.",
    rationale:
      "Objects of both would move into one table; Core Data does not infer such a migration.",
    remedy: "Write a mapping model, or leave the trees of entities apart.",
    check: .comparison
  )
}
