import ManagedModel

/// The members of the class that is generated for an entity, and those that it inherits.
///
/// Parents are entities, superclasses are classes, and the two may differ: an entity may have no
/// class, share that of another, or have one that is written by hand.
struct GeneratedShape: Sendable {
  /// The entity whose class is the superclass: the nearest ancestor with another class; nil if there is
  /// none.
  var superclass: Int?

  /// The entity of the nearest superclass that is generated.
  var generatedSuperclass: Int?

  /// The entities of the generated superclasses that have keys, the farthest first.
  var superkeys: [Int] = []

  /// The properties that the class numbers, in the order of their indices: the entity's own, and those of ancestors
  /// without a generated class.
  var keys: [Key] = []

  /// The keys whose names no generated superclass declares.
  var names: [PropertyLocation] = []

  /// The Swift names of all ``names`` of the class, inherited ones included; empty for a class without relatives.
  var namesInLine: Set<String> = []

  /// The entity of the nearest generated superclass that has names.
  var supernames: Int?

  /// The properties for which the class declares accessors: the entity's own in the order of the file,
  /// preceded by those of ancestors without a class.
  var accessors: [PropertyLocation] = []

  /// The Swift names of all accessors of the class, inherited ones included; empty for a class without relatives.
  var accessorsInLine: Set<String> = []

  struct Key: Sendable {
    var location: PropertyLocation

    /// The position of the property's accessor among those of the class.
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

  /// Whether the class of an entity is generated, and for this entity.
  func isGenerated(_ entity: Int) -> Bool {
    ownsClass(entity)
      && !UserInfoOption.ignore.isPresent(in: resolved.entities[entity].entity.userInfo)
  }

  func ownsClass(_ entity: Int) -> Bool {
    naming.className(of: entity) != nil && naming.classOwners[entity] == nil
  }

  /// The nearest ancestor with another class than the entity's.
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

  /// The user-defined superclass of an entity's class that user info names, with an optional
  /// module and arguments; any other type is ignored.
  func customSuperclass(of entity: Int) -> String? {
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
    if resolved.standsAlone(entity), naming.sharersOfClasses[entity] == nil {
      addOwnProperties(of: entity, to: &shape)
      return shape
    }
    inherit(from: parent, of: owner, to: &shape)
    let missing = properties(of: entity) { self.ownsClass($0) }
    shape.accessors = missing.filter { !parent.accessorsInLine.contains(swiftName(of: $0)) }
    shape.accessorsInLine.formUnion(shape.accessors.map(swiftName))
    let generatedSuperclass = shape.generatedSuperclass
    let places = Dictionary(
      shape.accessors.enumerated().map { ($0.element, $0.offset) },
      uniquingKeysWith: { first, _ in first }
    )
    let numbered = properties(of: entity) { $0 == generatedSuperclass || self.isGenerated($0) }
    shape.keys = sorted(
      numbered.map { location in
        GeneratedShape.Key(
          location: location,
          accessor: places[location],
          hasAccessor: shape.accessorsInLine.contains(swiftName(of: location))
        )
      }
    )
    if isGenerated(entity) {
      shape.names = numbered.filter {
        shape.namesInLine.insert(swiftName(of: $0)).inserted
      }
    }
    return shape
  }

  /// Adds the members that a class inherits from its superclass, the class of the entity `owner`.
  private func inherit(
    from parent: GeneratedShape,
    of owner: Int?,
    to shape: inout GeneratedShape
  ) {
    shape.accessorsInLine = parent.accessorsInLine
    shape.namesInLine = parent.namesInLine
    guard let owner else { return }
    let isGenerated = isGenerated(owner)
    shape.generatedSuperclass = isGenerated ? owner : parent.generatedSuperclass
    shape.superkeys = parent.superkeys + (isGenerated && !parent.keys.isEmpty ? [owner] : [])
    shape.supernames = isGenerated && !parent.names.isEmpty ? owner : parent.supernames
  }

  private func swiftName(of location: PropertyLocation) -> String {
    naming.property(at: location).bare
  }

  /// Adds the properties of the entity itself, which suffices for a class without ancestors, as most are.
  private func addOwnProperties(of entity: Int, to shape: inout GeneratedShape) {
    shape.accessors = resolved.entities[entity].entity.properties.indices.map {
      PropertyLocation(entity: entity, property: $0)
    }
    shape.keys = sorted(
      shape.accessors.enumerated().map {
        GeneratedShape.Key(location: $0.element, accessor: $0.offset, hasAccessor: true)
      }
    )
    shape.names = shape.accessors
  }

  private func sorted(_ keys: [GeneratedShape.Key]) -> [GeneratedShape.Key] {
    keys
      .map { (index: indices[$0.location] ?? 0, key: $0) }
      .sorted { $0.index < $1.index }
      .map(\.key)
  }

  /// The properties of an entity and of its ancestors below the first that declares its own, the
  /// farthest ancestor first; each once.
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
  /// Whether an entity has neither ancestors nor descendants, like most entities.
  func standsAlone(_ entity: Int) -> Bool {
    entities[entity].parent == nil && entities[entity].children.isEmpty
  }
}
