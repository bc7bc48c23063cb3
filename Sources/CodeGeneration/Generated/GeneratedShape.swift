import ManagedModel

/// What the class that is generated for an entity has, and what it gets from others.
///
/// Parents are entities, superclasses are classes, and the two need not run in step: an entity may have no
/// class, share that of another, or have one that is written by hand.
struct GeneratedShape: Sendable {
  /// The entity whose class is the superclass: the nearest ancestor with another class; nil for a class
  /// that begins a line.
  var superclass: Int?

  /// The entity whose row the row inherits from: that of the nearest superclass that is generated.
  var rowParent: Int?

  /// The properties with a place in the row's layout that the row itself declares, by their indices.
  var fields: [Field] = []

  /// The properties for which the class declares accessors: the entity's own in the order of the file,
  /// before them those of ancestors that have no class to declare them.
  var accessors: [PropertyLocation] = []

  /// The names of all accessors that the class has, inherited ones too; only for a class in a line with
  /// others.
  var names: Set<String> = []

  struct Field: Sendable {
    var location: PropertyLocation

    /// Which of the class's own accessors is that of the property.
    var accessor: Int?

    /// Whether the class has an accessor of the name, its own or an inherited one.
    var hasAccessor: Bool
  }
}

extension ContextModel {
  /// The shape of the class of an entity that owns its class.
  func shape(of entity: Int) -> GeneratedShape {
    var pending = [entity]
    while let next = pending.last.flatMap(superclassOwner), !pending.contains(next) {
      pending.append(next)
    }
    var shape = GeneratedShape()
    var owner: Int?
    for index in pending.reversed() {
      shape = self.shape(of: index, inheriting: shape, from: owner)
      owner = index
    }
    return shape
  }

  /// Whether the class of an entity is written by the generator, and for this entity.
  func isGenerated(_ entity: Int) -> Bool {
    ownsClass(entity)
      && !GenerationWish.ignore.isPresent(in: resolved.entities[entity].entity.userInfo)
  }

  func ownsClass(_ entity: Int) -> Bool {
    naming.className(of: entity) != nil && naming.classOwners[entity] == nil
  }

  /// The nearest ancestor whose objects have another class than those of the entity.
  func superclassEntity(of entity: Int) -> Int? {
    guard resolved.entities[entity].parent != nil else { return nil }
    let own = naming.className(of: entity)
    return resolved.lineage(of: resolved.entities[entity]).dropFirst().map(\.index).first {
      naming.className(of: $0).map { $0 != own } ?? false
    }
  }

  /// The classes from which others inherit.
  var superclasses: Set<String> {
    Set(
      resolved.entities.indices.filter(ownsClass)
        .compactMap { superclassEntity(of: $0).flatMap(naming.className(of:))?.bare }
    )
  }

  /// The class of people's own from which that of an entity inherits, if they wish for one: a name, perhaps
  /// with a module or arguments, and no other type.
  func wishedSuperclass(of entity: Int) -> String? {
    guard
      let type = resolved.entities[entity].entity.userInfo?[.superclass].flatMap(
        SwiftTypeText.init
      ),
      !type.isOptional, !type.text.hasPrefix("("), !type.text.hasPrefix("["),
      !naming.classNames.contains(type.text)
    else { return nil }
    return type.text
  }

  private func superclassOwner(of entity: Int) -> Int? {
    superclassEntity(of: entity).map { naming.classOwners[$0] ?? $0 }
  }

  private func shape(
    of entity: Int,
    inheriting parent: GeneratedShape,
    from owner: Int?
  ) -> GeneratedShape {
    var shape = GeneratedShape()
    shape.superclass = superclassEntity(of: entity)
    shape.rowParent = owner.flatMap { isGenerated($0) ? $0 : parent.rowParent }
    if resolved.standsAlone(entity), !naming.ownersOfSharedClasses.contains(entity) {
      addOwnProperties(of: entity, to: &shape)
      return shape
    }
    let missing = properties(of: entity) { self.ownsClass($0) }
    shape.accessors = missing.filter { !parent.names.contains(naming.property(at: $0).bare) }
    shape.names = parent.names.union(shape.accessors.map { naming.property(at: $0).bare })
    let rowParent = shape.rowParent
    let places = Dictionary(
      shape.accessors.enumerated().map { ($0.element, $0.offset) },
      uniquingKeysWith: { first, _ in first }
    )
    shape.fields = sorted(
      properties(of: entity) { $0 == rowParent || self.isGenerated($0) }.map { location in
        GeneratedShape.Field(
          location: location,
          accessor: places[location],
          hasAccessor: shape.names.contains(naming.property(at: location).bare)
        )
      }
    )
    return shape
  }

  /// The shape of a class that stands alone, as most do, is that of the entity.
  private func addOwnProperties(of entity: Int, to shape: inout GeneratedShape) {
    shape.accessors = resolved.entities[entity].entity.properties.indices.map {
      PropertyLocation(entity: entity, property: $0)
    }
    shape.fields = sorted(
      shape.accessors.enumerated().map {
        GeneratedShape.Field(location: $0.element, accessor: $0.offset, hasAccessor: true)
      }
    )
  }

  private func sorted(_ fields: [GeneratedShape.Field]) -> [GeneratedShape.Field] {
    fields
      .map { (index: indices[$0.location] ?? 0, field: $0) }
      .sorted { $0.index < $1.index }
      .map(\.field)
  }

  /// The properties of an entity and of its ancestors below the first that provides for its own, the
  /// farthest ancestor first; nothing that is declared twice.
  private func properties(
    of entity: Int,
    belowFirst providesForItself: (Int) -> Bool
  ) -> [PropertyLocation] {
    let own = naming.className(of: entity)
    let lineage = resolved.lineage(of: resolved.entities[entity]).map(\.index)
    let end = lineage.dropFirst().firstIndex {
      providesForItself($0) && naming.className(of: $0) != own
    }
    var known: Set<String> = []
    for ancestor in lineage[(end ?? lineage.endIndex)...] {
      known.formUnion(resolved.entities[ancestor].entity.properties.map(\.name))
    }
    return lineage[..<(end ?? lineage.endIndex)].reversed().flatMap { index in
      let names = resolved.entities[index].entity.properties.map(\.name)
      return names.indices.compactMap { position in
        known.insert(names[position]).inserted
          ? PropertyLocation(entity: index, property: position) : nil
      }
    }
  }
}

extension ResolvedModel {
  /// Whether an entity has neither ancestors nor descendants, as most have not.
  func standsAlone(_ entity: Int) -> Bool {
    entities[entity].parent == nil && entities[entity].children.isEmpty
  }
}
