import ManagedModel

extension Model {
  /// Applies an edit; if that fails, throws the reason and leaves the model unchanged.
  package mutating func apply(_ edit: ElementEdit) throws(EditProblem) {
    let path = edit.path
    guard path.kind.nameCounts.contains(path.names.count), path.names.allSatisfy({ !$0.isEmpty })
    else {
      throw EditProblem(
        path.kind.nameCounts.upperBound == 2
          ? "\(path.kind.article) \(path.kind.title) is named with its owner: OWNER.NAME"
          : "'\(path.names.joined(separator: "."))' is not the name of "
            + "\(path.kind.article) \(path.kind.title)"
      )
    }
    var changed = self
    switch edit {
    case .add(_, let assignments, let placement):
      try changed.add(path, assignments, placement)
    case .set(_, let assignments): try changed.set(path, assignments)
    case .rename(_, let name, let keepsData):
      try changed.rename(path, to: name, keepsData: keepsData)
    case .remove(_, let withReferences):
      try changed.remove(path, withReferences: withReferences)
    case .move(_, let placement): try changed.move(path, placement)
    }
    self = changed
  }

  // MARK: Adding

  private mutating func add(
    _ path: ElementPath,
    _ assignments: [Assignment],
    _ placement: Placement
  ) throws(EditProblem) {
    let name = path.names.last ?? ""
    switch path.kind {
    case .model, .info:
      throw EditProblem("\(path.kind.article) \(path.kind.title) is not added; use 'set'")
    case .entity: try addEntity(name, assignments, placement)
    case .attribute where isInComposite(path):
      let position = try self.position(of: path.names[0], in: composites, .composite)
      try requireFree(name, among: composites[position].attributes, "an attribute")
      let attribute = try newAttribute(name, assignments)
      try composites[position].attributes.place(attribute, placement)
    case .attribute, .relationship, .fetchedProperty:
      try addProperty(path, assignments, placement)
    case .index:
      let entity = try entityPosition(path.names[0])
      try requireFree(name, among: entities[entity].fetchIndexes, "an index")
      var index = FetchIndex(name: name)
      try set(assignments, of: &index, in: entity)
      try entities[entity].fetchIndexes.place(index, placement)
    case .constraint, .compoundIndex: try addMembers(path)
    case .fetchRequest:
      try requireFree(name, among: fetchRequests, "a fetch request")
      var request = FetchRequestTemplate(name: name)
      try set(assignments, of: &request)
      try fetchRequests.place(request, placement)
    case .configuration:
      try requireFree(name, among: configurations, "a configuration")
      var configuration = Configuration(name: name)
      try set(assignments, of: &configuration)
      try configurations.place(configuration, placement)
    case .composite:
      try requireFree(name, among: composites, "a composite")
      try requireNothing(assignments, .composite)
      try composites.place(Composite(name: name), placement)
    case .diagramBox:
      try requireFree(name, among: diagram ?? [], "a diagram box")
      var box = DiagramBox(name: name)
      for assignment in assignments {
        try FieldSetter<DiagramBox>.diagramBox.set(assignment, in: &box)
      }
      var boxes = diagram ?? []
      try boxes.place(box, placement)
      diagram = boxes
    }
  }

  func requireNothing(_ assignments: [Assignment], _ kind: ElementKind) throws(EditProblem) {
    guard assignments.isEmpty else {
      throw EditProblem("\(kind.article) \(kind.title) has no fields but its name")
    }
  }

  private mutating func addEntity(
    _ name: String,
    _ assignments: [Assignment],
    _ placement: Placement
  ) throws(EditProblem) {
    try requireFree(name, among: entities, "an entity")
    var entity = Entity(name: name, representedClassName: name, codeGeneration: .class)
    try set(assignments, of: &entity)
    try entities.place(entity, placement)
    guard diagram != nil, diagram?.position(of: name) == nil else { return }
    try diagram?.place(
      DiagramBox(name: name, width: "128", height: "44"),
      .automatic
    )
  }

