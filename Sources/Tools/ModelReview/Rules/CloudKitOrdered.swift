import ManagedModel

extension LintRule {
  static let cloudKitOrdered = LintRule(
    "cloudkit-ordered",
    code: "C804",
    .error,
    summary: "A relationship that CloudKit mirrors is not ordered.",
    rationale: "CloudKit cannot store the order, and the store does not load (134060).",
    remedy: "Sort by an attribute of the destination; --fix removes the order.",
    example: """
      <relationship name="players" optional="YES" toMany="YES" ordered="YES" …/>
      """,
    target: .cloudKit,
    isFixable: true,
    supersedes: ["ordered-relationship"],
    check: .model { pass in
      let mirrored = pass.model.mirroredEntities
      for placed in pass.relationships
      where placed.relationship.isOrdered && mirrored.contains(placed.owner.name) {
        pass.report(
          "CloudKit cannot mirror \(placed.title), which is ordered",
          at: .relationship(placed),
          attribute: "ordered",
          edits: [.makeUnordered(placed.location)]
        )
      }
    }
  )
}
