import ManagedModel
import ModelComparison

/// Compares two versions of a model part by part and collects the changes.
struct ChangeFinder {
  let correspondence: ModelCorrespondence
  var changes: [Change] = []

  /// By old entity: the values that its objects lose although the properties continue in other entities.
  var partialLosses: [Int: [String]] = [:]

  let likelyRenames: [LikelyRename]
  let obstacles: Set<MigrationObstacle>

  init(_ correspondence: ModelCorrespondence, likelyRenames: [LikelyRename]) {
    self.correspondence = correspondence
    self.likelyRenames = likelyRenames
    obstacles = Set(correspondence.obstacles)
  }

  var old: ResolvedModel { correspondence.old }
  var new: ResolvedModel { correspondence.new }

  mutating func run() {
    addModel()
    for (source, entity) in pairsByName() {
      switch (source, entity) {
      case (let source?, let entity?): compare(old.entities[source], new.entities[entity])
      case (nil, let entity?): addNew(new.entities[entity])
      case (let source?, nil): addRemoved(old.entities[source])
      case (nil, nil): continue
      }
    }
    addPartialLosses()
    addComposites()
    addConfigurations()
    addFetchRequests()
  }

  private mutating func addModel() {
    let header = FieldRules.model.compactMap {
      $0.change(from: old.model.header, to: new.model.header)
    }
    let fields = header + XcodeVersionFields(correspondence).fields
    guard !fields.isEmpty else { return }
    changes.append(
      Change(ChangedElement(.model, ""), .changed, fields: fields, at: new.model.source)
    )
  }

  /// All entities of both versions by name, corresponding ones paired.
  private func pairsByName() -> [(old: Int?, new: Int?)] {
    var pairs: [(name: String, old: Int?, new: Int?)] = new.entities.map { entity in
      (entity.name, correspondence.oldEntity(of: entity.index), entity.index)
    }
    for entity in old.entities where correspondence.newEntity(of: entity.index) == nil {
      pairs.append((entity.name, entity.index, nil))
    }
    return pairs.enumerated().sorted { left, right in
      let (one, other) = (left.element.name, right.element.name)
      return one.utf8.elementsEqual(other.utf8)
        ? left.offset < right.offset : one.precedesByCodePoint(other)
    }.map { ($0.element.old, $0.element.new) }
  }

  /// The note about a removed part that resembles an added one.
  func judgement(
    ofRemoved subject: LikelyRename.Subject,
    consequence: Consequence
  ) -> Judgement? {
    guard let rename = likelyRenames.first(where: { $0.removed == subject }) else { return nil }
    return Judgement(
      consequence,
      rename.isAboutOrder
        ? "it looks like \(rename.newName), which is new; with a renaming identifier the order stays"
        : "it looks like \(rename.newName), which is new; without a renaming identifier they are "
          + "unrelated",
      advice: "if it is a rename, set elementID=\"\(rename.oldName)\" on \(rename.newTitle)"
    )
  }
}

// MARK: - Entities

extension ChangeFinder {
  private mutating func compare(_ source: ResolvedEntity, _ entity: ResolvedEntity) {
    var fields = FieldRules.entity.compactMap { $0.change(from: source.entity, to: entity.entity) }
    let isRenamed = !source.name.utf8.elementsEqual(entity.name.utf8)
    fields.removeAll { $0.isXcodeVersionField || (isRenamed && $0.name == "renaming identifier") }
    if let parent = parentChange(source, entity) { fields.append(parent) }
    if isRenamed || !fields.isEmpty {
      changes.append(
        Change(
          ChangedElement(.entity, entity.name),
          isRenamed ? .renamed(from: source.name) : .changed,
          fields: fields,
          judgements: isRenamed ? [.lightweight] : [],
          at: entity.entity.source
        )
      )
    }
    compareProperties(of: source, entity)
    compareConstraints(of: source, entity)
    compareIndexes(of: source, entity)
  }

  private func parentChange(_ source: ResolvedEntity, _ entity: ResolvedEntity) -> FieldChange? {
    let before = source.parent.map { old.entities[$0] }
    let after = entity.parent.map { new.entities[$0] }
    let names = (old: before?.name, new: after?.name)
    guard !names.old.isSame(as: names.new) else { return nil }
    let isJoined = obstacles.contains(.joinedHierarchies(root: entity.root))
    // The change of the parent reports that it was renamed.
    if let before, correspondence.newEntity(of: before.index) == after?.index { return nil }
    var judgement = Judgement.lightweight
    if isJoined {
      judgement = Judgement(
        .mapping,
        "entities that had no common ancestor get the common ancestor "
          + "\(new.entities[entity.root].name)",
        advice: "write a mapping model or a stage that creates the objects again"
      )
    }
    return FieldChange(
      name: "parent",
      old: before?.name,
      new: after?.name,
      judgement: judgement
    )
  }

  private mutating func addNew(_ entity: ResolvedEntity) {
    var change = Change(
      ChangedElement(.entity, entity.name),
      .added,
      judgements: [.lightweight],
      at: entity.entity.source
    )
    if obstacles.contains(.joinedHierarchies(root: entity.index)) {
      change.add(
        Judgement(
          .mapping,
          "entities that had no common ancestor get the common ancestor \(entity.name)",
          advice: "write a mapping model or a stage that creates the objects again"
        )
      )
    }
    changes.append(change)
    // Existing objects of subentities have the properties of the new parent too.
    for position in entity.entity.properties.indices {
      let location = PropertyLocation(entity: entity.index, property: position)
      let isForObjects = new.subtree(of: entity).contains {
        correspondence.oldEntity(of: $0.index) != nil
      }
      if isForObjects { addProperty(at: location, wasDeclaredBy: nil) }
    }
    addConstraints(of: entity)
  }

  private mutating func addRemoved(_ entity: ResolvedEntity) {
    let hasObjects = !entity.entity.isAbstract
    var change = Change(
      ChangedElement(.entity, entity.name),
      .removed,
      judgements: [
        hasObjects ? Judgement(.dataLoss, "all its objects are deleted") : .lightweight
      ],
      at: entity.entity.source
    )
    if let judgement = judgement(
      ofRemoved: .entity(entity.index),
      consequence: change.consequence
    ) {
      change.add(judgement)
    }
    changes.append(change)
    let lives = old.subtree(of: entity).contains {
      correspondence.newEntity(of: $0.index) != nil
    }
    guard lives else { return }
    for position in entity.entity.properties.indices {
      addRemoved(PropertyLocation(entity: entity.index, property: position))
    }
  }
}
