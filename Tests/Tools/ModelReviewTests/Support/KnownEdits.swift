import ManagedModel
import ModelComparison
import StoreSamples

/// Creates random models and edits them, and records the expected result of a comparison for each edit.
///
/// No two edits concern the same element, not even edits on different sides of a merge.
struct KnownEdits {
  private var random: SeededRandom
  private var count = 0

  /// The elements that were edited, or that an edit needs, as `Entity` and `Entity.property`.
  private var used: Set<String> = []

  init(seed: UInt64) {
    random = SeededRandom(seed)
  }

  private mutating func chance(_ part: Int) -> Bool {
    Int.random(in: 0..<part, using: &random) == 0
  }

  private mutating func fresh() -> String {
    count += 1
    let letters = "abcdefghijklmnopqrstuvwxyz"
    let name = (0..<6).map { _ in letters.randomElement(using: &random) ?? "a" }
    return String(name) + "\(count)"
  }

  // MARK: Models

  mutating func model() -> Model {
    var model = Model()
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      var entity = Entity(name: fresh().capitalized)
      if chance(4) { entity.parentName = model.entities.randomElement(using: &random)?.name }
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        entity.properties.append(.attribute(attribute()))
      }
      model.entities.append(entity)
    }
    for _ in 0..<Int.random(in: 0...4, using: &random) { connect(&model) }
    return model
  }

  private mutating func attribute() -> Attribute {
    let types: [AttributeType] = [.integer32, .string, .boolean, .date, .binary, .uuid, .double]
    return Attribute(
      name: fresh(),
      type: types.randomElement(using: &random) ?? .string,
      isOptional: true
    )
  }

  private mutating func connect(_ model: inout Model) {
    let indices = model.entities.indices
    guard let one = indices.randomElement(using: &random),
      let other = indices.randomElement(using: &random)
    else { return }
    let (there, back) = (fresh(), fresh())
    func relationship(_ name: String, to entity: Int, _ inverse: String, isToMany: Bool) -> Property
    {
      .relationship(
        Relationship(
          name: name,
          destinationName: model.entities[entity].name,
          isToMany: isToMany,
          isOptional: true,
          inverseName: inverse,
          inverseEntityName: model.entities[entity].name
        )
      )
    }
    model.entities[one].properties.append(
      relationship(there, to: other, back, isToMany: chance(2))
    )
    model.entities[other].properties.append(
      relationship(back, to: one, there, isToMany: chance(2))
    )
  }

  // MARK: Edits

  /// Edits a model, and returns the expected result of a comparison.
  mutating func edit(_ model: inout Model, times: Int) -> Set<String> {
    var expected: Set<String> = []
    for _ in 0..<times {
      guard let change = edit(&model) else { continue }
      expected.insert(change)
    }
    return expected
  }

  private mutating func edit(_ model: inout Model) -> String? {
    switch Int.random(in: 0..<14, using: &random) {
    case 0: return addEntity(&model)
    case 1: return removeEntity(&model)
    case 2: return renameEntity(&model)
    case 3: return addAttribute(&model)
    case 4: return removeAttribute(&model)
    case 5: return addConstraint(&model)
    case 6: return addIndex(&model)
    case 7: return addFetchRequest(&model)
    case 8:
      return changeEntity(&model, "hash modifier") { $0.versionHashModifier = "2" }
    case 9:
      return changeRelationship(&model, "delete rule") {
        $0.writtenDeleteRule = $0.deleteRule == .cascade ? .nullify : .cascade
      }
    default: return changeAttribute(&model)
    }
  }

  private func isFree(_ name: String) -> Bool { !used.contains(name) }

  private mutating func addEntity(_ model: inout Model) -> String? {
    var entity = Entity(name: fresh().capitalized)
    entity.properties = [.attribute(attribute())]
    model.entities.append(entity)
    use(entity)
    return "added entity \(entity.name)"
  }

  private mutating func use(_ entity: Entity) {
    used.insert(entity.name)
    for property in entity.properties { used.insert("\(entity.name).\(property.name)") }
  }

  /// An entity without connections to others.
  private mutating func loner(_ model: Model) -> Int? {
    let parents = Set(model.entities.compactMap(\.parentName))
    return model.entities.indices.filter { index in
      let entity = model.entities[index]
      return isFree(entity.name) && isFree("\(entity.name).") && !parents.contains(entity.name)
        && entity.properties.allSatisfy {
          $0.relationship == nil && isFree("\(entity.name).\($0.name)")
        }
    }.randomElement(using: &random)
  }

  private mutating func removeEntity(_ model: inout Model) -> String? {
    guard let index = loner(model) else { return nil }
    use(model.entities[index])
    return "removed entity \(model.entities.remove(at: index).name)"
  }

  private mutating func renameEntity(_ model: inout Model) -> String? {
    guard let index = loner(model) else { return nil }
    let name = model.entities[index].name
    use(model.entities[index])
    model.entities[index].name = fresh().capitalized
    model.entities[index].renamingIdentifier = name
    use(model.entities[index])
    return "renamed entity \(model.entities[index].name) from \(name)"
  }

  private mutating func entity(_ model: Model) -> Int? {
    model.entities.indices.filter { index in
      isFree(model.entities[index].name) && isFree(model.entities[index].name + "!")
    }.randomElement(using: &random)
  }

  private mutating func addAttribute(_ model: inout Model) -> String? {
    guard let index = model.entities.indices.randomElement(using: &random) else { return nil }
    let entity = model.entities[index].name
    guard isFree(entity) else { return nil }
    let attribute = attribute()
    model.entities[index].properties.append(.attribute(attribute))
    used.insert("\(entity).\(attribute.name)")
    keep(entity)
    return "added attribute \(entity).\(attribute.name)"
  }

  /// An entity with an edited part is neither removed nor renamed; it may have more parts edited.
  private mutating func keep(_ entity: String) { used.insert("\(entity).") }

  private mutating func property(
    _ model: Model,
    where condition: (Property) -> Bool
  ) -> (entity: Int, property: Int)? {
    let all = model.entities.indices.flatMap { entity in
      model.entities[entity].properties.indices.map { (entity: entity, property: $0) }
    }
    let found = all.filter { place in
      let entity = model.entities[place.entity]
      let property = entity.properties[place.property]
      return isFree(entity.name) && isFree("\(entity.name).\(property.name)")
        && condition(property)
    }.randomElement(using: &random)
    guard let found else { return nil }
    let entity = model.entities[found.entity]
    keep(entity.name)
    used.insert("\(entity.name).\(entity.properties[found.property].name)")
    return found
  }

  private mutating func removeAttribute(_ model: inout Model) -> String? {
    guard let (entity, position) = property(model, where: { $0.attribute != nil }) else {
      return nil
    }
    let property = model.entities[entity].properties.remove(at: position)
    return "removed attribute \(model.entities[entity].name).\(property.name)"
  }

  private mutating func changeAttribute(_ model: inout Model) -> String? {
    guard let (entity, position) = property(model, where: { $0.attribute != nil }),
      case .attribute(var attribute) = model.entities[entity].properties[position]
    else { return nil }
    let owner = model.entities[entity].name
    var change = "changed attribute \(owner).\(attribute.name): "
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      attribute.type = attribute.type == .string ? .integer64 : .string
      change += "type"
    case 1:
      attribute.isOptional = false
      change += "optional"
    case 2:
      attribute.defaultValueText = attribute.type == .date ? nil : "1"
      guard attribute.type != .date else { return nil }
      change += "default value"
    case 3:
      attribute.userInfo = UserInfo(entries: [UserInfoEntry(key: "k", value: "v")])
      change += "user info"
    case 4:
      attribute.versionHashModifier = "2"
      change += "hash modifier"
    default:
      let name = attribute.name
      attribute.name = fresh()
      attribute.renamingIdentifier = name
      used.insert("\(owner).\(attribute.name)")
      change = "renamed attribute \(owner).\(attribute.name) from \(owner).\(name)"
    }
    model.entities[entity].properties[position] = .attribute(attribute)
    return change
  }

  private mutating func changeRelationship(
    _ model: inout Model,
    _ field: String,
    _ body: (inout Relationship) -> Void
  ) -> String? {
    guard let (entity, position) = property(model, where: { $0.relationship != nil }),
      case .relationship(var relationship) = model.entities[entity].properties[position]
    else { return nil }
    body(&relationship)
    model.entities[entity].properties[position] = .relationship(relationship)
    return "changed relationship \(model.entities[entity].name).\(relationship.name): \(field)"
  }

  private mutating func changeEntity(
    _ model: inout Model,
    _ field: String,
    _ body: (inout Entity) -> Void
  ) -> String? {
    guard let index = entity(model) else { return nil }
    body(&model.entities[index])
    keep(model.entities[index].name)
    used.insert(model.entities[index].name + "!")
    return "changed entity \(model.entities[index].name): \(field)"
  }

  private mutating func addConstraint(_ model: inout Model) -> String? {
    guard let (index, position) = property(model, where: { $0.attribute?.type == .string })
    else { return nil }
    let entity = model.entities[index]
    guard entity.uniquenessConstraints == nil, isFree("\(entity.name).()") else { return nil }
    used.insert("\(entity.name).()")
    let name = entity.properties[position].name
    model.entities[index].uniquenessConstraints = [
      UniquenessConstraint(members: [PropertyReference(name)])
    ]
    return "added uniqueness constraint \(entity.name) (\(name))"
  }

  private mutating func addIndex(_ model: inout Model) -> String? {
    guard let (index, position) = property(model, where: { $0.attribute != nil }) else {
      return nil
    }
    let name = fresh()
    let element = FetchIndexElement(
      propertyName: model.entities[index].properties[position].name,
      isAscending: true
    )
    model.entities[index].fetchIndexes.append(FetchIndex(name: name, elements: [element]))
    return "added fetch index \(model.entities[index].name).\(name)"
  }

  private mutating func addFetchRequest(_ model: inout Model) -> String? {
    guard let entity = model.entities.randomElement(using: &random), isFree(entity.name) else {
      return nil
    }
    keep(entity.name)
    let name = fresh()
    model.fetchRequests.append(FetchRequestTemplate(name: name, entityName: entity.name))
    return "added fetch request \(name)"
  }
}

extension String {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
