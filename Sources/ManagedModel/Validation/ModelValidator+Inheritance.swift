import Diagnostics

extension ModelValidator {
  /// Parents exist, nobody is their own ancestor, and nothing that is inherited is declared anew.
  mutating func checkInheritance() {
    for entity in resolved.entities {
      checkParent(of: entity)
      checkShadowing(in: entity)
    }
  }

  private mutating func checkParent(of entity: ResolvedEntity) {
    guard let name = entity.entity.parentName, !name.isEmpty, entity.parent == nil else { return }
    if resolved.index(ofEntity: name) == nil {
      report(
        .unknownParent,
        "the parent '\(name)' of '\(entity.name)' is not in the model",
        at: entity.entity.source,
        attribute: "parentEntity",
        hint: suggestion(for: name, among: model.entities.map(\.name))
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

  private mutating func checkShadowing(in entity: ResolvedEntity) {
    guard let parent = entity.parent else { return }
    for property in entity.entity.properties {
      guard
        let inherited = resolved.locate(property.name, in: resolved.entities[parent])
      else { continue }
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

  /// "did you mean …", where one of the names is nearly the one that was written.
  func suggestion(for name: String, among names: [String]) -> String? {
    Suggestion.didYouMean(name, among: names)
  }
}
