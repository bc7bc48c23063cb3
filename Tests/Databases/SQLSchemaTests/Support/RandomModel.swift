import ManagedModel

/// Generates a random model for a seed: trees of entities, relationships of all kinds, valid and invalid inverses,
/// indexes, constraints, derived attributes, composites.
struct RandomModel {
  private var state: UInt64
  private let names: [String]

  /// Creates a generator with a seed.
  ///
  /// The names are used for entities and properties; few names give many collisions.
  init(seed: UInt64, names: [String] = Self.ordinaryNames) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    self.names = names
  }

  static let ordinaryNames = [
    "a", "b", "c", "A", "B", "name", "Name", "NAME", "order", "group", "index", "value1", "value",
    "is_good", "_pk", "ent", "items", "parent", "children", "tags", "owner", "x1", "x2", "Z",
  ]

  /// Names that would break a statement, or inject SQL, if they were not quoted.
  static let hostileNames = [
    "name\"", "\"", "\"\"", "it's", "'; DROP TABLE Z_PRIMARYKEY; --", "a b", " ", "a;b", "a,b",
    "(x)",
    "--", "/*", "[x]", "`x`", "a\nb", "\r", "\t", "\\", "%s", "?1", ":x", "@x", "$x", "select",
    "TABLE",
    "rowid", "oid", "sqlite_master", "sqlite_x", "é", "e\u{301}", "ı", "İ", "ß", "ǆ", "Ω", "名前",
    "👩‍👩‍👧",
    "\u{202E}abc", "\u{200B}", "\u{FEFF}", "a.b", ".", "", "0", "1a", "-1", "NULL", "Z_PK", "_pk",
    "_ent",
    "_fok_a", "a\u{301}\"\u{301}", String(repeating: "n", count: 10_000),
  ]

  private mutating func next(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(max(limit, 1)))
  }

  private mutating func chance(_ part: Int) -> Bool { next(part) == 0 }

  private mutating func name() -> String { names[next(names.count)] }

  mutating func model() -> Model {
    var entities: [Entity] = []
    let count = next(8)
    for position in 0..<count {
      var entity = Entity(name: chance(4) ? name() : "\(name())\(position)")
      if position > 0, chance(2) { entity.parentName = entities[next(position)].name }
      if chance(40) { entity.parentName = name() }
      for _ in 0..<next(7) { entity.properties.append(.attribute(attribute())) }
      entities.append(entity)
    }
    for _ in 0..<next(2 * count + 1) { connect(&entities) }
    for position in entities.indices { addIndexes(to: &entities[position]) }
    return Model(entities: entities, composites: composites())
  }

  private mutating func attribute() -> Attribute {
    var attribute = Attribute(
      name: name(),
      type: AttributeType.allCases[next(AttributeType.allCases.count)],
      isTransient: chance(10)
    )
    attribute.isIndexed = chance(6)
    if attribute.type == .composite { attribute.compositeName = "composite\(next(4))" }
    if chance(8) {
      attribute.isDerived = true
      let forms = [
        "now()", "\(name())", "\(name()).@count", "canonical:(\(name()))", "\(name()).\(name())",
        "\(name()).@sum.\(name())",
      ]
      attribute.derivationExpression = forms[next(forms.count)]
    }
    return attribute
  }

  /// Adds a relationship, mostly with an inverse.
  private mutating func connect(_ entities: inout [Entity]) {
    let source = next(entities.count)
    let destination = next(entities.count)
    guard entities.indices.contains(source), entities.indices.contains(destination) else { return }
    var forward = relationship(to: entities[destination].name)
    if chance(5) {
      forward.inverseName = chance(2) ? name() : nil
    } else if chance(8), source == destination {
      forward.inverseName = forward.name
    } else {
      var back = relationship(to: entities[source].name)
      forward.inverseName = back.name
      back.inverseName = forward.name
      entities[destination].properties.append(.relationship(back))
    }
    if chance(30) { forward.destinationName = chance(2) ? nil : name() }
    entities[source].properties.append(.relationship(forward))
  }

  private mutating func relationship(to destination: String) -> Relationship {
    var relationship = Relationship(
      name: name(),
      destinationName: destination,
      isToMany: chance(2)
    )
    relationship.isOrdered = relationship.isToMany && chance(3)
    relationship.isTransient = chance(15)
    return relationship
  }

  private mutating func addIndexes(to entity: inout Entity) {
    for _ in 0..<next(3) {
      let type: FetchIndexElementType = chance(4) ? .rTree : .binary
      var elements: [FetchIndexElement] = []
      for _ in 0..<next(4) {
        elements.append(
          FetchIndexElement(propertyName: member(of: entity), type: type, isAscending: chance(2))
        )
      }
      entity.fetchIndexes.append(FetchIndex(name: name(), elements: elements))
    }
    if chance(3) { entity.compoundIndexes = [CompoundIndex(members: members(of: entity))] }
    if chance(3) {
      entity.uniquenessConstraints = [UniquenessConstraint(members: members(of: entity))]
    }
  }

  private mutating func members(of entity: Entity) -> [PropertyReference] {
    var result: [PropertyReference] = []
    for _ in 0...next(3) { result.append(PropertyReference(member(of: entity))) }
    return result
  }

  private mutating func member(of entity: Entity) -> String {
    entity.properties.isEmpty || chance(10)
      ? name() : entity.properties[next(entity.properties.count)].name
  }

  /// `composite3` is undefined, and composites may contain one another.
  private mutating func composites() -> [Composite] {
    var result: [Composite] = []
    for number in 0..<3 {
      var members: [Attribute] = []
      for _ in 0..<next(4) { members.append(attribute()) }
      result.append(Composite(name: "composite\(number)", attributes: members))
    }
    return result
  }
}
