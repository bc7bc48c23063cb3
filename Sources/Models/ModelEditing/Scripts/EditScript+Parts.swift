import ManagedModel
import ModelFiles

extension EditScript {
  // MARK: Removing parts

  mutating func removeParts() throws(EditProblem) {
    for request in model.fetchRequests where target.fetchRequests.position(of: request.name) == nil
    {
      try make(.remove(ElementPath(.fetchRequest, request.name), withReferences: true))
    }
    for item in model.configurations where target.configurations.position(of: item.name) == nil {
      try make(.remove(ElementPath(.configuration, item.name), withReferences: true))
    }
    for box in model.diagram ?? [] where (target.diagram ?? []).position(of: box.name) == nil {
      let isRenamed = target.entities.contains { $0.renamingIdentifier == box.name }
      if !isRenamed { try make(.remove(ElementPath(.diagramBox, box.name), withReferences: true)) }
    }
    for entity in model.entities {
      guard let other = counterpart(of: entity) else { continue }
      try removeParts(of: entity, in: other)
    }
    // Children are removed before their parents.
    let gone = model.entities.filter { counterpart(of: $0) == nil }
    for entity in gone { try clearParents(below: entity, among: gone) }
    for entity in gone {
      try make(.remove(ElementPath(.entity, entity.name), withReferences: true))
    }
  }

  /// The entity of the target that an entity becomes.
  private func counterpart(of entity: Entity) -> Entity? {
    if let position = target.entities.position(of: entity.name) { return target.entities[position] }
    return target.entities.first {
      $0.renamingIdentifier == entity.name && model.entities.position(of: $0.name) == nil
    }
  }

  private mutating func clearParents(
    below entity: Entity,
    among gone: [Entity]
  ) throws(EditProblem) {
    for child in model.entities where child.parentName == entity.name {
      try make(.set(ElementPath(.entity, child.name), [Assignment("parent", nil)]))
    }
  }

  private mutating func removeParts(
    of entity: Entity,
    in other: Entity
  ) throws(EditProblem) {
    for index in entity.fetchIndexes where other.fetchIndexes.position(of: index.name) == nil {
      try make(.remove(ElementPath(.index, entity.name, index.name), withReferences: true))
    }
    for property in entity.properties {
      let isKept =
        other.properties.position(of: property.name).map {
          other.properties[$0].elementKind == property.elementKind
        } ?? (successor(of: property, in: other, beside: entity) != nil)
      guard !isKept else { continue }
      let path = ElementPath(property.elementKind, entity.name, property.name)
      try make(.remove(path, withReferences: true))
    }
  }

  /// The property of the target whose renaming identifier names a removed one.
  private func successor(
    of property: Property,
    in other: Entity,
    beside entity: Entity
  ) -> Property? {
    other.properties.first { candidate in
      let identifier =
        candidate.attribute?.renamingIdentifier
        ?? candidate.relationship?.renamingIdentifier
      return identifier == property.name && candidate.elementKind == property.elementKind
        && entity.properties.position(of: candidate.name) == nil
    }
  }

  // MARK: Renaming parts

  mutating func renameParts() throws(EditProblem) {
    for entity in model.entities where target.entities.position(of: entity.name) == nil {
      guard let other = counterpart(of: entity) else { continue }
      try make(
        .rename(ElementPath(.entity, entity.name), to: other.name, keepsData: true)
      )
    }
    for entity in model.entities {
      guard let position = target.entities.position(of: entity.name) else { continue }
      let other = target.entities[position]
      for property in entity.properties where other.properties.position(of: property.name) == nil {
        guard let next = successor(of: property, in: other, beside: entity) else { continue }
        let path = ElementPath(property.elementKind, entity.name, property.name)
        try make(.rename(path, to: next.name, keepsData: true))
      }
    }
    for entity in target.entities {
      try replaceMembers(of: entity.name, in: entity, isRemoving: true)
    }
  }

  // MARK: Adding parts

  mutating func addParts() throws(EditProblem) {
    try addComposites()
    for entity in target.entities where model.entities.position(of: entity.name) == nil {
      try make(.add(ElementPath(.entity, entity.name), [], .automatic))
    }
    // Indexes and constraints may refer to inherited properties.
    for entity in target.entities {
      for property in entity.properties { try add(property, to: entity.name) }
      try setParent(of: entity)
    }
    for entity in target.entities {
      try addIndexes(of: entity)
      try replaceMembers(of: entity.name, in: entity, isRemoving: false)
    }
    for request in target.fetchRequests where model.fetchRequests.position(of: request.name) == nil
    {
      try make(.add(ElementPath(.fetchRequest, request.name), [], .automatic))
    }
    for item in target.configurations where model.configurations.position(of: item.name) == nil {
      try make(.add(ElementPath(.configuration, item.name), [], .automatic))
    }
    for box in target.diagram ?? [] where (model.diagram ?? []).position(of: box.name) == nil {
      try make(.add(ElementPath(.diagramBox, box.name), [], .automatic))
    }
  }

