import ManagedModel
import ModelFiles

extension EditScript {
  /// Sets every field that differs.
  mutating func setFields() throws(EditProblem) {
    for composite in target.composites {
      guard let position = model.composites.position(of: composite.name) else { continue }
      for attribute in composite.attributes {
        guard let old = model.composites[position].attributes.position(of: attribute.name) else {
          continue
        }
        let current = model.composites[position].attributes[old]
        let path = ElementPath(.attribute, composite.name, attribute.name)
        try set(path, .attribute, from: current, to: attribute)
        try setInfo(path, from: current.userInfo, to: attribute.userInfo)
      }
    }
    for entity in target.entities { try setFields(of: entity) }
    for request in target.fetchRequests {
      guard let old = model.fetchRequests.position(of: request.name) else { continue }
      let path = ElementPath(.fetchRequest, request.name)
      try set(path, .fetchRequest, from: model.fetchRequests[old], to: request)
    }
    for item in target.configurations {
      guard let old = model.configurations.position(of: item.name) else { continue }
      let path = ElementPath(.configuration, item.name)
      try set(path, .configuration, from: model.configurations[old], to: item)
      let members = item.members.map(\.name)
      if model.configurations[old].members.map(\.name) != members, !members.isEmpty {
        try make(.set(path, members.map { Assignment(nil, $0) }))
      }
    }
    for box in target.diagram ?? [] {
      guard let boxes = model.diagram, let old = boxes.position(of: box.name), boxes[old] != box
      else {
        continue
      }
      try set(ElementPath(.diagramBox, box.name), .diagramBox, from: boxes[old], to: box)
    }
  }

  private mutating func setFields(of entity: Entity) throws(EditProblem) {
    // Most entities are equal in both models; comparing them is cheaper than writing all their fields.
    guard let position = model.entities.position(of: entity.name),
      model.entities[position] != entity
    else { return }
    let path = ElementPath(.entity, entity.name)
    try set(path, .entity, from: model.entities[position], to: entity)
    try setInfo(path, from: model.entities[position].userInfo, to: entity.userInfo)
    for property in entity.properties {
      let known = model.entities[position].properties
      guard let old = known.position(of: property.name) else { continue }
      try set(known[old], to: property, of: entity.name)
    }
    for index in entity.fetchIndexes {
      let known = model.entities[position].fetchIndexes
      guard let old = known.position(of: index.name) else { continue }
      let path = ElementPath(.index, entity.name, index.name)
      try set(path, .fetchIndex, from: known[old], to: index)
    }
  }

  private mutating func set(
    _ old: Property,
    to new: Property,
    of entity: String
  ) throws(EditProblem) {
    guard old != new else { return }
    let path = ElementPath(new.elementKind, entity, new.name)
    switch (old, new) {
    case (.attribute(let old), .attribute(let new)):
      try set(path, .attribute, from: old, to: new)
    case (.relationship(let old), .relationship(let new)):
      try set(path, .relationship, from: old, to: new)
    case (.fetchedProperty(let old), .fetchedProperty(let new)):
      try set(path, .fetchedProperty, from: old, to: new)
      if let request = new.fetchRequest {
        let current = old.fetchRequest ?? FetchRequestTemplate(name: request.name)
        try set(path, .fetchRequest, from: current, to: request)
      }
    default: break
    }
    try setInfo(path, from: old.userInfo, to: new.userInfo)
  }

  private mutating func setInfo(
    _ owner: ElementPath,
    from old: UserInfo?,
    to new: UserInfo?
  ) throws(EditProblem) {
    let path = ElementPath(.info, names: owner.names)
    let (before, after) = (old?.entries ?? [], new?.entries ?? [])
    let gone = before.filter { after.position(of: $0.key) == nil }
    if !gone.isEmpty { try make(.set(path, gone.map { Assignment($0.key, nil) })) }
    let changed = after.filter { old?[$0.key] != $0.value }
    if !changed.isEmpty { try make(.set(path, changed.map { Assignment($0.key, $0.value) })) }
  }

  // MARK: Order

  /// Moves parts whose position differs in the target.
  mutating func order() throws(EditProblem) {
    try order(model.entities, as: target.entities) { ElementPath(.entity, $0.name) }
    for entity in target.entities {
      guard let position = model.entities.position(of: entity.name) else { continue }
      try order(model.entities[position].properties, as: entity.properties) {
        ElementPath($0.elementKind, entity.name, $0.name)
      }
      try order(model.entities[position].fetchIndexes, as: entity.fetchIndexes) {
        ElementPath(.index, entity.name, $0.name)
      }
    }
    try order(model.fetchRequests, as: target.fetchRequests) { ElementPath(.fetchRequest, $0.name) }
    try order(model.configurations, as: target.configurations) {
      ElementPath(.configuration, $0.name)
    }
    try order(model.composites, as: target.composites) { ElementPath(.composite, $0.name) }
    for composite in target.composites {
      guard let position = model.composites.position(of: composite.name) else { continue }
      try order(model.composites[position].attributes, as: composite.attributes) {
        ElementPath(.attribute, composite.name, $0.name)
      }
    }
    try order(model.diagram ?? [], as: target.diagram ?? []) { ElementPath(.diagramBox, $0.name) }
  }

  private mutating func order<Part: NamedPart>(
    _ parts: [Part],
    as wanted: [Part],
    path: (Part) -> ElementPath
  ) throws(EditProblem) {
    var names = parts.map(\.partName)
    let goal = wanted.map(\.partName)
    guard names != goal, names.sorted() == goal.sorted() else { return }
    for (position, name) in goal.enumerated() where names[position] != name {
      guard let old = names.firstIndex(of: name) else { return }
      names.remove(at: old)
      names.insert(name, at: position)
      let place = position == 0 ? Placement.first : .after(goal[position - 1])
      try make(.move(path(wanted[position]), place))
    }
  }
}
