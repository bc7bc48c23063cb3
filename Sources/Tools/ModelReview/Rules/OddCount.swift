import ManagedModel

extension LintRule {
  static let oddCount = LintRule(
    "odd-count",
    code: "R310",
    .warning,
    summary: "To-one means at most one object, and to-many may mean more than one.",
    rationale: """
      At run time, Core Data distinguishes to-one from to-many by the maximum count, so a to-many relationship
      of at most one object is treated as to-one, and vice versa. (Counts that no collection can satisfy are
      reported whenever a model is read.)
      """,
    remedy:
      "Make the kind of the relationship match its counts; --fix corrects the counts of a to-one.",
    example: "<relationship name=\"captain\" toMany=\"YES\" maxCount=\"1\" …/>",
    isFixable: true,
    check: .model { pass in
      for placed in pass.relationships {
        let relationship = placed.relationship
        if relationship.isToMany, relationship.maximumCount == 1 {
          pass.report(
            "\(placed.title) is to-many and may have only one object",
            at: .relationship(placed),
            attribute: "maxCount"
          )
        } else if !relationship.isToMany, let field = relationship.oddField {
          pass.report(
            "\(placed.title) is to-one, but its counts are not those of one object",
            at: .relationship(placed),
            attribute: field,
            edits: [.countOne(placed.location)]
          )
        }
      }
    }
  )
}

extension Relationship {
  /// The XML attribute with which a to-one relationship requires another number of objects.
  fileprivate var oddField: String? {
    if let maximumCount, maximumCount != 1 { return "maxCount" }
    return effectiveMinimumCount > 1 ? "minCount" : nil
  }
}
