import ManagedModel

extension Model {
  mutating func rename(
    _ path: ElementPath,
    to name: String,
    keepsData: Bool
  ) throws(EditProblem) {
    guard path.names.last != name else { return }
    switch path.kind {
    case .entity: try renameEntity(path.names[0], to: name, keepsData: keepsData)
    case .attribute where isInComposite(path): try renameInComposite(path, to: name, keepsData)
    case .attribute, .relationship, .fetchedProperty:
      try renameProperty(path, to: name, keepsData: keepsData)
    default:
      guard !keepsData else {
        throw EditProblem("\(path.kind.article) \(path.kind.title) has no data to keep")
      }
      try renameOther(path, to: name)
    }
  }

  private mutating func renameOther(_ path: ElementPath, to name: String) throws(EditProblem) {
    let old = path.names.last ?? ""
    switch path.kind {
    case .index:
      let entity = try entityPosition(path.names[0])
      let indexes = entities[entity].fetchIndexes
      let position = try self.position(of: old, in: indexes, .index, owner: path.names[0])
      try requireFree(name, among: indexes, "an index")
      entities[entity].fetchIndexes.rename(at: position, to: name)
    case .fetchRequest:
      let position = try self.position(of: old, in: fetchRequests, .fetchRequest)
      try requireFree(name, among: fetchRequests, "a fetch request")
      fetchRequests.rename(at: position, to: name)
    case .configuration:
      let position = try self.position(of: old, in: configurations, .configuration)
      try requireFree(name, among: configurations, "a configuration")
      configurations.rename(at: position, to: name)
    case .composite:
      let position = try self.position(of: old, in: composites, .composite)
      try requireFree(name, among: composites, "a composite")
      composites.rename(at: position, to: name)
      changeAttributes { if $0.compositeName == old { $0.compositeName = name } }
    default:
      throw EditProblem("\(path.kind.article) \(path.kind.title) has no name to change")
    }
  }

  private mutating func renameEntity(
    _ old: String,
    to name: String,
    keepsData: Bool
  ) throws(EditProblem) {
    let position = try entityPosition(old)
    try requireFree(name, among: entities, "an entity")
    if keepsData, entities[position].renamingIdentifier == nil {
      entities[position].renamingIdentifier = old
    }
    // The class is renamed too if it has the name of the entity, as in Xcode.
    let classes = [old: name, ".\(old)": ".\(name)"]
    if let text = entities[position].representedClassName, let renamed = classes[text] {
      entities[position].representedClassName = renamed
    }
    entities.rename(at: position, to: name)
    for index in entities.indices where entities[index].parentName == old {
      entities[index].parentName = name
    }
    changeRelationships { relationship in
      if relationship.destinationName == old { relationship.destinationName = name }
      if relationship.inverseEntityName == old { relationship.inverseEntityName = name }
    }
    changeRequests { if $0.entityName == old { $0.entityName = name } }
    for index in configurations.indices {
      if let member = configurations[index].members.position(of: old) {
        configurations[index].members.rename(at: member, to: name)
      }
    }
    if let box = diagram?.position(of: old) { diagram?.rename(at: box, to: name) }
  }

  private mutating func renameProperty(
    _ path: ElementPath,
    to name: String,
    keepsData: Bool
  ) throws(EditProblem) {
    let (owner, old) = (path.names[0], path.names[1])
    let place = try propertyPosition(path)
    try requireFree(name, among: entities[place.entity].properties, "a property")
    var property = entities[place.entity].properties[place.property]
    if keepsData { try property.keep(old) }
    entities[place.entity].properties[place.property] = property
    let heirs = descendants(of: owner).filter { heir in
      heir == place.entity || entities[heir].properties.position(of: old) == nil
    }
    for heir in heirs { entities[heir].renameReferences(to: old, as: name) }
    changeRelationships { relationship in
      if relationship.inverseName == old,
        (relationship.inverseEntityName ?? relationship.destinationName) == owner
      {
        relationship.inverseName = name
      }
    }
    entities[place.entity].properties.rename(at: place.property, to: name)
  }

  private mutating func renameInComposite(
    _ path: ElementPath,
    to name: String,
    _ keepsData: Bool
  ) throws(EditProblem) {
    let composite = try self.position(of: path.names[0], in: composites, .composite)
    let attributes = composites[composite].attributes
    let position = try self.position(
      of: path.names[1],
      in: attributes,
      .attribute,
      owner: path.names[0]
    )
    try requireFree(name, among: attributes, "an attribute")
    if keepsData, attributes[position].renamingIdentifier == nil {
      composites[composite].attributes[position].renamingIdentifier = path.names[1]
    }
    composites[composite].attributes.rename(at: position, to: name)
  }

  // MARK: Everything of a kind

  mutating func changeRelationships(_ change: (inout Relationship) -> Void) {
    for entity in entities.indices {
      for index in entities[entity].properties.indices {
        guard let old = entities[entity].properties[index].relationship else { continue }
        var relationship = old
        change(&relationship)
        if relationship != old { entities[entity].properties[index] = .relationship(relationship) }
      }
    }
  }

  mutating func changeAttributes(_ change: (inout Attribute) -> Void) {
    for entity in entities.indices {
      for index in entities[entity].properties.indices {
        guard let old = entities[entity].properties[index].attribute else { continue }
        var attribute = old
        change(&attribute)
        if attribute != old { entities[entity].properties[index] = .attribute(attribute) }
      }
    }
    for composite in composites.indices {
      for index in composites[composite].attributes.indices {
        change(&composites[composite].attributes[index])
      }
    }
  }

  mutating func changeRequests(_ change: (inout FetchRequestTemplate) -> Void) {
    for index in fetchRequests.indices { change(&fetchRequests[index]) }
    for entity in entities.indices {
      for index in entities[entity].properties.indices {
        guard var property = entities[entity].properties[index].fetchedProperty,
          var request = property.fetchRequest
        else { continue }
        change(&request)
        guard property.fetchRequest != request else { continue }
        property.fetchRequest = request
        entities[entity].properties[index] = .fetchedProperty(property)
      }
    }
  }
}

extension Property {
  /// Records the name by which stores know the property.
  ///
  /// A part with an identifier keeps it: all versions have it in common.
  fileprivate mutating func keep(_ name: String) throws(EditProblem) {
    switch self {
    case .attribute(var attribute):
      if attribute.renamingIdentifier == nil { attribute.renamingIdentifier = name }
      self = .attribute(attribute)
    case .relationship(var relationship):
      if relationship.renamingIdentifier == nil { relationship.renamingIdentifier = name }
      self = .relationship(relationship)
    case .fetchedProperty: throw EditProblem("a fetched property has no data to keep")
    }
  }
}

extension Entity {
  /// Updates the name of a property in indexes and constraints.
  fileprivate mutating func renameReferences(to old: String, as name: String) {
    for index in fetchIndexes.indices {
      for element in fetchIndexes[index].elements.indices
      where fetchIndexes[index].elements[element].propertyName == old {
        fetchIndexes[index].elements[element].propertyName = name
      }
    }
    for index in (uniquenessConstraints ?? []).indices {
      for member in uniquenessConstraints?[index].members.indices ?? 0..<0
      where uniquenessConstraints?[index].members[member].name == old {
        uniquenessConstraints?[index].members[member].name = name
      }
    }
    for index in (compoundIndexes ?? []).indices {
      for member in compoundIndexes?[index].members.indices ?? 0..<0
      where compoundIndexes?[index].members[member].name == old {
        compoundIndexes?[index].members[member].name = name
      }
    }
  }
}
