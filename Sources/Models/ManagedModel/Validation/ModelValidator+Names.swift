extension ModelValidator {
  /// Checks that no two parts of the same kind have the same name.
  mutating func checkNames() {
    checkUnique(model.entities.map { ($0.name, $0.source) }, "entity")
    checkUnique(model.composites.map { ($0.name, $0.source) }, "composite")
    checkUnique(model.configurations.map { ($0.name, $0.source) }, "configuration")
    checkUnique(model.fetchRequests.map { ($0.name, $0.source) }, "fetch request")
    // Few entities need a check, and copying the others would take longer than finding these.
    for index in resolved.entities.indices
    where !resolved.entities[index].hasDistinctNames
      || resolved.entities[index].entity.fetchIndexes.count > 1
    {
      checkNames(in: resolved.entities[index])
    }
    for composite in model.composites {
      checkUnique(
        composite.attributes.map { ($0.name, $0.source) },
        "attribute",
        of: composite.name
      )
    }
  }

  private mutating func checkNames(in entity: ResolvedEntity) {
    if !entity.hasDistinctNames {
      checkUnique(
        entity.entity.properties.map { ($0.name, $0.source) },
        "property",
        of: entity.name
      )
    }
    checkUnique(
      entity.entity.fetchIndexes.map { ($0.name, $0.source) },
      "fetch index",
      of: entity.name
    )
  }

  private mutating func checkUnique(
    _ named: [(name: String, source: SourceOffset)],
    _ kind: String,
    of owner: String? = nil
  ) {
    guard named.count > 1 else { return }
    var first: [String: SourceOffset] = [:]
    for (name, source) in named where !name.isEmpty {
      guard let earlier = first[name] else {
        first[name] = source
        continue
      }
      let whole = owner.map { "'\($0)' has a second \(kind)" } ?? "there is a second \(kind)"
      report(
        .duplicateName,
        "\(whole) named '\(name)'",
        at: source,
        attribute: "name",
        related: [.init(message: "the first one is here", source: earlier)]
      )
    }
  }
}
