import ManagedModel

/// The entities and properties of one version of a model, and their successors in the next.
///
/// Core Data computes the same before it infers a migration: it matches names, and renaming identifiers where
/// names differ. Properties are matched for each entity, inherited ones included, so one that moves to a
/// parent or to children is found wherever it is declared.
package struct ModelCorrespondence: Sendable {
  package let old: ResolvedModel
  package let new: ResolvedModel

  private let oldEntities: [Int?]
  private let newEntities: [Int?]

  /// Whether some entity of the old version continues in the new one, or the old version has none.
  package var keepsEntities: Bool {
    old.entities.isEmpty || old.entities.contains { newEntities[$0.index] != nil }
  }

  /// By new entity: the old property that each property comes from, by their declarations.
  private let sources: [[PropertyLocation: PropertyLocation]]

  /// By old entity: the old properties that continue in the entity's successor.
  private let continued: [Set<PropertyLocation>]

  package init(from old: ResolvedModel, to new: ResolvedModel) {
    self.old = old
    self.new = new
    let oldEntities =
      RenamingMatch(
        from: old.entities.map(\.candidate),
        to: new.entities.map(\.candidate)
      ).sources
    self.oldEntities = oldEntities
    var newEntities: [Int?] = Array(repeating: nil, count: old.entities.count)
    var sources: [[PropertyLocation: PropertyLocation]] = []
    var continued: [Set<PropertyLocation>] = Array(repeating: [], count: old.entities.count)
    for entity in new.entities {
      guard let source = oldEntities[entity.index] else {
        sources.append([:])
        continue
      }
      newEntities[source] = entity.index
      let found = Self.sources(of: entity, in: new, from: old.entities[source], in: old)
      continued[source] = Set(found.values)
      sources.append(found)
    }
    self.newEntities = newEntities
    self.sources = sources
    self.continued = continued
  }

  private static func sources(
    of entity: ResolvedEntity,
    in new: ResolvedModel,
    from source: ResolvedEntity,
    in old: ResolvedModel
  ) -> [PropertyLocation: PropertyLocation] {
    let oldLocations = old.allProperties(of: source)
    let newLocations = new.allProperties(of: entity)
    let match = RenamingMatch(
      from: oldLocations.map { old.property(at: $0).candidate },
      to: newLocations.map { new.property(at: $0).candidate }
    )
    var result: [PropertyLocation: PropertyLocation] = [:]
    for (location, source) in zip(newLocations, match.sources) {
      if let source { result[location] = oldLocations[source] }
    }
    return result
  }
}

extension ModelCorrespondence {
  /// The old entity that a new one comes from.
  package func oldEntity(of new: Int) -> Int? { oldEntities[new] }

  /// The new entity that an old one becomes.
  package func newEntity(of old: Int) -> Int? { newEntities[old] }

  /// The old property from which a new one takes its values in objects of the given new entity.
  package func source(of location: PropertyLocation, in entity: Int) -> PropertyLocation? {
    sources[entity][location]
  }

  /// The old property from which the values of a new one come in any entity: that of the entity
  /// that declares it, else of the first of its descendants that has one.
  package func source(of location: PropertyLocation) -> PropertyLocation? {
    new.subtree(of: new.entities[location.entity]).lazy
      .compactMap { source(of: location, in: $0.index) }.first
  }

  /// The old properties from which the values of a new one come, each once: several where properties of
  /// descendants have become one of their parent.
  package func sources(of location: PropertyLocation) -> [PropertyLocation] {
    var result: [PropertyLocation] = []
    for entity in new.subtree(of: new.entities[location.entity]) {
      if let source = source(of: location, in: entity.index), !result.contains(source) {
        result.append(source)
      }
    }
    return result
  }

  /// Whether the values of an old property continue in some object.
  package func continues(_ location: PropertyLocation) -> Bool {
    old.subtree(of: old.entities[location.entity]).contains {
      continues(location, in: $0.index)
    }
  }

  /// Whether the values of an old property continue in the objects of an old entity.
  package func continues(_ location: PropertyLocation, in entity: Int) -> Bool {
    continued[entity].contains(location)
  }
}

extension ResolvedEntity {
  fileprivate var candidate: RenamingMatch.Candidate {
    RenamingMatch.Candidate(
      name: name,
      renamingIdentifier: entity.renamingIdentifier,
      kind: 0
    )
  }
}

extension Property {
  /// The name by which the property was last known, if the file gives one.
  package var renamingIdentifier: String? {
    switch self {
    case .attribute(let attribute): attribute.renamingIdentifier
    case .relationship(let relationship): relationship.renamingIdentifier
    case .fetchedProperty: nil
    }
  }

  fileprivate var candidate: RenamingMatch.Candidate {
    let kind =
      switch self {
      case .attribute: 0
      case .relationship: 1
      case .fetchedProperty: 2
      }
    return RenamingMatch.Candidate(
      name: name,
      renamingIdentifier: renamingIdentifier,
      kind: kind
    )
  }
}
