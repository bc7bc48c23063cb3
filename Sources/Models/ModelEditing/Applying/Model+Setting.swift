import ManagedModel

extension Model {
  mutating func set(_ path: ElementPath, _ assignments: [Assignment]) throws(EditProblem) {
    let name = path.names.last ?? ""
    switch path.kind {
    case .model:
      for assignment in assignments { try FieldSetter<Model>.model.set(assignment, in: &self) }
    case .entity:
      let position = try entityPosition(name)
      var entity = entities[position]
      try set(assignments, of: &entity)
      entities[position] = entity
    case .attribute where isInComposite(path):
      let position = try self.position(of: path.names[0], in: composites, .composite)
      let attribute = try self.position(
        of: name,
        in: composites[position].attributes,
        .attribute,
        owner: path.names[0]
      )
      try composites[position].attributes[attribute].set(assignments)
    case .attribute, .relationship, .fetchedProperty:
      try setProperty(at: try propertyPosition(path), assignments)
    case .index:
      let entity = try entityPosition(path.names[0])
      let index = try self.position(
        of: name,
        in: entities[entity].fetchIndexes,
        .index,
        owner: path.names[0]
      )
      var changed = entities[entity].fetchIndexes[index]
      try set(assignments, of: &changed, in: entity)
      entities[entity].fetchIndexes[index] = changed
    case .constraint, .compoundIndex:
      throw EditProblem(
        "\(path.kind.article) \(path.kind.title) has no fields",
        hint: "remove it, and add another one"
      )
    case .fetchRequest:
      let position = try self.position(of: name, in: fetchRequests, path.kind)
      var request = fetchRequests[position]
      try set(assignments, of: &request)
      fetchRequests[position] = request
    case .configuration:
      let position = try self.position(of: name, in: configurations, path.kind)
      var configuration = configurations[position]
      try set(assignments, of: &configuration)
      configurations[position] = configuration
    case .composite:
      _ = try self.position(of: name, in: composites, .composite)
      try requireNothing(assignments, .composite)
    case .diagramBox:
      var boxes = diagram ?? []
      let position = try self.position(of: name, in: boxes, path.kind)
      for assignment in assignments {
        try FieldSetter<DiagramBox>.diagramBox.set(assignment, in: &boxes[position])
      }
      diagram = boxes
    case .info: try setInfo(path, assignments)
    }
  }

  func set(_ assignments: [Assignment], of entity: inout Entity) throws(EditProblem) {
    for assignment in assignments {
      guard assignment.name == "parent" else {
        try FieldSetter<Entity>.entity.set(assignment, in: &entity)
        continue
      }
      if let parent = assignment.text {
        _ = try entityPosition(parent)
        let above = lineage(of: parent).map { entities[$0].name }
        guard !above.contains(entity.name) else {
          throw EditProblem("'\(parent)' is '\(entity.name)' itself or below it")
        }
      }
      entity.parentName = assignment.text
    }
  }

  func set(
    _ assignments: [Assignment],
    of request: inout FetchRequestTemplate
  ) throws(EditProblem) {
    for assignment in assignments {
      if assignment.name == "entity" {
        if let name = assignment.text { _ = try entityPosition(name) }
        request.entityName = assignment.text
      } else {
        try FieldSetter<FetchRequestTemplate>.fetchRequest.set(assignment, in: &request)
      }
    }
  }

  func set(
    _ assignments: [Assignment],
    of configuration: inout Configuration
  ) throws(EditProblem) {
    let members = assignments.filter { $0.name == nil }.compactMap(\.text)
    for member in members { _ = try entityPosition(member) }
    if !members.isEmpty { configuration.members = members.map { PropertyReference($0) } }
    for assignment in assignments where assignment.name != nil {
      try FieldSetter<Configuration>.configuration.set(assignment, in: &configuration)
    }
  }

