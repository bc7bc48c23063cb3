extension ModelValidator {
  /// Checks that composites exist and do not contain themselves.
  mutating func checkComposites() {
    let cycles = CompositeCycles(model)
    for (index, composite) in model.composites.enumerated() {
      for attribute in composite.attributes {
        checkComposite(of: attribute, in: composite.name)
      }
      if cycles.members.contains(index) {
        report(
          .compositeCycle,
          "the composite '\(composite.name)' contains itself",
          at: composite.source,
          attribute: "name"
        )
      }
    }
  }

  /// Checks that the composite that an attribute names is in the model.
  mutating func checkComposite(of attribute: Attribute, in owner: String) {
    guard attribute.type == .composite else { return }
    guard let name = attribute.compositeName, !name.isEmpty else {
      report(
        .unknownComposite,
        "'\(owner).\(attribute.name)' names no composite",
        at: attribute.source,
        attribute: "composite"
      )
      return
    }
    guard resolved.composite(named: name) == nil else { return }
    report(
      .unknownComposite,
      "the composite '\(name)' of '\(owner).\(attribute.name)' is not in the model",
      at: attribute.source,
      attribute: "composite",
      hint: suggestion(for: name) { $0.model.composites.map(\.name) }
    )
  }

  /// Checks that the entities of configurations are in the model.
  mutating func checkConfigurations() {
    for configuration in model.configurations {
      for member in configuration.members where !member.name.isEmpty {
        guard resolved.index(ofEntity: member.name) == nil else { continue }
        report(
          .unknownMember,
          "the configuration '\(configuration.name)' has the entity '\(member.name)', which is not "
            + "in the model",
          at: member.source,
          attribute: "name",
          hint: suggestion(for: member.name) { $0.model.entities.map(\.name) }
        )
      }
    }
  }

  /// Checks that indexes are over properties of their entity.
  mutating func checkIndexes(of entity: ResolvedEntity) {
    for index in entity.entity.fetchIndexes {
      if let predicate = index.partialPredicateText, !predicate.isEmpty {
        checkPredicate(
          predicate,
          of: "the fetch index '\(entity.name).\(index.name)'",
          at: index.source,
          attribute: "partialIndexPredicate"
        )
      }
      for element in index.elements {
        if let name = element.propertyName {
          checkMember(
            name,
            of: "the fetch index '\(index.name)'",
            in: entity,
            .unknownIndexMember,
            at: element.source,
            attribute: "property"
          )
        } else if let expression = element.expressionText {
          checkExpression(
            expression,
            of: "the fetch index '\(entity.name).\(index.name)'",
            at: element.source,
            attribute: "expression"
          )
        }
      }
    }
    for member in (entity.entity.compoundIndexes ?? []).flatMap(\.members) {
      checkMember(
        member.name,
        of: "a compound index",
        in: entity,
        .unknownIndexMember,
        at: member.source,
        attribute: "value"
      )
    }
  }

  /// Checks that constraints are over properties of their entity, and that no two are equal.
  mutating func checkConstraints(of entity: ResolvedEntity) {
    var first: [[String]: SourceOffset] = [:]
    for constraint in entity.entity.uniquenessConstraints ?? [] {
      for member in constraint.members {
        checkMember(
          member.name,
          of: "a uniqueness constraint",
          in: entity,
          .unknownMember,
          at: member.source,
          attribute: "value"
        )
      }
      let names = constraint.members.map(\.name)
      if let earlier = first[names] {
        report(
          .duplicateName,
          "'\(entity.name)' has a second uniqueness constraint over "
            + names.map { "'\($0)'" }.joined(separator: ", "),
          at: constraint.source,
          related: [.init(message: "the first one is here", source: earlier)]
        )
      } else {
        first[names] = constraint.source
      }
    }
  }

  private mutating func checkMember(
    _ name: String,
    of owner: String,
    in entity: ResolvedEntity,
    _ rule: ModelRule,
    at source: SourceOffset,
    attribute: String
  ) {
    guard !name.isEmpty, resolved.locate(name, in: entity) == nil else { return }
    guard !isCompositeMember(name, of: entity) else { return }
    report(
      rule,
      "\(owner) of '\(entity.name)' names '\(name)', which is not a property of the entity",
      at: source,
      attribute: attribute,
      hint: suggestion(for: name) { resolved in
        resolved.allProperties(of: entity).map { resolved.property(at: $0).name }
      }
    )
  }

  /// Whether a path such as `address.city` leads to a member of a composite attribute.
  private func isCompositeMember(_ path: String, of entity: ResolvedEntity) -> Bool {
    var names = path.split(separator: ".").map(String.init)[...]
    guard names.count > 1, let first = names.popFirst(),
      let location = resolved.locate(first, in: entity),
      var attribute = resolved.property(at: location).attribute
    else { return false }
    for name in names {
      guard
        let member = attribute.compositeName.flatMap(resolved.composite(named:))?
          .attributes.first(where: { $0.name == name })
      else { return false }
      attribute = member
    }
    return true
  }
}
