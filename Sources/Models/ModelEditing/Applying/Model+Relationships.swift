import ManagedModel
import ModelFiles

extension Model {
  /// Sets fields of a property of an entity; the inverse of a relationship is updated.
  mutating func setProperty(
    at place: (entity: Int, property: Int),
    _ assignments: [Assignment]
  ) throws(EditProblem) {
    switch entities[place.entity].properties[place.property] {
    case .attribute(var attribute):
      try attribute.set(assignments)
      entities[place.entity].properties[place.property] = .attribute(attribute)
    case .relationship:
      let first = assignments.stablyFirst { ["to", "many"].contains($0.name) }
      for assignment in first { try setRelationship(at: place, assignment) }
    case .fetchedProperty(var property):
      for assignment in assignments {
        let isOfRequest =
          assignment.name == "entity"
          || assignment.name.map { FieldNames.fetchRequest[$0] != nil } ?? false
          || assignment.name.map {
            FieldSetter<FetchRequestTemplate>.fetchRequest.format.has($0)
              && !FieldSetter<FetchedProperty>.fetchedProperty.format.has($0)
          } ?? false
        guard isOfRequest else {
          try FieldSetter<FetchedProperty>.fetchedProperty.set(assignment, in: &property)
          continue
        }
        var request =
          property.fetchRequest ?? FetchRequestTemplate(name: "fetchedPropertyFetchRequest")
        try set([assignment], of: &request)
        property.fetchRequest = request
      }
      entities[place.entity].properties[place.property] = .fetchedProperty(property)
    }
  }

  private mutating func setRelationship(
    at place: (entity: Int, property: Int),
    _ assignment: Assignment
  ) throws(EditProblem) {
    guard var relationship = relationship(at: place) else { return }
    switch assignment.name {
    case "to":
      guard let destination = assignment.text else {
        throw EditProblem("a relationship needs a destination")
      }
      _ = try entityPosition(destination)
      try lead(place, to: destination)
      return
    case "inverse":
      try connect(place, to: assignment.text)
      return
    case "many":
      guard let text = assignment.text, let isMany = Self.yesOrNo(text) else {
        throw EditProblem("'many' is yes or no")
      }
      relationship.isToMany = isMany
      relationship.maximumCount = isMany ? nil : 1
      if !isMany {
        relationship.isOrdered = false
        if relationship.effectiveMinimumCount > 1 { relationship.minimumCount = nil }
      }
    default: try FieldSetter<Relationship>.relationship.set(assignment, in: &relationship)
    }
    entities[place.entity].properties[place.property] = .relationship(relationship)
  }

  private static func yesOrNo(_ text: String) -> Bool? {
    ["yes": true, "true": true, "no": false, "false": false][text.lowercased()]
  }

  func relationship(at place: (entity: Int, property: Int)) -> Relationship? {
    entities[place.entity].properties[place.property].relationship
  }

  private mutating func change(
    _ place: (entity: Int, property: Int),
    _ change: (inout Relationship) -> Void
  ) {
    guard var relationship = relationship(at: place) else { return }
    change(&relationship)
    entities[place.entity].properties[place.property] = .relationship(relationship)
  }

  /// Changes the destination of a relationship; an inverse that does not exist there is cleared.
  private mutating func lead(
    _ place: (entity: Int, property: Int),
    to destination: String
  ) throws(EditProblem) {
    change(place) { $0.destinationName = destination }
    guard let inverse = inverse(of: place) else { return }
    let reachable = lineage(of: destination)
    if reachable.contains(inverse.entity) {
      let owner = entities[inverse.entity].name
      change(place) { $0.inverseEntityName = owner }
    } else {
      try connect(place, to: nil)
    }
  }

  /// The position of the relationship that another names as its inverse.
  func inverse(of place: (entity: Int, property: Int)) -> (entity: Int, property: Int)? {
    guard let relationship = relationship(at: place), let name = relationship.inverseName,
      let owner = relationship.inverseEntityName ?? relationship.destinationName
    else { return nil }
    for entity in lineage(of: owner) {
      if let property = entities[entity].properties.position(of: name),
        entities[entity].properties[property].isRelationship
      {
        return (entity, property)
      }
    }
    return nil
  }

  /// Makes a relationship and one at its destination inverses of each other; with nil, clears the inverse.
  private mutating func connect(
    _ place: (entity: Int, property: Int),
    to name: String?
  ) throws(EditProblem) {
    guard let name else {
      disconnect(place)
      return
    }
    guard let near = relationship(at: place), let destination = near.destinationName else {
      throw EditProblem("the relationship has no destination yet", hint: "set 'to' as well")
    }
    let owner = entities[place.entity].name
    let far = lineage(of: destination).compactMap { entity in
      entities[entity].properties.position(of: name).map { (entity: entity, property: $0) }
    }.first
    guard let far, let partner = relationship(at: far) else {
      throw EditProblem(
        "'\(destination)' has no relationship '\(name)'",
        hint: "add it first; then one of the two names the other as its inverse"
      )
    }
    guard let target = partner.destinationName,
      lineage(of: owner).contains(where: { entities[$0].name == target })
        || lineage(of: target).contains(place.entity)
    else {
      throw EditProblem(
        "'\(entities[far.entity].name).\(name)' leads to '\(partner.destinationName ?? "nothing")'"
          + ", not to '\(owner)'"
      )
    }
    let farOwner = entities[far.entity].name
    disconnect(place)
    disconnect(far)
    change(place) { relationship in
      relationship.inverseName = name
      relationship.inverseEntityName = farOwner
    }
    change(far) { relationship in
      relationship.inverseName = near.name
      relationship.inverseEntityName = owner
    }
  }

  /// Clears the inverse of a relationship, at both ends.
  mutating func disconnect(_ place: (entity: Int, property: Int)) {
    if let far = inverse(of: place), let back = inverse(of: far), back == place {
      clearInverse(far)
    }
    clearInverse(place)
  }

  private mutating func clearInverse(_ place: (entity: Int, property: Int)) {
    change(place) { relationship in
      relationship.inverseName = nil
      relationship.inverseEntityName = nil
    }
  }
}
