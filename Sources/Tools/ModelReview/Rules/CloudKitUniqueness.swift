import ManagedModel

extension LintRule {
  static let cloudKitUniqueness = LintRule(
    "cloudkit-uniqueness",
    code: "C801",
    .error,
    summary: "An entity that CloudKit mirrors has no uniqueness constraint.",
    rationale:
      "CloudKit cannot enforce one over all devices, and the store does not load (134060).",
    remedy: "Remove the constraint, and merge duplicates after an import.",
    example: """
      <uniquenessConstraint><constraint value="email"/></uniquenessConstraint>
      """,
    target: .cloudKit,
    check: .model { pass in
      let mirrored = pass.model.mirroredEntities
      for entity in pass.entities where mirrored.contains(entity.name) {
        for constraint in entity.entity.uniquenessConstraints ?? [] {
          pass.report(
            "'\(entity.name)' has a uniqueness constraint, which CloudKit does not support",
            at: .part(constraint.source, of: entity),
            attribute: nil
          )
        }
      }
    }
  )
}
