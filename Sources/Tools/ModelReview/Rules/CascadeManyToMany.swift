import ManagedModel

extension LintRule {
  static let cascadeManyToMany = LintRule(
    "cascade-many-to-many",
    code: "R305",
    .warning,
    summary: "Deletion does not cascade over a many-to-many relationship.",
    rationale:
      "The objects at the other end may also belong to other objects, and are deleted anyway.",
    remedy: "Use Nullify, and delete unused objects in prepareForDeletion.",
    example: """
      <relationship name="tags" toMany="YES" deletionRule="Cascade" … inverseName="articles"/>
      """,
    check: .model { pass in
      for placed in pass.relationships
      where placed.relationship.deleteRule == .cascade && placed.relationship.isToMany {
        guard let inverse = pass.resolved.inverse(of: placed), inverse.relationship.isToMany,
          inverse.relationship.deleteRule != .cascade
        else { continue }
        pass.report(
          "deletion cascades over the many-to-many relationship \(placed.title)",
          at: .relationship(placed),
          attribute: "deletionRule"
        )
      }
    }
  )
}
