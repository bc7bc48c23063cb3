import ManagedModel
import ModelComparison

// Indexes of an entity, and the parts of a model that belong to no entity.

extension ChangeFinder {
  mutating func compareIndexes(of old: ResolvedEntity, _ new: ResolvedEntity) {
    let names = correspondence.newNames(ofPropertiesOf: old, new)
    let source = old.entity.renamed(names)
    let entity = new.entity
    compareNamed(
      source.fetchIndexes,
      entity.fetchIndexes,
      kind: .fetchIndex,
      rules: FieldRules.fetchIndex,
      name: \.name,
      title: { "\(entity.name).\($0)" },
      change: { _ in FieldRules.unindexed }
    )
    compareNamed(
      source.compoundIndexes ?? [],
      entity.compoundIndexes ?? [],
      kind: .compoundIndex,
      rules: [],
      name: { $0.members.map(\.name).joined(separator: ", ") },
      title: { "\(entity.name) (\($0))" },
      change: { _ in FieldRules.unindexed }
    )
  }

  mutating func addComposites() {
    compareNamed(
      old.model.composites,
      new.model.composites,
      kind: .composite,
      rules: [],
      name: \.name,
      title: { $0 },
      change: { _ in .compatible }
    )
    let before = Dictionary(old.model.composites.map { ($0.name, $0) }) { first, _ in first }
    for composite in new.model.composites {
      guard let source = before[composite.name] else { continue }
      compareMembers(of: source, composite)
    }
  }

  /// Compares the attributes of a composite, which are columns wherever it is used.
  private mutating func compareMembers(of source: Composite, _ composite: Composite) {
    let unsettled =
      "whether the version hash covers the members of composites is not established"
    let before = changes.count
    compareNamed(
      source.attributes,
      composite.attributes,
      kind: .attribute,
      rules: FieldRules.attribute,
      name: \.name,
      title: { "\(composite.name).\($0)" },
      change: { isAdded in
        isAdded
          ? Judgement(.lightweight, unsettled)
          : Judgement(.dataLoss, "all its values are deleted")
      }
    )
    for position in before..<changes.count { changes[position].add(Judgement(.lightweight)) }
  }

  mutating func addConfigurations() {
    let names = correspondence.newNamesOfEntities
    compareNamed(
      old.model.configurations.map { $0.renamed(names) },
      new.model.configurations,
      kind: .configuration,
      rules: FieldRules.configuration(of: new.model),
      name: \.name,
      title: { $0 },
      change: { isAdded in
        isAdded
          ? .compatible
          : Judgement(.compatible, "code that opens a store of this configuration fails")
      }
    )
  }

  mutating func addFetchRequests() {
    let names = correspondence.newNamesOfEntities
    compareNamed(
      old.model.fetchRequests.map { $0.renamed(names) },
      new.model.fetchRequests,
      kind: .fetchRequest,
      rules: FieldRules.fetchRequest,
      name: \.name,
      title: { $0 },
      change: { isAdded in
        isAdded ? .compatible : Judgement(.compatible, "code that requests it fails")
      }
    )
  }

  /// Compares two lists of named parts.
  private mutating func compareNamed<Part: ModelElement>(
    _ old: [Part],
    _ new: [Part],
    kind: ChangedElement.Kind,
    rules: [FieldRule<Part>],
    name: (Part) -> String,
    title: (String) -> String,
    change: (_ isAdded: Bool) -> Judgement
  ) {
    let before = Dictionary(old.map { (name($0), $0) }) { first, _ in first }
    let after = Dictionary(new.map { (name($0), $0) }) { first, _ in first }
    for key in Set(before.keys).union(after.keys).sortedByCodePoint() {
      let element = ChangedElement(kind, title(key))
      switch (before[key], after[key]) {
      case (let source?, let part?):
        let fields = rules.compactMap { $0.change(from: source, to: part) }
          .filter { !$0.isXcodeVersionField }
        guard !fields.isEmpty else { continue }
        changes.append(Change(element, .changed, fields: fields, at: part.source))
      case (nil, let part?):
        changes.append(Change(element, .added, judgements: [change(true)], at: part.source))
      case (let source?, nil):
        changes.append(Change(element, .removed, judgements: [change(false)], at: source.source))
      case (nil, nil): continue
      }
    }
  }
}

// MARK: - Names

extension ModelCorrespondence {
  /// The new names of the properties of an entity, by their old names.
  func newNames(
    ofPropertiesOf source: ResolvedEntity,
    _ entity: ResolvedEntity
  ) -> [String: String] {
    var names: [String: String] = [:]
    for location in new.allProperties(of: entity) {
      guard let found = self.source(of: location, in: entity.index) else { continue }
      names[old.property(at: found).name] = new.property(at: location).name
    }
    return names
  }

  /// The new names of entities, by their old names.
  fileprivate var newNamesOfEntities: [String: String] {
    var names: [String: String] = [:]
    for entity in new.entities {
      guard let source = oldEntity(of: entity.index) else { continue }
      names[old.entities[source].name] = entity.name
    }
    return names
  }
}

extension Entity {
  /// The entity with its indexes over the same properties under other names.
  fileprivate func renamed(_ names: [String: String]) -> Self {
    var entity = self
    for index in entity.fetchIndexes.indices {
      for position in entity.fetchIndexes[index].elements.indices {
        let name = entity.fetchIndexes[index].elements[position].propertyName
        entity.fetchIndexes[index].elements[position].propertyName = name.map { names[$0] ?? $0 }
      }
    }
    entity.compoundIndexes = entity.compoundIndexes?.map { index in
      var index = index
      for position in index.members.indices {
        let name = index.members[position].name
        index.members[position].name = names[name] ?? name
      }
      return index
    }
    return entity
  }
}

extension Configuration {
  /// The configuration with the same entities under other names.
  fileprivate func renamed(_ names: [String: String]) -> Self {
    var configuration = self
    for position in configuration.members.indices {
      let name = configuration.members[position].name
      configuration.members[position].name = names[name] ?? name
    }
    return configuration
  }
}

extension FetchRequestTemplate {
  /// The fetch request for the same entity under another name.
  fileprivate func renamed(_ names: [String: String]) -> Self {
    var request = self
    request.entityName = entityName.map { names[$0] ?? $0 }
    return request
  }
}
