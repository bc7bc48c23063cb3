import ManagedModel

extension LintRule {
  static let missingInverse = LintRule(
    "missing-inverse",
    code: "R301",
    .warning,
    summary: "A relationship has an inverse.",
    rationale: """
      Without an inverse nobody notices when the object at the other end is deleted: the relationship keeps
      leading to it, and changes are lost. A to-many relationship without an inverse also lets an object be
      in one collection only.
      """,
    remedy: """
      Add a relationship that leads back, and name it as the inverse. Where exactly one relationship can be
      meant, --fix connects the two.
      """,
    example: """
      <relationship name="players" optional="YES" toMany="YES" destinationEntity="Player"/>
      """,
    isFixable: true,
    check: .model { pass in
      for placed in pass.relationships where !placed.relationship.isTransient {
        guard placed.ends.destination != nil, placed.relationship.inverseName ?? "" == "" else {
          continue
        }
        let partner = pass.partner(of: placed)
        pass.report(
          "\(placed.title) has no inverse",
          at: .relationship(placed),
          hint: partner.map { "its inverse can only be \($0.title)" },
          related: partner.map { [$0.related] } ?? [],
          edits: partner.map { [.connect(placed.location, $0.location)] } ?? []
        )
      }
    }
  )
}

extension LintPass {
  /// The relationship that can only be the inverse of another, and the other only its.
  func partner(of placed: PlacedRelationship) -> PlacedRelationship? {
    guard let candidate = onlyCandidate(for: placed),
      onlyCandidate(for: candidate)?.location == placed.location
    else { return nil }
    return candidate
  }

  /// The only relationship that could lead back: without an inverse, from the destination to the owner.
  private func onlyCandidate(for placed: PlacedRelationship) -> PlacedRelationship? {
    guard let destination = placed.ends.destination else { return nil }
    var found: PlacedRelationship?
    for position in entities[destination].entity.properties.indices {
      let location = PropertyLocation(entity: destination, property: position)
      guard location != placed.location, let candidate = resolved.relationship(at: location),
        candidate.ends.destination == placed.owner.index, !candidate.relationship.isTransient,
        candidate.relationship.inverseName ?? "" == ""
      else { continue }
      guard found == nil else { return nil }
      found = candidate
    }
    return found
  }
}