  private mutating func setParent(of entity: Entity) throws(EditProblem) {
    guard let position = model.entities.position(of: entity.name),
      model.entities[position].parentName != entity.parentName
    else { return }
    let assignment = Assignment("parentEntity", entity.parentName)
    try make(.set(ElementPath(.entity, entity.name), [assignment]))
  }

  private mutating func add(_ property: Property, to entity: String) throws(EditProblem) {
    guard let position = model.entities.position(of: entity),
      model.entities[position].properties.position(of: property.name) == nil
    else { return }
    var fields: [Assignment] = []
    if let type = property.attribute?.type.fileName { fields = [Assignment("type", type)] }
    try make(.add(ElementPath(property.elementKind, entity, property.name), fields, .automatic))
  }

  private mutating func addComposites() throws(EditProblem) {
    for composite in target.composites where model.composites.position(of: composite.name) == nil {
      try make(.add(ElementPath(.composite, composite.name), [], .automatic))
    }
    for composite in target.composites {
      guard let position = model.composites.position(of: composite.name) else { continue }
      for old in model.composites[position].attributes
      where composite.attributes.position(of: old.name) == nil {
        let path = ElementPath(.attribute, composite.name, old.name)
        try make(.remove(path, withReferences: true))
      }
      for attribute in composite.attributes
      where model.composites[position].attributes.position(of: attribute.name) == nil {
        let type = attribute.type.fileName.map { [Assignment("type", $0)] } ?? []
        try make(
          .add(ElementPath(.attribute, composite.name, attribute.name), type, .automatic)
        )
      }
    }
    for composite in model.composites where target.composites.position(of: composite.name) == nil {
      try make(.remove(ElementPath(.composite, composite.name), withReferences: true))
    }
  }

  private mutating func addIndexes(of entity: Entity) throws(EditProblem) {
    guard let position = model.entities.position(of: entity.name) else { return }
    for index in entity.fetchIndexes {
      let path = ElementPath(.index, entity.name, index.name)
      let known = model.entities[position].fetchIndexes
      if let old = known.position(of: index.name) {
        if known[old].elements != index.elements {
          try make(.set(path, index.elementAssignments))
        }
      } else {
        try make(.add(path, index.elementAssignments, .automatic))
      }
    }
  }

  /// Makes the constraints and compound indexes of an entity those of the target.
  private mutating func replaceMembers(
    of entity: String,
    in other: Entity,
    isRemoving: Bool
  ) throws(EditProblem) {
    guard let position = model.entities.position(of: entity) else { return }
    let lists: [(ElementKind, [[String]], [[String]])] = [
      (
        .constraint, model.entities[position].constraintMembers, other.constraintMembers
      ),
      (
        .compoundIndex, model.entities[position].compoundMembers, other.compoundMembers
      ),
    ]
    for (kind, old, new) in lists where old != new {
      // The common beginning stays; the rest is removed and added again in order.
      let common = zip(old, new).prefix { $0 == $1 }.count
      let edits = isRemoving ? old.dropFirst(common) : new.dropFirst(common)
      for members in edits {
        let path = ElementPath(kind, names: [entity], members: members)
        try make(isRemoving ? .remove(path, withReferences: true) : .add(path, [], .automatic))
      }
    }
  }
}

extension Entity {
  fileprivate var constraintMembers: [[String]] {
    (uniquenessConstraints ?? []).map { $0.members.map(\.name) }
  }

  fileprivate var compoundMembers: [[String]] {
    (compoundIndexes ?? []).map { $0.members.map(\.name) }
  }
}

extension FetchIndex {
  /// The assignments that set the elements of the index.
  fileprivate var elementAssignments: [Assignment] {
    elements.flatMap { element -> [Assignment] in
      let order = element.isAscending ? "" : ":descending"
      if let name = element.propertyName {
        return [Assignment(nil, name + order + (element.type == .rTree ? ":rtree" : ""))]
      }
      var fields = [Assignment("expression", element.expressionText ?? "")]
      if let type = element.expressionType { fields.append(Assignment("expression-type", type)) }
      if !element.isAscending { fields.append(Assignment("expression-order", "descending")) }
      if element.type == .rTree { fields.append(Assignment("expression-index", "RTree")) }
      return fields
    }
  }
}
