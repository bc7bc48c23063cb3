import ManagedModel
import SQLSchema

// Constraints and indexes of an entity, and the parts of a model that belong to no entity.

extension ChangeFinder {
  mutating func compareMembers(of source: Entity, _ entity: Entity) {
    compareConstraints(of: source, entity)
    compareNamed(
      source.fetchIndexes,
      entity.fetchIndexes,
      kind: .fetchIndex,
      rules: Fields.fetchIndex,
      name: \.name,
      title: { "\(entity.name).\($0)" },
      change: { _ in Fields.unindexed }
    )
    compareNamed(
      source.compoundIndexes ?? [],
      entity.compoundIndexes ?? [],
      kind: .compoundIndex,
      rules: [],
      name: { $0.members.map(\.name).joined(separator: ", ") },
      title: { "\(entity.name) (\($0))" },
      change: { _ in Fields.unindexed }
    )
  }

  private mutating func compareConstraints(of source: Entity, _ entity: Entity) {
    func names(_ entity: Entity) -> [String] {
      (entity.uniquenessConstraints ?? []).map {
        $0.members.map(\.name).joined(separator: ", ")
      }
    }
    compareNamed(
      source.uniquenessConstraints ?? [],
      entity.uniquenessConstraints ?? [],
      kind: .uniquenessConstraint,
      rules: [],
      name: { $0.members.map(\.name).joined(separator: ", ") },
      title: { "\(entity.name) (\($0))" },
      change: { isAdded in
        isAdded
          ? Judgement(
            .lightweight,
            "migration fails for stores in which two objects have the same values",
            advice: "remove duplicates in code before the migration"
          ) : .lightweight
      }
    )
    let before = names(source)
    let after = names(entity)
    guard before != after, before.sorted() == after.sorted() else { return }
    let field = FieldChange(
      name: "order of uniqueness constraints",
      old: before.map { "(\($0))" }.joined(separator: " "),
      new: after.map { "(\($0))" }.joined(separator: " "),
      judgement: Judgement(.lightweight, "the order takes part in the version hash")
    )
    changes.append(
      Change(ChangedElement(.entity, entity.name), .changed, fields: [field], at: entity.source)
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

  /// The attributes of a composite, which are columns wherever it is used.
  private mutating func compareMembers(of source: Composite, _ composite: Composite) {
    let unsettled =
      "whether the version hash covers the members of composites is not established"
    let before = changes.count
    compareNamed(
      source.attributes,
      composite.attributes,
      kind: .attribute,
      rules: Fields.attribute,
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
    compareNamed(
      old.model.configurations,
      new.model.configurations,
      kind: .configuration,
      rules: Fields.configuration,
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
    compareNamed(
      old.model.fetchRequests,
      new.model.fetchRequests,
      kind: .fetchRequest,
      rules: Fields.fetchRequest,
      name: \.name,
      title: { $0 },
      change: { isAdded in
        isAdded ? .compatible : Judgement(.compatible, "code that asks for it finds nothing")
      }
    )
  }

  /// Compares two lists of parts that are known by name.
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
