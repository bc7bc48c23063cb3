import ManagedModel

/// Computes the shapes of entities that belong together.
struct ShapeBuilder {
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var shapes: [ObjectIdentifier: EntityShape] = [:]

  /// Sets the shape of every entity and makes all of them immutable.
  static func settle(_ entities: [NSEntityDescription]) {
    var builder = Self()
    let all = builder.complete(entities)
    for (offset, entity) in all.enumerated() {
      builder.numbers[ObjectIdentifier(entity)] = offset + 1
    }
    for entity in all { builder.build(entity) }
    for entity in all { builder.connect(entity) }
    for entity in all { entity.lock() }
  }

  /// The entities together with all their ancestors, by name.
  private func complete(_ entities: [NSEntityDescription]) -> [NSEntityDescription] {
    var seen: Set<ObjectIdentifier> = []
    return entities.flatMap(\.lineage)
      .filter { seen.insert(ObjectIdentifier($0)).inserted }
      .sorted { ($0.name ?? "").precedesByCodePoint($1.name ?? "") }
  }

  private mutating func build(_ entity: NSEntityDescription) {
    for ancestor in entity.lineage.reversed() where shapes[ObjectIdentifier(ancestor)] == nil {
      let parent = ancestor.parent.flatMap { shapes[ObjectIdentifier($0)] }
      let shape = EntityShape(
        of: ancestor,
        number: numbers[ObjectIdentifier(ancestor)] ?? 0,
        parent: parent,
        properties: Self.properties(of: ancestor, parent: parent)
      )
      // The shape and its entity retain each other, so that neither is ever freed. Each object retains its shape, and
      // each request its entity.
      Unmanaged.passUnretained(shape).makeImmortal()
      Unmanaged.passUnretained(ancestor).makeImmortal()
      shapes[ObjectIdentifier(ancestor)] = shape
    }
  }

  private static func properties(
    of entity: NSEntityDescription,
    parent: EntityShape?
  ) -> [NSPropertyDescription] {
    var result = parent?.properties ?? []
    let own = entity.ownProperties
    let indices = PropertyIndexRule.indices(of: own.map(\.name), after: result.count) {
      parent?.index(of: $0)
    }
    for (position, index) in indices {
      if index < result.count {
        result[index] = own[position]
      } else {
        result.append(own[position])
      }
    }
    return result
  }

  private func connect(_ entity: NSEntityDescription) {
    guard let shape = shapes[ObjectIdentifier(entity)] else { return }
    let slots = shape.properties.map { property in
      let destination = (property as? NSRelationshipDescription)?.destinationEntity
      return PropertyShape(
        of: property,
        destination: destination.flatMap { shapes[ObjectIdentifier($0)] }
      )
    }
    let subshapes = entity.subentities
      .compactMap { shapes[ObjectIdentifier($0)] }
      .sorted { $0.number < $1.number }
    shape.connect(slots: slots, subshapes: subshapes)
    entity.settledShape = shape
  }
}
