import ManagedModel

extension Model {
  mutating func remove(_ path: ElementPath, withReferences: Bool) throws(EditProblem) {
    let name = path.names.last ?? ""
    switch path.kind {
    case .model, .info:
      throw EditProblem(
        "\(path.kind.article) \(path.kind.title) is not removed",
        hint: path.kind == .info ? "write 'clear info OWNER KEY'" : nil
      )
    case .entity: try removeEntity(name, withReferences)
    case .attribute where isInComposite(path):
      let composite = try self.position(of: path.names[0], in: composites, .composite)
      let attributes = composites[composite].attributes
      composites[composite].attributes.remove(
        at: try self.position(of: name, in: attributes, .attribute, owner: path.names[0])
      )
    case .attribute, .relationship, .fetchedProperty: try removeProperty(path, withReferences)
    case .index:
      let entity = try entityPosition(path.names[0])
      let indexes = entities[entity].fetchIndexes
      let position = try self.position(of: name, in: indexes, .index, owner: path.names[0])
      entities[entity].fetchIndexes.remove(at: position)
    case .constraint, .compoundIndex: try removeMembers(path)
    case .fetchRequest:
      fetchRequests.remove(at: try self.position(of: name, in: fetchRequests, path.kind))
    case .configuration:
      configurations.remove(at: try self.position(of: name, in: configurations, path.kind))
    case .composite: try removeComposite(name)
    case .diagramBox:
      var boxes = diagram ?? []
      boxes.remove(at: try self.position(of: name, in: boxes, path.kind))
      diagram = boxes.isEmpty ? nil : boxes
    }
  }

  private mutating func removeMembers(_ path: ElementPath) throws(EditProblem) {
    let entity = try entityPosition(path.names[0])
    guard let position = membersPosition(path, in: entity) else {
      throw EditProblem("there is no \(path.title)")
    }
    if path.kind == .constraint {
      entities[entity].uniquenessConstraints?.remove(at: position)
      if entities[entity].uniquenessConstraints?.isEmpty ?? false {
        entities[entity].uniquenessConstraints = nil
      }
    } else {
      entities[entity].compoundIndexes?.remove(at: position)
      if entities[entity].compoundIndexes?.isEmpty ?? false {
        entities[entity].compoundIndexes = nil
      }
    }
  }

  private mutating func removeComposite(_ name: String) throws(EditProblem) {
    let position = try self.position(of: name, in: composites, .composite)
    let owners =
      entities.flatMap { entity in
        entity.attributes.filter { $0.compositeName == name }.map { "\(entity.name).\($0.name)" }
      }
      + composites.flatMap { composite in
        composite.attributes.filter { $0.compositeName == name }
          .map { "\(composite.name).\($0.name)" }
      }
    guard owners.isEmpty else {
      throw EditProblem(
        "'\(name)' is the type of \(Self.list(owners))",
        hint: "remove these attributes first, or give them another type"
      )
    }
    composites.remove(at: position)
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
    return names.count > 5 ? "\(shown) and \(names.count - 5) more" : shown
  }

  // MARK: Entities

  private mutating func removeEntity(_ name: String, _ withReferences: Bool) throws(EditProblem) {
    _ = try entityPosition(name)
    let children = entities.filter { $0.parentName == name }.map(\.name)
    guard children.isEmpty else {
      throw EditProblem(
        "'\(name)' is the parent of \(Self.list(children))",
        hint: "remove these first, or set another parent for them"
      )
    }
    let users = usersOfEntity(name)
    guard users.isEmpty || withReferences else {
      throw EditProblem(
        "'\(name)' is still needed by \(Self.list(users.map { $0.names.joined(separator: ".") }))",
        hint: "remove these first, or remove them too with --with-references"
      )
    }
    for user in users { try remove(user, withReferences: true) }
    entities.remove(at: try entityPosition(name))
    for index in configurations.indices {
      configurations[index].members.removeAll { $0.name == name }
    }
    diagram?.removeAll { $0.name == name }
    changeRelationships { relationship in
      guard relationship.inverseEntityName == name else { return }
      relationship.inverseEntityName = nil
      relationship.inverseName = nil
    }
  }

  /// The parts outside of an entity that require it.
  private func usersOfEntity(_ name: String) -> [ElementPath] {
    var users: [ElementPath] = []
    for entity in entities where entity.name != name {
      for property in entity.properties {
        let target =
          property.relationship?.destinationName
          ?? property.fetchedProperty?.fetchRequest?.entityName
        if target == name {
          users.append(ElementPath(property.elementKind, entity.name, property.name))
        }
      }
    }
    return users
      + fetchRequests.filter { $0.entityName == name }.map { ElementPath(.fetchRequest, $0.name) }
  }

  // MARK: Properties

  private mutating func removeProperty(
    _ path: ElementPath,
    _ withReferences: Bool
  ) throws(EditProblem) {
    let place = try propertyPosition(path)
    let name = path.names[1]
    let heirs = descendants(of: path.names[0]).filter { heir in
      heir == place.entity || entities[heir].properties.position(of: name) == nil
    }
    let users = heirs.flatMap { heir in
      entities[heir].users(of: name).map { "\(entities[heir].name): \($0)" }
    }
    guard users.isEmpty || withReferences else {
      throw EditProblem(
        "'\(path.names.joined(separator: "."))' is still needed by \(Self.list(users))",
        hint: "remove these first, or remove them too with --with-references"
      )
    }
    for heir in heirs { entities[heir].removeReferences(to: name) }
    if entities[place.entity].properties[place.property].isRelationship { disconnect(place) }
    entities[place.entity].properties.remove(at: place.property)
  }
}

extension Entity {
  /// The indexes and constraints that contain a property.
  fileprivate func users(of property: String) -> [String] {
    fetchIndexes.filter { $0.elements.contains { $0.propertyName == property } }
      .map { "index \($0.name)" }
      + (uniquenessConstraints ?? []).filter { $0.members.contains { $0.name == property } }
      .map { "constraint " + $0.members.map(\.name).joined(separator: ", ") }
      + (compoundIndexes ?? []).filter { $0.members.contains { $0.name == property } }
      .map { "compound index " + $0.members.map(\.name).joined(separator: ", ") }
  }

  /// Removes a property from indexes and constraints; those that become empty are removed.
  ///
  /// A constraint is removed as a whole: with fewer properties it would forbid more.
  fileprivate mutating func removeReferences(to property: String) {
    for index in fetchIndexes.indices.reversed() {
      let count = fetchIndexes[index].elements.count
      fetchIndexes[index].elements.removeAll { $0.propertyName == property }
      if count > 0, fetchIndexes[index].elements.isEmpty { fetchIndexes.remove(at: index) }
    }
    if uniquenessConstraints != nil {
      uniquenessConstraints?.removeAll { $0.members.contains { $0.name == property } }
      if uniquenessConstraints?.isEmpty ?? false { uniquenessConstraints = nil }
    }
    if compoundIndexes != nil {
      compoundIndexes?.removeAll { $0.members.contains { $0.name == property } }
      if compoundIndexes?.isEmpty ?? false { compoundIndexes = nil }
    }
  }
}