  /// Sets the fields of an index, and its elements if any are given.
  func set(
    _ assignments: [Assignment],
    of index: inout FetchIndex,
    in entity: Int
  ) throws(EditProblem) {
    var elements: [FetchIndexElement] = []
    for assignment in assignments {
      guard let text = assignment.text else {
        try FieldSetter<FetchIndex>.index.set(assignment, in: &index)
        continue
      }
      switch assignment.name {
      case nil:
        let element = try FetchIndexElement.property(text)
        try requireProperty(element.propertyName ?? "", of: entity)
        elements.append(element)
      case "expression": elements.append(FetchIndexElement(expressionText: text))
      case "expression-type", "expression-order", "expression-index":
        guard let last = elements.indices.last, elements[last].expressionText != nil else {
          throw EditProblem("'\(assignment.name ?? "")' follows an expression")
        }
        try elements[last].set(assignment.name ?? "", text)
      default: try FieldSetter<FetchIndex>.index.set(assignment, in: &index)
      }
    }
    if !elements.isEmpty { index.elements = elements }
  }

  private mutating func setInfo(
    _ path: ElementPath,
    _ assignments: [Assignment]
  ) throws(EditProblem) {
    let owner = try entityOrComposite(path)
    try owner(&self) { (info: inout UserInfo?) throws(EditProblem) in
      for assignment in assignments {
        guard let key = assignment.name else {
          throw EditProblem("write KEY=VALUE for an entry of a user info")
        }
        var entries = info?.entries ?? []
        if let text = assignment.text {
          if let position = entries.position(of: key) {
            entries[position].value = text
          } else {
            try entries.place(UserInfoEntry(key: key, value: text), .automatic)
          }
        } else {
          guard entries.position(of: key) != nil else {
            throw EditProblem("there is no entry '\(key)' in the user info")
          }
          entries.removeAll { $0.key == key }
        }
        if entries.isEmpty {
          info = nil
        } else {
          info = info ?? UserInfo()
          info?.entries = entries
        }
      }
    }
  }

  private typealias Change = (inout UserInfo?) throws(EditProblem) -> Void

  /// Returns a function that changes the user info of the part with the given path.
  private func entityOrComposite(
    _ path: ElementPath
  ) throws(EditProblem) -> (inout Model, Change) throws(EditProblem) -> Void {
    guard path.names.count == 2 else {
      let entity = try entityPosition(path.names[0])
      return { (model, change) throws(EditProblem) in try change(&model.entities[entity].userInfo) }
    }
    if entities.position(of: path.names[0]) == nil,
      let composite = composites.position(of: path.names[0])
    {
      let attribute = try self.position(
        of: path.names[1],
        in: composites[composite].attributes,
        .attribute,
        owner: path.names[0]
      )
      return { (model, change) throws(EditProblem) in
        try change(&model.composites[composite].attributes[attribute].userInfo)
      }
    }
    let entity = try entityPosition(path.names[0])
    let property = try self.position(
      of: path.names[1],
      in: entities[entity].properties,
      .attribute,
      title: "property",
      owner: path.names[0]
    )
    return { (model, change) throws(EditProblem) in
      var changed = model.entities[entity].properties[property]
      var info = changed.userInfo
      try change(&info)
      changed.userInfo = info
      model.entities[entity].properties[property] = changed
    }
  }
}

extension Property {
  var userInfo: UserInfo? {
    get {
      switch self {
      case .attribute(let attribute): attribute.userInfo
      case .relationship(let relationship): relationship.userInfo
      case .fetchedProperty(let property): property.userInfo
      }
    }
    set {
      switch self {
      case .attribute(var attribute):
        attribute.userInfo = newValue
        self = .attribute(attribute)
      case .relationship(var relationship):
        relationship.userInfo = newValue
        self = .relationship(relationship)
      case .fetchedProperty(var property):
        property.userInfo = newValue
        self = .fetchedProperty(property)
      }
    }
  }
}

extension FetchIndexElement {
  /// An element over a property: `name`, `name:descending`, `name:rtree`.
  static func property(_ text: String) throws(EditProblem) -> Self {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    var element = Self(propertyName: parts[0])
    for part in parts.dropFirst() {
      try element.set(
        ["ascending", "descending"].contains(FieldNames.plain(part))
          ? "expression-order" : "expression-index",
        part
      )
    }
    return element
  }

  mutating func set(_ field: String, _ text: String) throws(EditProblem) {
    switch field {
    case "expression-type": expressionType = text
    case "expression-order":
      isAscending =
        try FieldNames.chosen(text, among: ["ascending", "descending"], field: "order")
        == "ascending"
    default:
      type =
        try FieldNames.chosen(text, among: ["Binary", "RTree"], field: "index") == "RTree"
        ? .rTree : .binary
    }
  }
}
