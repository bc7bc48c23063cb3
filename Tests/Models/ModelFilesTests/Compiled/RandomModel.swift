import ManagedModel

/// Random models with every kind of content, some of it more often than in real models.
struct RandomModel {
  private var random: SeededGenerator
  private var model = Model()

  static func make(seed: UInt64) -> Model {
    var generator = Self(random: SeededGenerator(seed: seed))
    generator.fill()
    return generator.model
  }

  private init(random: SeededGenerator) {
    self.random = random
  }

  private mutating func fill() {
    model.header.userDefinedModelVersionIdentifier = text()
    let names = (0..<number(0...6)).map { "Entity\($0)" }
    if chance(3) { addComposites() }
    for (index, name) in names.enumerated() {
      var entity = Entity(name: name)
      if chance(2), index > 0 { entity.parentName = names[number(0...index - 1)] }
      entity.representedClassName =
        chance(3) ? nil : [name, ".\(name)", "Module.\(name)"].randomElement(using: &random)
      entity.isAbstract = chance(4)
      entity.renamingIdentifier = maybe { _ in "Old\(name)" }
      entity.versionHashModifier = maybe { $0.text() }
      entity.userInfo = userInfo()
      for position in 0..<number(0...8) {
        entity.properties.append(property("p\(index)x\(position)", entities: names))
      }
      addIndexes(to: &entity)
      model.entities.append(entity)
    }
    addInverses()
    addRequests(entities: names)
    model.entities.shuffle(using: &random)
  }

  private mutating func addComposites() {
    for index in 0..<3 {
      var composite = Composite(name: "Composite\(index)")
      for position in 0..<number(0...3) {
        var attribute = attribute("c\(position)")
        if attribute.type == .composite {
          attribute.compositeName = index == 0 ? nil : "Composite\(index - 1)"
        }
        composite.attributes.append(attribute)
      }
      model.composites.append(composite)
    }
  }

  private mutating func property(_ name: String, entities: [String]) -> Property {
    switch number(0...5) {
    case 0:
      return .relationship(relationship(name, entities: entities))
    case 1 where chance(2):
      var property = FetchedProperty(name: name, isOptional: chance(2))
      property.userInfo = userInfo()
      if !chance(4) {
        property.fetchRequest = request("fetchedPropertyFetchRequest", entities: entities)
      }
      return .fetchedProperty(property)
    default:
      return .attribute(attribute(name))
    }
  }

  private mutating func relationship(_ name: String, entities: [String]) -> Relationship {
    var relationship = Relationship(
      name: name,
      destinationName: chance(8) ? "Nowhere" : entities.randomElement(using: &random),
      isToMany: chance(2),
      isOptional: chance(2),
      deleteRule: DeleteRule.allCases.randomElement(using: &random)
    )
    if relationship.isToMany {
      relationship.maximumCount = maybe { [2, 9, 10_000, Int.max][$0.number(0...3)] }
      relationship.isOrdered = chance(2)
    }
    relationship.minimumCount = maybe { $0.number(0...3) }
    relationship.isTransient = chance(6)
    relationship.isIndexed = chance(6)
    relationship.isIndexedBySpotlight = chance(6)
    relationship.renamingIdentifier = maybe { _ in "old_\(name)" }
    relationship.versionHashModifier = maybe { $0.text() }
    relationship.userInfo = userInfo()
    return relationship
  }

  private mutating func attribute(_ name: String) -> Attribute {
    let types = AttributeType.allCases.filter { $0 != .composite || !model.composites.isEmpty }
    var attribute = Attribute(
      name: name,
      type: types.randomElement(using: &random) ?? .string,
      isOptional: chance(2),
      isTransient: chance(4),
      usesScalarValueType: maybe { $0.chance(2) }
    )
    attribute.allowsExternalBinaryDataStorage = chance(5)
    attribute.preservesValueInHistoryOnDeletion = chance(5)
    attribute.isIndexed = chance(5)
    attribute.isIndexedBySpotlight = chance(5)
    attribute.renamingIdentifier = maybe { _ in "old_\(name)" }
    attribute.versionHashModifier = maybe { $0.text() }
    attribute.valueTransformerName = maybe { _ in "NSSecureUnarchiveFromData" }
    attribute.userInfo = userInfo()
    addValues(to: &attribute)
    if attribute.type == .transformable {
      attribute.customClassName = maybe { _ in "[String: Any]" }
    }
    if attribute.type == .composite {
      attribute.compositeName = model.composites.randomElement(using: &random)?.name
    } else if chance(6) {
      attribute.isDerived = true
      attribute.derivationExpression =
        ["now()", "a.b", "canonical:(title)", "pages.@count", "items.@sum.price", "title"]
        .randomElement(using: &random)
    }
    return attribute
  }

