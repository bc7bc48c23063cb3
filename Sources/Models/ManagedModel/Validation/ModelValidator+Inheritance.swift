import Diagnostics

extension ModelValidator {
  /// Checks that parents exist, that no entity is its own ancestor, and that no inherited property is declared again.
  mutating func checkInheritance() {
    for index in resolved.entities.indices
    where resolved.entities[index].entity.parentName != nil {
      checkParent(of: resolved.entities[index])
    }
    checkShadowing()
  }

  private mutating func checkParent(of entity: ResolvedEntity) {
    guard let name = entity.entity.parentName, !name.isEmpty, entity.parent == nil else { return }
    if resolved.index(ofEntity: name) == nil {
      report(
        .unknownParent,
        "the parent '\(name)' of '\(entity.name)' is not in the model",
        at: entity.entity.source,
        attribute: "parentEntity",
        hint: suggestion(for: name) { $0.model.entities.map(\.name) }
      )
    } else if resolved.isTooDeep(entity.index) {
      report(
        .deepInheritance,
        "'\(entity.name)' has more than \(Inheritance.maximumDepth) ancestors",
        at: entity.entity.source,
        attribute: "parentEntity"
      )
    } else {
      // Resolution cuts every cycle at each of its members, so a known parent that is missing is one.
      report(
        .inheritanceCycle,
        "'\(entity.name)' is its own ancestor: \(cycle(through: entity))",
        at: entity.entity.source,
        attribute: "parentEntity"
      )
    }
  }

  private func cycle(through entity: ResolvedEntity) -> String {
    var names = [entity.name]
    var next = entity.entity.parentName
    while let name = next, name != entity.name, names.count < 10 {
      names.append(name)
      next = resolved.entity(named: name)?.entity.parentName
    }
    names.append(next == entity.name ? entity.name : "…")
    return names.joined(separator: " → ")
  }

  /// Traverses each tree of entities with the properties inherited so far, so that the work does not
  /// depend on the depth of the tree.
  private mutating func checkShadowing() {
    var inherited: [String: PropertyLocation] = [:]
    // Most entities have neither parent nor children, and nothing to inherit.
    var pending = resolved.entities.indices
      .filter { resolved.entities[$0].parent == nil && !resolved.entities[$0].children.isEmpty }
      .map { (entity: $0, isDone: false) }
    var declared: [[String]] = []
    while let (index, isDone) = pending.popLast() {
      if isDone {
        for name in declared.popLast() ?? [] { inherited[name] = nil }
        continue
      }
      let entity = resolved.entities[index]
      var names: [String] = []
      for (position, property) in entity.entity.properties.enumerated() {
        if let earlier = inherited[property.name] {
          if earlier.entity != index { reportShadowing(of: earlier, by: property, in: entity) }
        } else {
          inherited[property.name] = PropertyLocation(entity: index, property: position)
          names.append(property.name)
        }
      }
      declared.append(names)
      pending.append((index, true))
      for child in entity.children { pending.append((child, false)) }
    }
  }

  private mutating func reportShadowing(
    of inherited: PropertyLocation,
    by property: Property,
    in entity: ResolvedEntity
  ) {
    guard !property.name.isEmpty else { return }
    let owner = resolved.entities[inherited.entity].name
    report(
      .shadowedProperty,
      "'\(entity.name)' declares '\(property.name)', which it inherits from '\(owner)'",
      at: property.source,
      attribute: "name",
      related: [
        .init(
          message: "the inherited \(resolved.property(at: inherited).kindName) is here",
          source: resolved.property(at: inherited).source
        )
      ]
    )
  }
}
