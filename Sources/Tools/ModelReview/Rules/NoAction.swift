import ManagedModel

extension LintRule {
  static let noAction = LintRule(
    "no-action",
    code: "R306",
    .warning,
    summary: "No relationship has the delete rule No Action.",
    rationale: """
      The object at the other end still refers to a deleted object; in SQL, its key is dangling, or the
      deletion fails.
      """,
    remedy: "Use Nullify, Cascade or Deny.",
    example: "<relationship name=\"team\" maxCount=\"1\" deletionRule=\"No Action\" …/>",
    check: .model { pass in
      for placed in pass.relationships
      where placed.relationship.deleteRule == .noAction && !placed.relationship.isTransient {
        pass.report(
          "\(placed.title) has the delete rule No Action",
          at: .relationship(placed),
          attribute: "deletionRule"
        )
      }
    }
  )
}