  private mutating func addValues(to attribute: inout Attribute) {
    switch attribute.type {
    case .integer16, .integer32, .integer64:
      attribute.defaultValueText = maybe {
        ["0", "-1", "NO", "0.0", "9223372036854775807"][$0.number(0...4)]
      }
      attribute.minimumText = maybe { String($0.number(-300...300)) }
      attribute.maximumText = maybe { String($0.number(-300...300)) + ".0" }
    case .decimal:
      attribute.defaultValueText = maybe {
        ["0.0", "0", "-12.50", "340282366920938463463374607431768211455", "0.001"][$0.number(0...4)]
      }
      attribute.minimumText = maybe { String($0.number(-300...300)) + ".25" }
    case .double, .float:
      attribute.defaultValueText = maybe { ["0", "0.1", "-1.5e10", "100"][$0.number(0...3)] }
      attribute.maximumText = maybe { String($0.number(-300...300)) + ".1" }
    case .string:
      attribute.defaultValueText = maybe { $0.text() }
      attribute.minimumText = maybe { String($0.number(0...9)) }
      attribute.maximumText = maybe { String($0.number(10...300)) }
      attribute.regularExpression = maybe { _ in #"^[-_A-Za-z0-9"\\]{1,64}$"# }
    case .boolean:
      attribute.defaultValueText = maybe { ["YES", "NO", "0", "1", "true"][$0.number(0...4)] }
    case .date:
      attribute.defaultDateTimeInterval = maybe { Double($0.number(-1_000_000...1_000_000)) / 4 }
      attribute.minimumDateTimeInterval = maybe { Double($0.number(-1_000_000...1_000_000)) }
      attribute.maximumDateTimeInterval = maybe { Double($0.number(-1_000_000...1_000_000)) }
    case .uuid:
      attribute.defaultValueText = maybe { _ in "e621e1f8-C36C-495A-93FC-0C247A3E6E5F" }
    case .uri:
      attribute.defaultValueText = maybe { _ in "https://example.org/ä?q=1" }
    case .undefined, .binary, .transformable, .objectID, .composite:
      break
    }
  }

  private mutating func addIndexes(to entity: inout Entity) {
    let names = entity.properties.map(\.name)
    guard !names.isEmpty else { return }
    if chance(3) {
      entity.uniquenessConstraints = (0..<number(0...2)).map { _ in
        UniquenessConstraint(members: members(of: names))
      }
    }
    if chance(3) {
      entity.compoundIndexes = (0..<number(0...2)).map { _ in
        CompoundIndex(members: members(of: names))
      }
    } else if chance(2) {
      addFetchIndexes(to: &entity, names: names)
    }
  }

  /// Attributes that are marked as indexed do not occur together with fetch indexes.
  private mutating func addFetchIndexes(to entity: inout Entity, names: [String]) {
    for position in entity.properties.indices {
      if case .attribute(var attribute) = entity.properties[position] {
        attribute.isIndexed = false
        entity.properties[position] = .attribute(attribute)
      } else if case .relationship(var relationship) = entity.properties[position] {
        relationship.isIndexed = false
        entity.properties[position] = .relationship(relationship)
      }
    }
    for index in 0..<number(1...3) {
      var fetchIndex = FetchIndex(name: "by\(index)")
      fetchIndex.partialPredicateText = maybe { $0.predicate() }
      for member in members(of: names) {
        var element = FetchIndexElement(propertyName: member.name)
        if chance(4) {
          element.propertyName = nil
          element.expressionText = "length:(\(member.name))"
          element.expressionType = "Integer 64"
        }
        element.isAscending = chance(2)
        element.type = chance(3) ? .rTree : .binary
        fetchIndex.elements.append(element)
      }
      entity.fetchIndexes.append(fetchIndex)
    }
  }

  /// Gives some relationships an inverse: any relationship of the destination, which suffices here.
  private mutating func addInverses() {
    for (index, entity) in model.entities.enumerated() {
      for (position, property) in entity.properties.enumerated() {
        guard case .relationship(var relationship) = property, !chance(4) else { continue }
        let destination = model.entities.first { $0.name == relationship.destinationName }
        guard let inverse = destination?.relationships.randomElement(using: &random) else {
          continue
        }
        relationship.inverseName = inverse.name
        relationship.inverseEntityName = destination?.name
        model.entities[index].properties[position] = .relationship(relationship)
      }
    }
  }

  private mutating func addRequests(entities: [String]) {
    for index in 0..<number(0...3) {
      model.fetchRequests.append(request("request \(index)", entities: entities))
    }
    for index in 0..<number(0...2) {
      let count = number(0...entities.count)
      model.configurations.append(
        Configuration(
          name: "configuration \(index)",
          members: entities.shuffled(using: &random).prefix(count).map { PropertyReference($0) }
        )
      )
    }
  }

  private mutating func request(_ name: String, entities: [String]) -> FetchRequestTemplate {
    var request = FetchRequestTemplate(
      name: name,
      entityName: entities.randomElement(using: &random)
    )
    request.predicateText = maybe { $0.predicate() }
    request.resultType = maybe { $0.chance(2) ? .dictionary : .managedObjectID }
    request.fetchLimit = maybe { $0.number(1...300) }
    request.fetchBatchSize = maybe { $0.number(1...300) }
    request.returnsDistinctResults = chance(3)
    request.includesSubentities = chance(2)
    return request
  }

  private mutating func predicate() -> String {
    CompiledPredicateTests.predicates.randomElement(using: &random) ?? "TRUEPREDICATE"
  }

  private mutating func userInfo() -> UserInfo? {
    guard chance(3) else { return nil }
    return UserInfo(
      entries: (0..<number(0...3)).map { _ in
        UserInfoEntry(key: "key\(number(0...4))", value: text())
      }
    )
  }

  private mutating func members(of names: [String]) -> [PropertyReference] {
    names.shuffled(using: &random).prefix(number(1...3)).map { PropertyReference($0) }
  }

  private mutating func text() -> String {
    ["", "a", "Ünïcödé 👍", "$null", "text with spaces", "0"].randomElement(using: &random) ?? ""
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  /// True once in `count` times on average.
  private mutating func chance(_ count: Int) -> Bool {
    number(1...count) == 1
  }

  private mutating func maybe<Value>(_ make: (inout Self) -> Value?) -> Value? {
    chance(2) ? make(&self) : nil
  }
}
