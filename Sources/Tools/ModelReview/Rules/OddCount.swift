import ManagedModel

extension LintRule {
  static let oddCount = LintRule(
    "odd-count",
    code: "R310",
    .warning,
    summary: "To-one means at most one object, and to-many may mean more than one.",
    rationale: """
      Core Data tells to-one from to-many by the greatest count when the model runs, so a to-many
      relationship of at most one object is taken for a to-one there, and the other way round. (Counts that
      no collection can meet are reported whenever a model is read.)
      """,
    remedy: "Make the relationship what its counts say; --fix corrects the counts of a to-one.",
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
