import ManagedModel

extension LintRule {
  static let doubtfulConstraint = LintRule(
    "doubtful-constraint",
    code: "I601",
    .warning,
    summary: "A uniqueness constraint is over stored, mandatory attributes, of a root, and needed.",
    rationale: """
      Missing values never conflict, so a constraint over an optional attribute allows any number of them. A
      property without a column cannot be constrained. A constraint that contains another one is redundant,
      and one of a subentity applies to the table of the whole hierarchy.
      """,
    remedy: "Make the attribute mandatory, or remove the constraint.",
    example: """
      <attribute name="email" optional="YES" attributeType="String"/>
      <uniquenessConstraint><constraint value="email"/></uniquenessConstraint>
      """,
    check: .model { pass in
      for entity in pass.entities {
        let constraints = entity.entity.uniquenessConstraints ?? []
        let members = constraints.map { Set($0.members.map(\.name)) }
        for (position, constraint) in constraints.enumerated() {
          pass.reviewMembers(of: constraint, in: entity)
          // A constraint is redundant when another one constrains a subset of its members.
          let smaller = members.firstIndex { other in
            !other.isEmpty && other.count < members[position].count
              && other.isSubset(of: members[position])
          }
          if let smaller { pass.report(constraint, containing: constraints[smaller], in: entity) }
        }
        guard let first = constraints.first, entity.parent != nil else { continue }
        pass.report(
          "'\(entity.name)' is a subentity, and its uniqueness constraint concerns the table of "
            + "'\(pass.entities[entity.root].name)'",
          at: .part(first.source, of: entity),
          attribute: nil
        )
      }
    }
  )
}

extension LintPass {
  fileprivate mutating func reviewMembers(
    of constraint: UniquenessConstraint,
    in entity: ResolvedEntity
  ) {
    for member in constraint.members {
      guard let location = resolved.locate(member.name, in: entity) else { continue }
      let property = resolved.property(at: location)
      guard let flaw = property.constraintFlaw else { continue }
      report(
        "the uniqueness constraint of '\(entity.name)' is over '\(member.name)', which is \(flaw)",
        at: .part(member.source, of: entity),
        attribute: "value",
        related: [.init(message: "the \(property.kindName) is here", source: property.source)]
      )
    }
  }

  fileprivate mutating func report(
    _ constraint: UniquenessConstraint,
    containing smaller: UniquenessConstraint,
    in entity: ResolvedEntity
  ) {
    report(
      "the uniqueness constraint of '\(entity.name)' is weaker than the one over "
        + smaller.members.map { "'\($0.name)'" }.joined(separator: ", "),
      at: .part(constraint.source, of: entity),
      attribute: nil,
      related: [.init(message: "that one is here", source: smaller.source, attribute: nil)]
    )
  }
}

extension Property {
  /// The reason why a constraint over the property is ineffective.
  fileprivate var constraintFlaw: String? {
    if isTransient { return "not stored" }
    switch self {
    case .attribute(let attribute):
      if attribute.isDerived { return "derived" }
      return attribute.isOptional ? "optional: missing values never conflict" : nil
    case .relationship(let relationship):
      return relationship.isToMany ? "a to-many relationship" : nil
    case .fetchedProperty: return "not stored"
    }
  }
}
