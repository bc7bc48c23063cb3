import ManagedModel

extension LintRule {
  static let mandatoryBothEnds = LintRule(
    "mandatory-both-ends",
    code: "R308",
    .warning,
    summary: "At least one end of a relationship is optional.",
    rationale: """
      Neither object can be saved without the other, so both must be inserted in one transaction, and a
      database whose constraints cannot be deferred refuses them. (A mandatory to-many end without a
      minimum count may be empty.)
      """,
    remedy:
      "Make one end optional, usually the to-many one; --fix does that if there is only one.",
    example: """
      <relationship name="players" toMany="YES" minCount="1" … inverseName="team"/>
      <relationship name="team" maxCount="1" … inverseName="players"/>
      """,
    isFixable: true,
    check: .model { pass in
      for placed in pass.relationships where placed.relationship.isMandatory {
        guard let inverse = pass.resolved.inverse(of: placed), inverse.relationship.isMandatory,
          placed.isFirst(of: inverse)
        else { continue }
        let toMany = [placed, inverse].filter(\.relationship.isToMany)
        let isEasy = toMany.count == 1 && placed.location != inverse.location
        pass.report(
          "both ends need an object, \(placed.title) and \(inverse.title)",
          at: .relationship(placed),
          hint: isEasy ? toMany.first.map { "make \($0.title) optional" } : nil,
          related: [inverse.related],
          edits: isEasy ? toMany.map { .makeOptional($0.location) } : []
        )
      }
    }
  )
}

extension Relationship {
  /// Whether an object must have objects at the other end.
  fileprivate var isMandatory: Bool { requiredCount > 0 && !isTransient }
}
