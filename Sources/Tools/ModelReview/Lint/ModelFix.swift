import ManagedModel

/// A change to a model that needs no decision by the user.
///
/// Edits only set fields and add indexes, so locations stay valid after each of them, and
/// edits are idempotent.
package enum ModelFix: Sendable, Hashable {
  /// Makes two relationships each other's inverse.
  case connect(PropertyLocation, PropertyLocation)

  /// Makes a relationship optional.
  case makeOptional(PropertyLocation)

  /// Makes a relationship unordered.
  case makeUnordered(PropertyLocation)

  /// Sets the counts of a to-one relationship to those of one object.
  case countOne(PropertyLocation)

  /// Lets Core Data store large values of a Binary attribute in external files.
  case storeExternally(PropertyLocation)

  /// Turns the old `indexed` flag of a property into a fetch index.
  case replaceFlagWithIndex(PropertyLocation)

  /// Turns the old compound indexes of an entity into fetch indexes.
  case replaceCompoundIndexes(entity: Int)

  /// Adds a fetch index over one property.
  case addIndex(PropertyLocation)
}

extension Model {
  /// Applies an edit; a location that does not exist in the model is ignored.
  package mutating func apply(_ edit: ModelFix) {
    switch edit {
    case .connect(let first, let second): connect(first, second)
    case .makeOptional(let location):
      changeRelationship(at: location) { relationship in
        relationship.isOptional = true
        if relationship.effectiveMinimumCount > 0 { relationship.minimumCount = nil }
      }
    case .makeUnordered(let location):
      changeRelationship(at: location) { $0.isOrdered = false }
    case .countOne(let location):
      changeRelationship(at: location) { relationship in
        guard !relationship.isToMany else { return }
        relationship.maximumCount = 1
        if relationship.effectiveMinimumCount > 1 { relationship.minimumCount = 1 }
      }
    case .storeExternally(let location):
      changeAttribute(at: location) { $0.allowsExternalBinaryDataStorage = true }
    case .replaceFlagWithIndex(let location): replaceFlag(at: location)
    case .replaceCompoundIndexes(let entity): replaceCompoundIndexes(ofEntity: entity)
    case .addIndex(let location):
      guard let property = property(at: location) else { return }
      entities[location.entity].addIndex(over: [property.name])
    }
  }

  private func property(at location: PropertyLocation) -> Property? {
    guard entities.indices.contains(location.entity),
      entities[location.entity].properties.indices.contains(location.property)
    else { return nil }
    return entities[location.entity].properties[location.property]
  }

  private mutating func changeRelationship(
    at location: PropertyLocation,
    _ change: (inout Relationship) -> Void
  ) {
    guard var relationship = property(at: location)?.relationship else { return }
    change(&relationship)
    entities[location.entity].properties[location.property] = .relationship(relationship)
  }

  private mutating func changeAttribute(
    at location: PropertyLocation,
    _ change: (inout Attribute) -> Void
  ) {
    guard var attribute = property(at: location)?.attribute else { return }
    change(&attribute)
    entities[location.entity].properties[location.property] = .attribute(attribute)
  }

  private mutating func connect(_ first: PropertyLocation, _ second: PropertyLocation) {
    for (near, far) in [(first, second), (second, first)] {
      guard let inverse = property(at: far) else { return }
      let owner = entities[far.entity].name
      changeRelationship(at: near) { relationship in
        relationship.inverseName = inverse.name
        relationship.inverseEntityName = owner
      }
    }
  }

  private mutating func replaceFlag(at location: PropertyLocation) {
    changeRelationship(at: location) { $0.isIndexed = false }
    guard property(at: location)?.attribute?.isIndexed == true else { return }
    changeAttribute(at: location) { $0.isIndexed = false }
    guard let attribute = property(at: location)?.attribute, !attribute.isTransient else { return }
    entities[location.entity].addIndex(over: [attribute.name])
  }

  private mutating func replaceCompoundIndexes(ofEntity index: Int) {
    guard entities.indices.contains(index) else { return }
    for compound in entities[index].compoundIndexes ?? [] {
      entities[index].addIndex(over: compound.members.map(\.name))
    }
    entities[index].compoundIndexes = nil
  }
}

extension Entity {
  /// Adds a fetch index over properties, named as Xcode names it, unless it exists.
  fileprivate mutating func addIndex(over names: [String]) {
    guard !names.isEmpty,
      !fetchIndexes.contains(where: { index in
        index.partialPredicateText == nil && index.elements.map(\.propertyName) == names
      })
    else { return }
    let words = names.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "And")
    var name = "by\(words)Index"
    var count = 2
    while fetchIndexes.contains(where: { $0.name == name }) {
      name = "by\(words)Index\(count)"
      count += 1
    }
    fetchIndexes.append(
      FetchIndex(name: name, elements: names.map { FetchIndexElement(propertyName: $0) })
    )
  }
}
