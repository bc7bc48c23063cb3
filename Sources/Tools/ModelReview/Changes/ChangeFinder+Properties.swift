import ManagedModel
import ModelComparison

extension ChangeFinder {
  /// Compares the properties that an entity itself declares, in the order of their names, removed ones included.
  mutating func compareProperties(of source: ResolvedEntity, _ entity: ResolvedEntity) {
    var found: [(name: String, isRemoved: Bool, location: PropertyLocation)] = []
    for (position, property) in entity.entity.properties.enumerated() {
      let location = PropertyLocation(entity: entity.index, property: position)
      found.append((property.name, false, location))
    }
    for (position, property) in source.entity.properties.enumerated() {
      let location = PropertyLocation(entity: source.index, property: position)
      if !correspondence.continues(location) { found.append((property.name, true, location)) }
    }
    let sorted = found.enumerated().sorted { left, right in
      let (one, other) = (left.element.name, right.element.name)
      return one.utf8.elementsEqual(other.utf8)
        ? left.offset < right.offset : one.precedesByCodePoint(other)
    }
    for (_, part) in sorted {
      if part.isRemoved {
        addRemoved(part.location)
      } else {
        addProperty(at: part.location, wasDeclaredBy: source.index)
      }
    }
  }

  mutating func addRemoved(_ location: PropertyLocation) {
    guard !correspondence.continues(location) else { return }
    let property = old.property(at: location)
    var change = Change(
      ChangedElement(property.changedKind, old.title(of: location)),
      .removed,
      judgements: [judgement(ofRemoved: property, at: location)],
      at: property.source
    )
    if !property.isTransient,
      let judgement = judgement(ofRemoved: .property(location), consequence: change.consequence)
    {
      change.add(judgement)
    }
    changes.append(change)
  }

  /// Whether a store can contain objects of an old entity, even if only of subentities.
  private func hasObjects(_ entity: Int) -> Bool {
    old.subtree(of: old.entities[entity]).contains { !$0.entity.isAbstract }
  }

  /// Whether a store can contain objects that become objects of a new entity.
  private func takesObjects(_ entity: Int) -> Bool {
    new.subtree(of: new.entities[entity]).contains {
      correspondence.oldEntity(of: $0.index).map(hasObjects) ?? false
    }
  }

  private func judgement(ofRemoved property: Property, at location: PropertyLocation) -> Judgement {
    guard !property.isTransient else { return .compatible }
    switch property {
    case .fetchedProperty: return .compatible
    case _ where !hasObjects(location.entity): return .lightweight
    case .attribute(let attribute):
      return attribute.isDerived
        ? Judgement(.lightweight, "its values follow from others")
        : Judgement(.dataLoss, "all its values are deleted")
    case .relationship(let relationship):
      guard let keeper = correspondence.keeper(ofRemoved: location) else {
        return Judgement(.dataLoss, "all its connections are lost")
      }
      let title = new.title(of: keeper)
      guard !losesConnections(of: location, to: keeper) else {
        return Judgement(.lightweight, "its remaining connections stay in \(title)")
      }
      return relationship.isToMany && relationship.isOrdered
        ? Judgement(.dataLoss, "its connections stay in \(title), but their order is lost")
        : Judgement(.lightweight, "its connections stay in \(title)")
    }
  }

  /// Whether the change of the inverse of a removed relationship reports lost connections.
  private func losesConnections(
    of location: PropertyLocation,
    to keeper: PropertyLocation
  ) -> Bool {
    guard let inverse = old.entities[location.entity].ends[location.property].inverse else {
      return false
    }
    return old.isShared(inverse) && !new.isShared(keeper)
      || old.property(at: inverse).relationship?.isToMany == true
        && new.property(at: keeper).relationship?.isToMany == false
      || !correspondence.entitiesLosing(inverse).isEmpty
      || !correspondence.entitiesLeaving(inverse).isEmpty
  }

  /// Compares a property with its source.
  ///
  /// - Parameters:
  ///   - location: Its declaration in the new version.
  ///   - owner: The old entity that has become the declaring one.
  mutating func addProperty(at location: PropertyLocation, wasDeclaredBy owner: Int?) {
    let property = new.property(at: location)
    let element = ChangedElement(property.changedKind, new.title(of: location))
    guard let source = correspondence.source(of: location) else {
      changes.append(
        Change(
          element,
          .added,
          judgements: [judgement(ofAdded: property, at: location)],
          at: property.source
        )
      )
      return
    }
    let before = old.property(at: source)
    var fields = fieldChanges(from: source, to: location).filter { !$0.isXcodeVersionField }
    let others = correspondence.sources(of: location).filter { $0 != source }
    for other in others { fields += furtherChanges(from: other, to: location, besides: fields) }
    if !takesObjects(location.entity) {
      for position in fields.indices where fields[position].name == "optional" {
        fields[position].judgement = isHashed(before, property) ? .lightweight : .compatible
      }
    }
    var action = ChangeAction.changed
    var judgements: [Judgement] = []
    if !before.name.utf8.elementsEqual(property.name.utf8) {
      action = .renamed(from: old.title(of: source))
      fields.removeAll { $0.name == "renaming identifier" }
      judgements = [isHashed(before, property) ? .lightweight : .compatible]
    } else if source.entity != owner {
      let origins = [source] + others
      action = .moved(from: origins.map { old.title(of: $0) }.joined(separator: ", "))
      judgements = [isHashed(before, property) ? .lightweight : .compatible]
    }
    if let gap = gap(at: location) { judgements.append(gap) }
    if let other = judgement(ofOtherInverse: location, from: source) { judgements.append(other) }
    guard action != .changed || !fields.isEmpty || !judgements.isEmpty else { return }
    changes.append(
      Change(element, action, fields: fields, judgements: judgements, at: property.source)
    )
  }

