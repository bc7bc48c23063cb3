import ManagedModel
import ModelComparison

// Properties that continue in the objects of some entities, and are lost in those of others.

extension ChangeFinder {
  mutating func addPartialLosses() {
    for entity in old.entities {
      for position in entity.entity.properties.indices {
        let location = PropertyLocation(entity: entity.index, property: position)
        guard isStored(location) else { continue }
        addLosses(of: location)
        addDepartures(from: location)
        addGaps(at: location)
      }
    }
    for entity in partialLosses.keys.sorted() {
      guard let lost = partialLosses[entity] else { continue }
      add(
        Judgement(
          .dataLoss,
          "its objects lose \(lost.joined(separator: ", "))",
          advice: "copy the values to keep in code before the migration, or in a stage"
        ),
        toEntity: entity
      )
    }
  }

  private func isStored(_ location: PropertyLocation) -> Bool {
    let property = old.property(at: location)
    guard !property.isTransient, property.attribute?.isDerived != true,
      let successor = correspondence.successor(of: location)
    else { return false }
    if case .fetchedProperty = property { return false }
    return !new.property(at: successor).isTransient
  }

  /// Reports the entities whose objects lose a property.
  private mutating func addLosses(of location: PropertyLocation) {
    let losing = Set(correspondence.entitiesLosing(location))
    guard !losing.isEmpty, let successor = correspondence.successor(of: location) else { return }
    let isRelationship = old.property(at: location).relationship != nil
    let noun = isRelationship ? "connections" : "values"
    if losing.contains(location.entity) {
      let entities = concreteNames(losing)
      guard !entities.isEmpty else { return }
      add(
        Judgement(
          .dataLoss,
          "the \(noun) of objects of \(entities) are lost",
          advice:
            "keep it in an entity that all of them inherit from, or copy the \(noun) in code before the migration"
        ),
        to: ChangedElement(new.property(at: successor).changedKind, new.title(of: successor)),
        at: new.property(at: successor).source
      )
      return
    }
    for entity in topmost(losing) {
      partialLosses[entity, default: []].append(old.title(of: location))
    }
  }

  /// Reports the entities that a relationship no longer leads to; the loss at the other end is not
  /// repeated.
  private mutating func addDepartures(from location: PropertyLocation) {
    guard old.property(at: location).relationship != nil,
      let successor = correspondence.successor(of: location),
      correspondence.keepsDestination(location, successor)
    else { return }
    let inverse = old.entities[location.entity].ends[location.property].inverse
    let reported = inverse.map { Set(correspondence.entitiesLosing($0)) } ?? []
    let isGone = inverse.map { !correspondence.continues($0) } ?? true
    let leaving = Set(correspondence.entitiesLeaving(location)).subtracting(reported)
    guard isGone || !leaving.isEmpty else { return }
    let entities = concreteNames(leaving)
    guard !entities.isEmpty else { return }
    add(
      Judgement(
        .dataLoss,
        "its connections to objects of \(entities) are lost",
        advice: "make its destination an entity that includes all of them"
      ),
      to: ChangedElement(.relationship, new.title(of: successor)),
      at: new.property(at: successor).source
    )
  }

  /// Judges a relationship whose new inverse does not come from its old one.
  func judgement(ofOtherInverse location: PropertyLocation, from source: PropertyLocation)
    -> Judgement?
  {
    guard new.property(at: location).relationship != nil,
      let inverse = new.entities[location.entity].ends[location.property].inverse,
      correspondence.keepsDestination(source, location)
    else { return nil }
    let title = new.title(of: inverse)
    if correspondence.endsMayConflict(location) {
      return Judgement(
        .dataLoss,
        "objects whose connections differ from those of \(title) are disconnected",
        advice: "make both ends agree in code before the migration"
      )
    }
    guard correspondence.isDisplaced(source) else { return nil }
    guard let refuge = correspondence.refuge(ofDisplaced: source) else {
      return Judgement(
        .dataLoss,
        "its connections are lost: it gets those of its inverse \(title)",
        advice: "keep its inverse, or copy its connections in code before the migration"
      )
    }
    let remark =
      "it gets the connections of its inverse \(title); its own connections stay in "
      + new.title(of: refuge)
    return old.property(at: source).relationship?.isOrdered == true
      ? Judgement(.dataLoss, remark + ", but their order is lost")
      : Judgement(.lightweight, remark)
  }

