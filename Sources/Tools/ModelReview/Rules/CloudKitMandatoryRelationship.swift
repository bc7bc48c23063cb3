import ManagedModel

extension LintRule {
  static let cloudKitMandatoryRelationship = LintRule(
    "cloudkit-mandatory-relationship",
    code: "C803",
    .error,
    summary: "A relationship that CloudKit mirrors is optional.",
    rationale: """
      Objects arrive one by one, the one at the other end perhaps later; the store does not load with a
      mandatory relationship (134060).
      """,
    remedy: "Make the relationship optional; --fix does.",
    example: """
      <relationship name="team" maxCount="1" …/>
      """,
    target: .cloudKit,
    isFixable: true,
    check: .model { pass in
      let mirrored = pass.model.mirroredEntities
      for placed in pass.relationships
      where !placed.relationship.isOptional && !placed.relationship.isTransient
        && mirrored.contains(placed.owner.name)
      {
        pass.report(
          "CloudKit cannot mirror \(placed.title), which is mandatory",
          at: .relationship(placed),
          edits: [.makeOptional(placed.location)]
        )
      }
    }
  )
}
