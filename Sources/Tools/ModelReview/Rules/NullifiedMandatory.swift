import ManagedModel

extension LintRule {
  static let nullifiedMandatory = LintRule(
    "nullified-mandatory",
    code: "R307",
    .warning,
    summary: "Deletion does not nullify a mandatory to-one relationship.",
    rationale: """
      Deleting the object at one end sets the mandatory relationship of the other end to nil, so that the
      save fails with a validation error (1570).
      """,
    remedy:
      "Use Cascade or Deny at the end whose deletion nullifies, or make the relationship optional.",
    example: """
      <relationship name="players" toMany="YES" deletionRule="Nullify" … inverseName="team"/>
      <relationship name="team" maxCount="1" deletionRule="Nullify" … inverseName="players"/>
      """,
    check: .model { pass in
      for placed in pass.relationships where placed.relationship.isMandatoryToOne {
        guard let inverse = pass.resolved.inverse(of: placed),
          inverse.relationship.deleteRule == .nullify
        else { continue }
        pass.report(
          "deleting through \(inverse.title) nullifies the mandatory relationship \(placed.title)",
          at: .relationship(inverse),
          attribute: inverse.relationship.writtenDeleteRule == nil ? "name" : "deletionRule",
          related: [
            .init(message: "the mandatory relationship is here", source: placed.relationship.source)
          ]
        )
      }
    }
  )
}

extension Relationship {
  /// Whether an object must have an object at the other end.
  fileprivate var isMandatoryToOne: Bool { !isToMany && !isOptional && !isTransient }
}