  /// Reports to-one relationships that may become empty although they are and were mandatory.
  private mutating func addGaps(at location: PropertyLocation) {
    guard let before = old.property(at: location).relationship, !before.isOptional,
      let successor = correspondence.successor(of: location)
    else { return }
    var reasons: [String] = []
    if obstacles.contains(.newlyMandatory(successor)) {
      reasons = ["objects have no connection"]
    } else if obstacles.contains(.missingValue(successor)),
      correspondence.keepsDestination(location, successor)
    {
      reasons = ["its destination objects are deleted or moved by the migration"]
    }
    if obstacles.contains(.noLongerShared(successor)) {
      let isCircle = !old.isShared(location)
      reasons.append(
        isCircle
          ? "it is not mutual"
          : "several objects of \(old.entities[location.entity].name) lead to the same object"
      )
    }
    for reason in reasons {
      add(
        Judgement(
          .mapping,
          "migration fails for stores in which \(reason)",
          advice: "connect the objects to others in code before the migration, or make it optional"
        ),
        to: ChangedElement(.relationship, new.title(of: successor)),
        at: new.property(at: successor).source
      )
    }
  }

  // MARK: Entities

  /// The names of the old entities that are not abstract.
  private func concreteNames(_ entities: Set<Int>) -> String {
    old.entities.filter { entities.contains($0.index) && !$0.entity.isAbstract }.map(\.name)
      .sortedByCodePoint().joined(separator: ", ")
  }

  /// The old entities of a set whose parents are not in it, and that have objects, even if only of subentities.
  private func topmost(_ entities: Set<Int>) -> [Int] {
    entities.filter { index in
      let entity = old.entities[index]
      guard entity.parent.map({ !entities.contains($0) }) ?? true else { return false }
      return old.subtree(of: entity).contains {
        entities.contains($0.index) && !$0.entity.isAbstract
      }
    }
  }

  // MARK: Changes

  private mutating func add(_ judgement: Judgement, toEntity entity: Int) {
    guard let heir = correspondence.newEntity(of: entity) else { return }
    add(
      judgement,
      to: ChangedElement(.entity, new.entities[heir].name),
      at: new.entities[heir].entity.source
    )
  }

  /// Adds a judgment to the change of an element; a change is created if there is none.
  private mutating func add(
    _ judgement: Judgement,
    to element: ChangedElement,
    at source: SourceOffset
  ) {
    if let position = changes.firstIndex(where: { $0.element == element && $0.action != .removed })
    {
      changes[position].add(judgement)
    } else {
      let position = changes.firstIndex { $0.element.kind != .model && $0.element.follows(element) }
      changes.insert(
        Change(element, .changed, judgements: [judgement], at: source),
        at: position ?? changes.count
      )
    }
  }
}

extension ChangedElement {
  /// Whether the element comes later in a report, if both are entities or parts of them.
  fileprivate func follows(_ other: Self) -> Bool {
    let (own, others) = (path, other.path)
    if !own.entity.utf8.elementsEqual(others.entity.utf8) {
      return others.entity.precedesByCodePoint(own.entity)
    }
    return own.rank == others.rank
      ? others.name.precedesByCodePoint(own.name) : others.rank < own.rank
  }

  /// The entity, the rank among the parts of an entity, and the full name.
  private var path: (entity: String, rank: Int, name: String) {
    // The titles of constraints and indexes continue after a space.
    let entity = String(name.prefix { $0 != "." && $0 != " " })
    switch kind {
    case .entity: return (entity, 0, name)
    case .attribute, .relationship, .fetchedProperty: return (entity, 1, name)
    default: return (entity, 2, name)
    }
  }
}
