import ManagedModel

extension LintRule {
  static let transientInverse = LintRule(
    "transient-inverse",
    code: "R311",
    .off,
    summary: "A relationship and its inverse are both stored, or both transient.",
    rationale:
      "A connection stored at one end is missing at the other, so the ends disagree after a fetch.",
    remedy: "Make both ends transient or neither.",
    example: "<relationship name=\"draft\" transient=\"YES\" … inverseName=\"article\"/>",
    check: .model { pass in
      for placed in pass.relationships where placed.relationship.isTransient {
        guard let inverse = pass.resolved.inverse(of: placed), !inverse.relationship.isTransient
        else { continue }
        pass.report(
          "\(placed.title) is transient, but its inverse \(inverse.title) is stored",
          at: .relationship(placed),
          attribute: "transient",
          related: [inverse.related]
        )
      }
    }
  )
}
