import ManagedModel

/// Edits of both ends of relationships: of inverses, counts, ordering, and destinations.
extension ModelEdits {
  mutating func changeConnection(_ model: inout Model) {
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1: exchangeInverses(&model)
    case 2: detach(&model)
    case 3: attach(&model)
    case 4: addOtherEnd(&model)
    case 5: redirect(&model)
    case 6: retypeNumber(&model)
    case 7: removeOneEnd(&model)
    default: changeEnd(&model)
    }
  }

  /// A relationship, by its position in the model.
  private struct Place: Hashable {
    var entity: Int
    var property: Int
  }

  private func relationship(_ place: Place, _ model: Model) -> Relationship? {
    model.entities[place.entity].properties[place.property].relationship
  }

  private func places(_ model: Model, where condition: (Int, Relationship) -> Bool) -> [Place] {
    model.entities.indices.flatMap { entity in
      model.entities[entity].properties.indices.compactMap { position in
        model.entities[entity].properties[position].relationship.flatMap {
          condition(entity, $0) ? Place(entity: entity, property: position) : nil
        }
      }
    }
  }

  private mutating func anyPlace(_ model: Model) -> Place? {
    places(model) { _, _ in true }.randomElement(using: &random)
  }

  private func inverse(of place: Place, _ model: Model) -> Place? {
    guard let one = relationship(place, model), let name = one.inverseName else { return nil }
    return places(model) { entity, other in
      model.entities[entity].name == one.inverseEntityName && other.name == name
    }.first
  }

  private func set(_ place: Place, _ model: inout Model, _ body: (inout Relationship) -> Void) {
    change(&model.entities[place.entity].properties[place.property], body)
  }

  private func connect(_ one: Place, _ other: Place, _ model: inout Model) {
    let names = [one, other].map { relationship($0, model)?.name }
    let owners = [one, other].map { model.entities[$0.entity].name }
    set(one, &model) {
      $0.inverseName = names[1]
      $0.inverseEntityName = owners[1]
    }
    set(other, &model) {
      $0.inverseName = names[0]
      $0.inverseEntityName = owners[0]
    }
  }

  private func disconnect(_ place: Place, _ model: inout Model) {
    for end in [inverse(of: place, model), place].compactMap({ $0 }) {
      set(end, &model) {
        $0.inverseName = nil
        $0.inverseEntityName = nil
      }
    }
  }

  /// Swaps the inverses of two pairs of relationships between the same entities.
  private mutating func exchangeInverses(_ model: inout Model) {
    guard let one = anyPlace(model), let back = inverse(of: one, model), back != one else {
      return attach(&model)
    }
    let others = places(model) { entity, other in
      entity == one.entity && other.name != relationship(one, model)?.name
        && other.destinationName == relationship(one, model)?.destinationName
    }.filter { $0 != back && inverse(of: $0, model).map { $0 != one && $0 != back } ?? false }
    guard let other = others.randomElement(using: &random),
      let otherBack = inverse(of: other, model), otherBack != other
    else { return changeEnd(&model) }
    connect(one, otherBack, &model)
    connect(other, back, &model)
    if chance(2) { changeEnd(one, &model) }
    if chance(2) { changeEnd(back, &model) }
  }

  private mutating func detach(_ model: inout Model) {
    guard let place = anyPlace(model) else { return }
    disconnect(place, &model)
  }

  /// Makes two relationships without inverses the inverses of each other, or one its own inverse.
  private mutating func attach(_ model: inout Model) {
    let free = places(model) { _, one in one.inverseName == nil }
    guard let one = free.randomElement(using: &random),
      let destination = relationship(one, model)?.destinationName
    else { return }
    let others = free.filter {
      model.entities[$0.entity].name == destination
        && relationship($0, model)?.destinationName == model.entities[one.entity].name
    }
    guard let other = others.randomElement(using: &random) else { return addOtherEnd(&model) }
    connect(one, other, &model)
  }

  private mutating func addOtherEnd(_ model: inout Model) {
    let free = places(model) { _, one in one.inverseName == nil }
    guard let one = free.randomElement(using: &random), let known = relationship(one, model),
      let destination = model.entities.firstIndex(where: { $0.name == known.destinationName })
    else { return }
    var back = Relationship(
      name: fresh("other"),
      destinationName: model.entities[one.entity].name,
      isToMany: chance(2),
      isOptional: true
    )
    back.isOrdered = back.isToMany && chance(4)
    model.entities[destination].properties.append(.relationship(back))
    let last = model.entities[destination].properties.indices.last ?? 0
    connect(one, Place(entity: destination, property: last), &model)
  }

  /// Changes the destination of a relationship to a parent or child of the old one, and removes its inverse.
  private mutating func redirect(_ model: inout Model) {
    guard let place = anyPlace(model), let known = relationship(place, model) else { return }
    let parent = model.entities.first { $0.name == known.destinationName }?.parentName
    let children = model.entities.filter { $0.parentName == known.destinationName }.map(\.name)
    guard let name = (children + [parent].compactMap { $0 }).randomElement(using: &random) else {
      return changeEnd(&model)
    }
    disconnect(place, &model)
    set(place, &model) { $0.destinationName = name }
  }

  private mutating func retypeNumber(_ model: inout Model) {
    let numbers = model.entities.indices.flatMap { entity in
      model.entities[entity].properties.indices.compactMap { position in
        model.entities[entity].properties[position].attribute.flatMap {
          $0.type.isNumeric && $0.type != .decimal || $0.type == .boolean ? (entity, position) : nil
        }
      }
    }
    guard let (entity, position) = numbers.randomElement(using: &random),
      var attribute = model.entities[entity].properties[position].attribute
    else { return changeEnd(&model) }
    let types: [AttributeType] = [.integer16, .integer32, .integer64, .double, .float, .boolean]
    attribute.type = types.randomElement(using: &random) ?? .double
    attribute.defaultValueText = nil
    attribute.isOptional = true
    model.entities[entity].properties[position] = .attribute(attribute)
  }

  /// Removes one relationship of an inverse pair.
  private mutating func removeOneEnd(_ model: inout Model) {
    guard let place = anyPlace(model), let back = inverse(of: place, model), back != place else {
      return
    }
    disconnect(place, &model)
    model.entities[place.entity].properties.remove(at: place.property)
  }

  private mutating func changeEnd(_ model: inout Model) {
    guard let place = anyPlace(model) else { return }
    changeEnd(place, &model)
  }

  private mutating func changeEnd(_ place: Place, _ model: inout Model) {
    let kind = Int.random(in: 0..<3, using: &random)
    let rule = [DeleteRule.nullify, .cascade, .deny, .noAction].randomElement(using: &random)
    set(place, &model) { relationship in
      switch kind {
      case 0:
        relationship.isToMany.toggle()
        relationship.maximumCount = relationship.isToMany ? nil : 1
        if !relationship.isToMany { relationship.isOrdered = false }
      case 1: relationship.isOrdered = relationship.isToMany && !relationship.isOrdered
      default: relationship.writtenDeleteRule = rule
      }
    }
  }
}
