import ManagedModel

extension LintRule {
  static let orderedRelationship = LintRule(
    "ordered-relationship",
    code: "R309",
    .off,
    summary: "A to-many relationship is not ordered.",
    rationale: """
      An ordered relationship is an array that is stored with the objects: an insertion in the middle rewrites
      the positions of all that follow, two edits can rarely be merged, and CloudKit does not support it.
      """,
    remedy: "Sort by an attribute of the destination; --fix removes the order.",
    example: "<relationship name=\"players\" toMany=\"YES\" ordered=\"YES\" …/>",
    isFixable: true,
    check: .model { pass in
      for placed in pass.relationships
      where placed.relationship.isOrdered && placed.relationship.isToMany {
        pass.report(
          "\(placed.title) is ordered",
          at: .relationship(placed),
          attribute: "ordered",
          edits: [.makeUnordered(placed.location)]
        )
      }
    }
  )
}
