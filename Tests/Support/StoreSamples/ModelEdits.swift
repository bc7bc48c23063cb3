import ManagedModel
import ModelComparison

/// Generates plausible random models and edits of them: everything that Core Data can migrate, and with
/// ``allowsObstacles`` what it cannot.
package struct ModelEdits {
  var random: SeededRandom
  private var count = 0
  package var allowsObstacles: Bool

  /// Whether half of the edits change both ends of relationships, and numeric types.
  package var changesConnections: Bool

  package init(seed: UInt64, allowsObstacles: Bool = false, changesConnections: Bool = false) {
    random = SeededRandom(seed)
    self.allowsObstacles = allowsObstacles
    self.changesConnections = changesConnections
  }

  mutating func chance(_ part: Int) -> Bool {
    Int.random(in: 0..<part, using: &random) == 0
  }

  mutating func fresh(_ prefix: String) -> String {
    count += 1
    // Names from all over the alphabet, so that the order of entities changes.
    let letter = ["a", "f", "m", "q", "z"].randomElement(using: &random) ?? "a"
    return "\(letter)\(prefix)\(count)"
  }

  package mutating func model() -> Model {
    var model = Model()
    for _ in 0..<Int.random(in: 1...5, using: &random) { addEntity(&model) }
    for _ in 0..<Int.random(in: 0...4, using: &random) { addRelationship(&model) }
    if changesConnections {
      for _ in 0..<2 { addRelationship(&model) }
      for _ in 0..<2 { changeConnection(&model) }
    }
    return model
  }

  package mutating func edited(_ model: Model) -> Model {
    var model = model
    for _ in 0..<Int.random(in: 1...4, using: &random) { edit(&model) }
    return model
  }

  private mutating func edit(_ model: inout Model) {
    if changesConnections, chance(2) { return changeConnection(&model) }
    switch Int.random(in: 0..<16, using: &random) {
    case 0: addEntity(&model)
    case 1: removeEntity(&model)
    case 2: renameEntity(&model)
    case 3, 4: addAttribute(&model)
    case 5: removeProperty(&model)
    case 6, 7: renameProperty(&model)
    case 8: changeAttribute(&model)
    case 9: addRelationship(&model)
    case 10, 11: changeRelationship(&model)
    case 12: moveUp(&model)
    case 13: moveDown(&model)
    case 14: addIndex(&model)
    default: reparent(&model)
    }
  }

  private mutating func entity(_ model: Model) -> Int? {
    model.entities.indices.randomElement(using: &random)
  }

  private mutating func addEntity(_ model: inout Model) {
    var entity = Entity(name: fresh("Entity").capitalized)
    if chance(3) { entity.parentName = model.entities.randomElement(using: &random)?.name }
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      entity.properties.append(.attribute(attribute()))
    }
    model.entities.append(entity)
  }

  private mutating func attribute() -> Attribute {
    let types: [AttributeType] = [
      .integer16, .integer64, .decimal, .double, .string, .boolean, .date, .binary, .uuid, .uri,
    ]
    var attribute = Attribute(
      name: fresh("value"),
      type: types.randomElement(using: &random) ?? .string,
      isOptional: true
    )
    if chance(3) {
      if attribute.type == .string { attribute.defaultValueText = "it's" }
      if attribute.type.isNumeric { attribute.defaultValueText = "7" }
      if attribute.type == .boolean { attribute.defaultValueText = "YES" }
      attribute.isOptional = attribute.defaultValue == nil
    }
    return attribute
  }

  private mutating func addAttribute(_ model: inout Model) {
    guard let index = entity(model) else { return }
    var attribute = attribute()
    if allowsObstacles, chance(4) {
      attribute.isOptional = false
      attribute.defaultValueText = nil
    }
    model.entities[index].properties.append(.attribute(attribute))
  }

  private mutating func addRelationship(_ model: inout Model) {
    guard let source = entity(model), let destination = entity(model) else { return }
    var forward = Relationship(
      name: fresh("link"),
      destinationName: model.entities[destination].name,
      isToMany: chance(2),
      isOptional: true
    )
    forward.isOrdered = forward.isToMany && chance(4)
    if !chance(5) {
      var back = Relationship(
        name: fresh("back"),
        destinationName: model.entities[source].name,
        isToMany: chance(2),
        isOptional: true,
        inverseName: forward.name,
        inverseEntityName: model.entities[source].name
      )
      back.isOrdered = back.isToMany && chance(4)
      forward.inverseName = back.name
      forward.inverseEntityName = model.entities[destination].name
      model.entities[destination].properties.append(.relationship(back))
    }
    model.entities[source].properties.append(.relationship(forward))
  }

  private mutating func removeEntity(_ model: inout Model) {
    guard model.entities.count > 1, let index = entity(model) else { return }
    let name = model.entities[index].name
    guard !model.entities.contains(where: { $0.parentName == name }) else { return }
    model.entities.remove(at: index)
    for index in model.entities.indices {
      model.entities[index].properties.removeAll { $0.relationship?.destinationName == name }
    }
  }

  private mutating func renameEntity(_ model: inout Model) {
    guard let index = entity(model) else { return }
    let name = model.entities[index].name
    let renamed = fresh("Renamed").capitalized
    model.entities[index].name = renamed
    model.entities[index].renamingIdentifier = name
    for index in model.entities.indices {
      if model.entities[index].parentName == name { model.entities[index].parentName = renamed }
      for position in model.entities[index].properties.indices {
        change(&model.entities[index].properties[position]) { relationship in
          if relationship.destinationName == name { relationship.destinationName = renamed }
          if relationship.inverseEntityName == name { relationship.inverseEntityName = renamed }
        }
      }
    }
  }

  func change(_ property: inout Property, _ body: (inout Relationship) -> Void) {
    guard var relationship = property.relationship else { return }
    body(&relationship)
    property = .relationship(relationship)
  }

  private mutating func property(_ model: Model) -> (Int, Int)? {
    guard let index = entity(model),
      let position = model.entities[index].properties.indices.randomElement(using: &random)
    else { return nil }
    return (index, position)
  }

  private mutating func removeProperty(_ model: inout Model) {
    guard let (index, position) = property(model) else { return }
    let property = model.entities[index].properties.remove(at: position)
    forget(property.name, in: &model)
  }

  /// Removes a property from indexes, constraints and inverses.
  private func forget(_ name: String, in model: inout Model) {
    for index in model.entities.indices {
      model.entities[index].fetchIndexes.removeAll {
        $0.elements.contains { $0.propertyName == name }
      }
      model.entities[index].uniquenessConstraints?.removeAll {
        $0.members.contains { $0.name == name }
      }
      for position in model.entities[index].properties.indices {
        change(&model.entities[index].properties[position]) { relationship in
          if relationship.inverseName == name { relationship.inverseName = nil }
        }
      }
    }
  }

  private mutating func renameProperty(_ model: inout Model) {
    guard let (index, position) = property(model) else { return }
    let name = model.entities[index].properties[position].name
    let renamed = fresh("renamed")
    switch model.entities[index].properties[position] {
    case .attribute(var attribute):
      attribute.name = renamed
      attribute.renamingIdentifier = name
      model.entities[index].properties[position] = .attribute(attribute)
      forget(name, in: &model)
    case .relationship(var relationship):
      relationship.name = renamed
      relationship.renamingIdentifier = name
      model.entities[index].properties[position] = .relationship(relationship)
      for index in model.entities.indices {
        for position in model.entities[index].properties.indices {
          change(&model.entities[index].properties[position]) { other in
            if other.inverseName == name { other.inverseName = renamed }
          }
        }
      }
    case .fetchedProperty: return
    }
  }

  private mutating func changeAttribute(_ model: inout Model) {
    guard let (index, position) = property(model),
      case .attribute(var attribute) = model.entities[index].properties[position]
    else { return }
    if allowsObstacles, chance(2) {
      attribute.type =
        AttributeType.allCases.filter { $0.fileName != nil && $0 != .composite }
        .randomElement(using: &random) ?? .string
    } else {
      attribute.isOptional = true
    }
    model.entities[index].properties[position] = .attribute(attribute)
  }

  private mutating func changeRelationship(_ model: inout Model) {
    guard let (index, position) = property(model) else { return }
    let turns = chance(2)
    change(&model.entities[index].properties[position]) { relationship in
      if turns {
        relationship.isToMany.toggle()
        relationship.maximumCount = relationship.isToMany ? nil : 1
        if !relationship.isToMany { relationship.isOrdered = false }
      } else if relationship.isToMany {
        relationship.isOrdered.toggle()
      }
    }
  }

  private mutating func moveUp(_ model: inout Model) {
    guard let (index, position) = property(model),
      let parent = model.entities.firstIndex(where: {
        $0.name == model.entities[index].parentName
      }),
      case .attribute(let attribute) = model.entities[index].properties[position]
    else { return }
    model.entities[index].properties.remove(at: position)
    forget(attribute.name, in: &model)
    model.entities[parent].properties.append(.attribute(attribute))
  }

  private mutating func moveDown(_ model: inout Model) {
    guard let (index, position) = property(model),
      case .attribute(let attribute) = model.entities[index].properties[position]
    else { return }
    let children = model.entities.indices.filter {
      model.entities[$0].parentName == model.entities[index].name
    }
    guard !children.isEmpty else { return }
    model.entities[index].properties.remove(at: position)
    forget(attribute.name, in: &model)
    for child in children { model.entities[child].properties.append(.attribute(attribute)) }
  }

  private mutating func addIndex(_ model: inout Model) {
    guard let (index, position) = property(model),
      let attribute = model.entities[index].properties[position].attribute
    else { return }
    if chance(2), [.string, .integer64, .double].contains(attribute.type) {
      model.entities[index].uniquenessConstraints = [
        UniquenessConstraint(members: [PropertyReference(attribute.name)])
      ]
    } else {
      model.entities[index].fetchIndexes.append(
        FetchIndex(
          name: fresh("index"),
          elements: [FetchIndexElement(propertyName: attribute.name, isAscending: chance(2))]
        )
      )
    }
  }

  /// Moves an entity out of its tree, or below a sibling; below an unrelated entity only if obstacles are allowed.
  private mutating func reparent(_ model: inout Model) {
    guard let index = entity(model) else { return }
    if model.entities[index].parentName != nil, chance(2) {
      model.entities[index].parentName = nil
    } else if allowsObstacles {
      model.entities[index].parentName = model.entities.randomElement(using: &random)?.name
    }
  }
}

extension String {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
