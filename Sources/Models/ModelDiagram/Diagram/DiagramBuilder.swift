import ManagedModel

extension DiagramModel {
  /// The diagram of a model.
  package init(_ model: ResolvedModel, title: String) {
    self = DiagramBuilder(model).diagram(title: title)
  }

  /// Marks what differs from an earlier version.
  ///
  /// - Parameter marks: The marks of boxes by name, and of their rows by the names of box and row.
  package mutating func mark(_ marks: DiagramMarks) {
    for box in boxes.indices {
      let name = boxes[box].name
      boxes[box].mark = marks.boxes[name]
      guard let rows = marks.rows[name] else { continue }
      for compartment in boxes[box].compartments.indices {
        for row in boxes[box].compartments[compartment].rows.indices {
          let name = boxes[box].compartments[compartment].rows[row].name
          boxes[box].compartments[compartment].rows[row].mark = rows[name]
        }
      }
    }
  }
}

/// The differences that a diagram marks, by names.
package struct DiagramMarks: Sendable, Hashable {
  package var boxes: [String: DiagramMark] = [:]
  package var rows: [String: [String: DiagramMark]] = [:]

  package init() {}
}

/// Turns a model into the boxes and edges of its diagram.
private struct DiagramBuilder {
  private let model: ResolvedModel

  /// The entities, as indexes of the model, in the order of their boxes.
  private let order: [Int]
  private let composites: [Composite]

  /// The box of each entity, by the entity's index in the model.
  private let boxOfEntity: [Int]
  private let boxOfComposite: [String: Int]

