import ManagedModel

extension LintRule {
  static let cascadeBothWays = LintRule(
    "cascade-both-ways",
    code: "R304",
    .warning,
    summary: "Deletion cascades from one end of a relationship only.",
    rationale: """
      If the deletion of either end deletes the other, which deletes its own related objects, one deletion may
      empty the whole graph.
      """,
    remedy:
      "Cascade from the whole to its parts; use Nullify in the other direction.",
    example: """
      <relationship name="players" toMany="YES" deletionRule="Cascade" … inverseName="team"/>
      <relationship name="team" maxCount="1" deletionRule="Cascade" … inverseName="players"/>
      """,
    check: .model { pass in
      for placed in pass.relationships where placed.relationship.deleteRule == .cascade {
        guard let inverse = pass.resolved.inverse(of: placed),
          inverse.relationship.deleteRule == .cascade, placed.isFirst(of: inverse)
        else { continue }
        pass.report(
          "deletion cascades from both ends, \(placed.title) and \(inverse.title)",
          at: .relationship(placed),
          attribute: "deletionRule",
          related: [
            .init(
              message: "the inverse is here",
              source: inverse.relationship.source,
              attribute: "deletionRule"
            )
          ]
        )
      }
    }
  )
}

extension PlacedRelationship {
  /// Whether this end of a pair comes first in the model, for rules that report a pair once.
  func isFirst(of inverse: PlacedRelationship) -> Bool {
    (location.entity, location.property) <= (inverse.location.entity, inverse.location.property)
  }
}
