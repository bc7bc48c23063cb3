import ManagedModel

extension LintRule {
  static let unindexedForeignKey = LintRule(
    "unindexed-foreign-key",
    code: "I603",
    .off,
    summary: "Each to-one relationship begins a fetch index.",
    rationale: """
      PostgreSQL does not index foreign keys by itself. The tables of momgen and Core Data have such an index
      anyway; the rule is for tables that are created from the model in another way.
      """,
    remedy: "Add a fetch index that begins with the relationship; --fix does.",
    example: "<relationship name=\"team\" maxCount=\"1\" …/>",
    isFixable: true,
    check: .model { pass in
      for placed in pass.relationships
      where !placed.relationship.isToMany && !placed.relationship.isTransient {
        let lineage = pass.resolved.lineage(of: placed.owner)
        let isIndexed = lineage.contains { entity in
          entity.entity.fetchIndexes.contains {
            $0.elements.first?.propertyName == placed.relationship.name
          }
        }
        guard !isIndexed, placed.ends.destination != nil else { continue }
        pass.report(
          "no fetch index begins with \(placed.title)",
          at: .relationship(placed),
          edits: [.addIndex(placed.location)]
        )
      }
    }
  )
}