  init(_ model: ResolvedModel) {
    self.model = model
    let entities = model.entities
    order = entities.indices.sorted { left, right in
      let (first, second) = (entities[left].name, entities[right].name)
      return first.utf8.elementsEqual(second.utf8)
        ? left < right : first.precedesByCodePoint(second)
    }
    var boxes = Array(repeating: 0, count: order.count)
    for (box, entity) in order.enumerated() { boxes[entity] = box }
    boxOfEntity = boxes
    composites = model.model.composites.sorted { $0.name.precedesByCodePoint($1.name) }
    let first = order.count
    boxOfComposite = Dictionary(
      composites.enumerated().map { ($0.element.name, first + $0.offset) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  func diagram(title: String) -> DiagramModel {
    DiagramModel(
      title: title,
      boxes: order.map { box(of: model.entities[$0].entity) } + composites.map(box(of:)),
      edges: inheritance() + order.flatMap(relationships(of:)) + uses()
    )
  }

  private func box(of entity: Entity) -> DiagramNode {
    let compartments = [
      DiagramCompartment(kind: .attributes, rows: entity.attributes.map(row(of:))),
      DiagramCompartment(kind: .relationships, rows: entity.relationships.map(row(of:))),
      DiagramCompartment(kind: .fetchedProperties, rows: entity.fetchedProperties.map(row(of:))),
    ]
    return DiagramNode(
      name: entity.name,
      kind: .entity,
      isAbstract: entity.isAbstract,
      compartments: compartments.filter { !$0.rows.isEmpty }
    )
  }

  private func box(of composite: Composite) -> DiagramNode {
    let rows = composite.attributes.map(row(of:))
    return DiagramNode(
      name: composite.name,
      kind: .composite,
      isAbstract: false,
      compartments: rows.isEmpty ? [] : [DiagramCompartment(kind: .attributes, rows: rows)]
    )
  }

  private func row(of attribute: Attribute) -> DiagramRow {
    DiagramRow(
      name: attribute.name,
      type: typeName(of: attribute),
      isOptional: attribute.isOptional,
      isDerived: attribute.isDerived,
      isTransient: attribute.isTransient
    )
  }

  private func row(of relationship: Relationship) -> DiagramRow {
    DiagramRow(
      name: relationship.name,
      type: relationship.destinationName ?? "?",
      isOptional: relationship.isOptional,
      isTransient: relationship.isTransient,
      multiplicity: Multiplicity(relationship)
    )
  }

  private func row(of property: FetchedProperty) -> DiagramRow {
    DiagramRow(
      name: property.name,
      type: property.fetchRequest?.entityName ?? "?",
      isOptional: false
    )
  }

  private func typeName(of attribute: Attribute) -> String {
    switch attribute.type {
    case .undefined: "Undefined"
    case .objectID: "Object ID"
    case .composite: attribute.compositeName ?? "Composite"
    case .transformable: className(of: attribute) ?? "Transformable"
    default: attribute.type.fileName ?? "?"
    }
  }
}

extension DiagramBuilder {
  /// The class of the values; a dot in front stands for the module of the app.
  private func className(of attribute: Attribute) -> String? {
    guard let written = attribute.customClassName else { return nil }
    let name = written.hasPrefix(".") ? String(written.dropFirst()) : written
    return name.isEmpty ? nil : name
  }

  private func inheritance() -> [DiagramEdge] {
    order.compactMap { index in
      guard let parent = model.entities[index].parent else { return nil }
      return DiagramEdge(
        kind: .inheritance,
        tail: DiagramEnd(box: boxOfEntity[parent]),
        head: DiagramEnd(box: boxOfEntity[index])
      )
    }
  }

  private func relationships(of index: Int) -> [DiagramEdge] {
    let entity = model.entities[index]
    return entity.entity.properties.indices.compactMap { position in
      edge(of: PropertyLocation(entity: index, property: position))
    }
  }

  /// The edge that begins at a relationship, or nil where there is none: the destination is unknown,
  /// or the edge of the inverse stands for both.
  private func edge(of location: PropertyLocation) -> DiagramEdge? {
    let ends = model.entities[location.entity].ends[location.property]
    guard case .relationship(let relationship) = model.property(at: location) else { return nil }
    guard let inverse = mutualInverse(of: location) else {
      guard let destination = ends.destination else { return nil }
      return DiagramEdge(
        kind: .relationship,
        tail: end(at: location),
        head: DiagramEnd(
          box: boxOfEntity[destination],
          multiplicity: Multiplicity(relationship)
        )
      )
    }
    if inverse == location {
      return loop(of: relationship, at: location)
    }
    guard isFirst(location, of: inverse) else { return nil }
    var tail = end(at: location)
    var head = end(at: inverse)
    head.multiplicity = Multiplicity(relationship)
    tail.multiplicity = model.property(at: inverse).relationship.map(Multiplicity.init)
    return DiagramEdge(kind: .relationship, tail: tail, head: head)
  }

  /// A relationship that is its own inverse: friends of friends.
  private func loop(of relationship: Relationship, at location: PropertyLocation) -> DiagramEdge {
    let multiplicity = Multiplicity(relationship)
    var tail = end(at: location)
    tail.multiplicity = multiplicity
    return DiagramEdge(
      kind: .relationship,
      tail: tail,
      head: DiagramEnd(box: tail.box, multiplicity: multiplicity)
    )
  }

  /// The inverse, if the two relationships name each other.
  ///
  /// An inverse named by one side only does not make a pair.
  private func mutualInverse(of location: PropertyLocation) -> PropertyLocation? {
    let ends = model.entities[location.entity].ends[location.property]
    guard let inverse = ends.inverse else { return nil }
    let back = model.entities[inverse.entity].ends[inverse.property]
    return back.inverse == location ? inverse : nil
  }

  private func isFirst(_ location: PropertyLocation, of inverse: PropertyLocation) -> Bool {
    let box = boxOfEntity[location.entity]
    let other = boxOfEntity[inverse.entity]
    return box == other ? location.property < inverse.property : box < other
  }

  private func end(at location: PropertyLocation) -> DiagramEnd {
    DiagramEnd(box: boxOfEntity[location.entity], row: row(at: location))
  }

  /// The row of a relationship: after all attributes, in the order of the file.
  private func row(at location: PropertyLocation) -> Int {
    let properties = model.entities[location.entity].entity.properties
    let attributes = properties.count { $0.attribute != nil }
    let earlier = properties[..<location.property].count { $0.relationship != nil }
    return attributes + earlier
  }

  /// Edges from attributes to the composites that are their types.
  private func uses() -> [DiagramEdge] {
    let entities = order.map { model.entities[$0].entity.attributes }
    let all = entities + composites.map(\.attributes)
    return all.enumerated().flatMap { box, attributes in
      attributes.enumerated().compactMap { row, attribute in
        guard attribute.type == .composite, let name = attribute.compositeName,
          let composite = boxOfComposite[name]
        else { return nil }
        return DiagramEdge(
          kind: .composite,
          tail: DiagramEnd(box: box, row: row),
          head: DiagramEnd(box: composite)
        )
      }
    }
  }
}
