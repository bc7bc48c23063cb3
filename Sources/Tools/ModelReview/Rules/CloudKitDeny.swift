import ManagedModel

extension LintRule {
  static let cloudKitDeny = LintRule(
    "cloudkit-deny",
    code: "C806",
    .error,
    summary: "A relationship that CloudKit mirrors does not deny deletion.",
    rationale:
      "A deletion on another device cannot be denied afterwards; the store does not load (134060).",
    remedy: "Use Nullify or Cascade, and ask before deleting.",
    example: """
      <relationship name="players" … deletionRule="Deny" …/>
      """,
    target: .cloudKit,
    check: .model { pass in
      let mirrored = pass.model.mirroredEntities
      for placed in pass.relationships
      where placed.relationship.deleteRule == .deny && mirrored.contains(placed.owner.name) {
        pass.report(
          "CloudKit cannot mirror \(placed.title), which denies deletion",
          at: .relationship(placed),
          attribute: "deletionRule"
        )
      }
    }
  )
}
