import ManagedModel

extension LintRule {
  static let cascadeBothWays = LintRule(
    "cascade-both-ways",
    code: "R304",
    .warning,
    summary: "Deletion cascades from one end of a relationship only.",
    rationale: """
      When deleting either end deletes the other, and that one deletes all that hang on it, one deletion
      empties the whole graph.
      """,
    remedy:
      "Let the part that cannot stand alone be deleted with its whole; use Nullify at its end.",
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