  /// The changes in objects whose values come from another property than the first, if properties of
  /// several subentities become one of their parent.
  private func furtherChanges(
    from source: PropertyLocation,
    to location: PropertyLocation,
    besides known: [FieldChange]
  ) -> [FieldChange] {
    fieldChanges(from: source, to: location).filter { change in
      !change.isXcodeVersionField && !known.contains(change)
        && change.name != "renaming identifier"
    }
    .map { change in
      var change = change
      change.owner = old.title(of: source)
      return change
    }
  }

  private func isHashed(_ old: Property, _ new: Property) -> Bool {
    !old.isTransient || !new.isTransient
  }

  /// The judgment of an added property; a likely rename comes first, since it makes other advice unnecessary.
  private func judgement(ofAdded property: Property, at location: PropertyLocation) -> Judgement {
    var judgement = addition(of: property, at: location)
    if judgement.consequence > .lightweight, !takesObjects(location.entity) { return .lightweight }
    let rename = likelyRenames.first { $0.added == .property(location) }
    if let rename, let advice = judgement.advice {
      judgement.advice =
        "if it is \(rename.oldTitle) with a new name, set elementID=\"\(rename.oldName)\"; else \(advice)"
    }
    return judgement
  }

  private func addition(of property: Property, at location: PropertyLocation) -> Judgement {
    switch property {
    case .attribute(let attribute):
      FieldRules.addition(of: attribute, isUnique: correspondence.excludesDefault(of: location))
    case .relationship(let relationship):
      FieldRules.addition(
        of: relationship,
        takingOver: correspondence.origin(ofAdded: location).map { old.title(of: $0) }
      )
    case .fetchedProperty: .compatible
    }
  }

  /// The judgment of a property that is new in some objects, such as one that moves to a parent.
  private func gap(at location: PropertyLocation) -> Judgement? {
    guard obstacles.contains(.missingValue(location)) else { return nil }
    let isNewToSome = new.subtree(of: new.entities[location.entity]).contains {
      correspondence.oldEntity(of: $0.index) != nil
        && correspondence.source(of: location, in: $0.index) == nil
    }
    return isNewToSome ? judgement(ofAdded: new.property(at: location), at: location) : nil
  }

  private func fieldChanges(
    from source: PropertyLocation,
    to location: PropertyLocation
  ) -> [FieldChange] {
    switch (old.property(at: source), new.property(at: location)) {
    case (.attribute(let before), .attribute(let after)):
      var changes = FieldRules.attribute.compactMap { $0.change(from: before, to: after) }
      // No default can replace several values that must be unique.
      if correspondence.excludesDefault(of: location) {
        for position in changes.indices
        where changes[position].judgement.advice == FieldRules.adviceForMissingValues(of: after) {
          changes[position].judgement.advice =
            "give each object its own value in code before the migration"
        }
      }
      return changes
    case (.relationship(let before), .relationship(let after)):
      return fieldChanges(of: before, after, from: source, to: location)
    case (.fetchedProperty(let before), .fetchedProperty(let after)):
      return FieldRules.fetchedProperty.compactMap { $0.change(from: before, to: after) }
    default: return []
    }
  }

  private func fieldChanges(
    of before: Relationship,
    _ after: Relationship,
    from source: PropertyLocation,
    to location: PropertyLocation
  ) -> [FieldChange] {
    let keeps = correspondence.keepsDestination(source, location)
    func connected(
      _ relationship: Relationship,
      _ place: PropertyLocation,
      in model: ResolvedModel
    ) -> ConnectedRelationship {
      ConnectedRelationship(
        relationship: relationship,
        keepsDestination: keeps,
        isShared: model.isShared(place),
        isOwnInverse: model.isOwnInverse(place)
      )
    }
    let (old, new) = (connected(before, source, in: old), connected(after, location, in: new))
    let isDisplaced = correspondence.isDisplaced(source)
    return FieldRules.relationship.compactMap { $0.change(from: old, to: new) }.map { change in
      var change = change
      // None of its connections remains to be judged.
      if isDisplaced, change.judgement.consequence == .dataLoss { change.judgement = .lightweight }
      return change
    }.filter { change in
      switch change.name {
      // The change of the cardinality implies it.
      case "minimum count", "maximum count": before.isToMany == after.isToMany
      // The change of the renamed entity or inverse implies it.
      case "destination": !hasSameDestination(source, location)
      case "inverse": !hasSameInverse(source, location)
      default: true
      }
    }
  }

  /// Whether a relationship leads to the same entity as before, possibly renamed.
  private func hasSameDestination(_ source: PropertyLocation, _ location: PropertyLocation) -> Bool
  {
    guard let before = old.entities[source.entity].ends[source.property].destination else {
      return false
    }
    return correspondence.newEntity(of: before)
      == new.entities[location.entity].ends[location.property].destination
  }

  /// Whether the inverse of a relationship comes from its old inverse.
  private func hasSameInverse(_ source: PropertyLocation, _ location: PropertyLocation) -> Bool {
    guard let before = old.entities[source.entity].ends[source.property].inverse,
      let after = new.entities[location.entity].ends[location.property].inverse
    else { return false }
    return correspondence.source(of: after) == before
  }
}

extension Property {
  var changedKind: ChangedElement.Kind {
    switch self {
    case .attribute: .attribute
    case .relationship: .relationship
    case .fetchedProperty: .fetchedProperty
    }
  }
}
