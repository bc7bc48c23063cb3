import ManagedModel

extension LintRule {
  static let orderedRelationship = LintRule(
    "ordered-relationship",
    code: "R309",
    .off,
    summary: "A to-many relationship has no order of its own.",
    rationale: """
      An ordered relationship is an array that is kept beside the objects: inserting in the middle rewrites
      the places of all that follow, merging two edits is a matter of luck, and CloudKit has none.
      """,
    remedy: "Sort by an attribute of the destination; --fix gives up the order.",
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