  private mutating func addProperty(
    _ path: ElementPath,
    _ assignments: [Assignment],
    _ placement: Placement
  ) throws(EditProblem) {
    let name = path.names[1]
    let entity = try entityPosition(path.names[0])
    try requireFree(name, among: entities[entity].properties, "a property")
    switch path.kind {
    case .attribute:
      let attribute = try newAttribute(name, assignments)
      try entities[entity].properties.place(.attribute(attribute), placement)
    case .relationship:
      var relationship = Relationship(name: name, isOptional: true)
      relationship.isSyncable = marksPropertiesSyncable
      // A relationship to many has a greatest number only if one is given.
      let isLimited = assignments.contains { ["max", "maxCount"].contains($0.name) }
      if !isLimited, assignments.contains(where: { $0.name == "toMany" && $0.text == "YES" }) {
        relationship.maximumCount = nil
      }
      try entities[entity].properties.place(.relationship(relationship), placement)
      try set(path, assignments)
    default:
      let request = FetchRequestTemplate(name: "fetchedPropertyFetchRequest")
      var property = FetchedProperty(name: name, isOptional: true, fetchRequest: request)
      property.isSyncable = marksPropertiesSyncable
      try entities[entity].properties.place(.fetchedProperty(property), placement)
      try set(path, assignments)
    }
  }

  private func newAttribute(
    _ name: String,
    _ assignments: [Assignment]
  ) throws(EditProblem) -> Attribute {
    var rest = assignments
    var type = AttributeType.undefined
    if let position = rest.firstIndex(where: { $0.name == "type" }),
      let text = rest[position].text
    {
      type = try Attribute.type(named: text)
      rest.remove(at: position)
    }
    var attribute = Attribute.new(name, type: type)
    attribute.isSyncable = marksPropertiesSyncable
    try attribute.set(rest)
    return attribute
  }

  /// Whether the file marks each property with `syncable`, as Xcode did before version 11.
  private var marksPropertiesSyncable: Bool {
    let flags = entities.lazy.flatMap(\.properties).map { property in
      switch property {
      case .attribute(let attribute): attribute.isSyncable
      case .relationship(let relationship): relationship.isSyncable
      case .fetchedProperty(let fetched): fetched.isSyncable
      }
    }
    let count = flags.count { $0 }
    return count > 0 && count * 2 > flags.count
  }

  private mutating func addMembers(_ path: ElementPath) throws(EditProblem) {
    let entity = try entityPosition(path.names[0])
    guard !path.members.isEmpty else {
      throw EditProblem(
        "\(path.kind.article) \(path.kind.title) needs a property",
        hint: "write the properties after the name of the entity"
      )
    }
    for member in path.members { try requireProperty(member, of: entity) }
    guard membersPosition(path, in: entity) == nil else {
      throw EditProblem("there is already \(path.kind.article) \(path.title)")
    }
    let members = path.members.map { PropertyReference($0) }
    if path.kind == .constraint {
      entities[entity].uniquenessConstraints =
        (entities[entity].uniquenessConstraints ?? [])
        + [UniquenessConstraint(members: members)]
    } else {
      entities[entity].compoundIndexes =
        (entities[entity].compoundIndexes ?? [])
        + [CompoundIndex(members: members)]
    }
  }

  /// The position of a constraint or a compound index.
  func membersPosition(_ path: ElementPath, in entity: Int) -> Int? {
    path.kind == .constraint
      ? entities[entity].uniquenessConstraints?.firstIndex {
        $0.members.map(\.name) == path.members
      }
      : entities[entity].compoundIndexes?.firstIndex { $0.members.map(\.name) == path.members }
  }

  /// Throws unless an entity has a property, its own or an inherited one.
  func requireProperty(_ name: String, of entity: Int) throws(EditProblem) {
    let known = lineage(of: entities[entity].name).flatMap { entities[$0].properties }
    _ = try self.position(
      of: name,
      in: known,
      .attribute,
      title: "property",
      owner: entities[entity].name
    )
  }
}
