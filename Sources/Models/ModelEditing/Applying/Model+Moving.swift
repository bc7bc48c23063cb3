import ManagedModel

extension Model {
  mutating func move(_ path: ElementPath, _ placement: Placement) throws(EditProblem) {
    let name = path.names.last ?? ""
    switch path.kind {
    case .entity: try entities.move(try entityPosition(name), placement)
    case .attribute where isInComposite(path):
      let composite = try self.position(of: path.names[0], in: composites, .composite)
      let attributes = composites[composite].attributes
      let position = try self.position(of: name, in: attributes, .attribute, owner: path.names[0])
      try composites[composite].attributes.move(position, placement)
    case .attribute, .relationship, .fetchedProperty:
      let place = try propertyPosition(path)
      try entities[place.entity].properties.move(place.property, placement)
    case .index:
      let entity = try entityPosition(path.names[0])
      let indexes = entities[entity].fetchIndexes
      let position = try self.position(of: name, in: indexes, .index, owner: path.names[0])
      try entities[entity].fetchIndexes.move(position, placement)
    case .fetchRequest:
      try fetchRequests.move(try self.position(of: name, in: fetchRequests, path.kind), placement)
    case .configuration:
      try configurations.move(try self.position(of: name, in: configurations, path.kind), placement)
    case .composite:
      try composites.move(try self.position(of: name, in: composites, path.kind), placement)
    case .diagramBox:
      var boxes = diagram ?? []
      try boxes.move(try self.position(of: name, in: boxes, path.kind), placement)
      diagram = boxes
    case .model, .info, .constraint, .compoundIndex:
      throw EditProblem("\(path.kind.article) \(path.kind.title) is not moved")
    }
  }
}

extension Array where Element: NamedPart {
  fileprivate mutating func move(
    _ position: Int,
    _ placement: Placement
  ) throws(EditProblem) {
    switch placement {
    case .before(let name) where name == self[position].partName,
      .after(let name) where name == self[position].partName:
      throw EditProblem("'\(name)' cannot be moved beside itself")
    default: break
    }
    let part = remove(at: position)
    try place(part, placement)
  }
}
