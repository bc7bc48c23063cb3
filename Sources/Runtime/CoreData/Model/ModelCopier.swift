import Foundation

/// Copies models and entities, so that the parts of the copy refer to one another like those of the original.
final class ModelCopier {
  private var entities: [ObjectIdentifier: NSEntityDescription] = [:]
  private var properties: [ObjectIdentifier: NSPropertyDescription] = [:]

  func copy(_ model: NSManagedObjectModel) -> NSManagedObjectModel {
    let copy = NSManagedObjectModel()
    copy.origin = model.origin
    copy.failedSearch = model.failedSearch
    copy.localizationDictionary = model.localizationDictionary
    copy.versionIdentifiers = model.versionIdentifiers
    copy.recordedHashes = model.recordedHashes
    copy.adopt(copies(of: model.storedEntities))
    copy.configurationMembers = model.configurationMembers.mapValues { members in
      members.compactMap { entities[ObjectIdentifier($0)] }
    }
    copy.templates = model.templates.mapValues(self.copy)
    return copy
  }

  func copy(_ entity: NSEntityDescription) -> NSEntityDescription {
    copies(of: [entity])[0]
  }

  /// Returns copies of entities and of all their descendants, in the same order, linked like the originals.
  func copies(of originals: [NSEntityDescription]) -> [NSEntityDescription] {
    let all = originals + originals.flatMap { $0.subtree.dropFirst() }
    for entity in all where entities[ObjectIdentifier(entity)] == nil {
      entities[ObjectIdentifier(entity)] = copyAlone(entity)
    }
    for entity in all {
      guard let copy = entities[ObjectIdentifier(entity)] else { continue }
      link(copy, like: entity)
    }
    return originals.compactMap { entities[ObjectIdentifier($0)] }
  }

  /// A copy with properties, but without relations to other entities.
  private func copyAlone(_ entity: NSEntityDescription) -> NSEntityDescription {
    let copy = NSEntityDescription()
    copy.origin = entity.origin
    copy.name = entity.name
    copy.className = entity.className
    copy.isAbstract = entity.isAbstract
    copy.missingParentName = entity.missingParentName
    copy.userInfo = entity.userInfo
    copy.versionHashModifier = entity.versionHashModifier
    copy.writtenRenamingIdentifier = entity.writtenRenamingIdentifier
    copy.constraintNames = entity.constraintNames
    copy.compoundIndexNames = entity.compoundIndexNames
    copy.spotlightExpression = entity.spotlightExpression
    copy.properties = entity.ownProperties.compactMap { property in
      let copy = property.copy() as? NSPropertyDescription
      properties[ObjectIdentifier(property)] = copy
      return copy
    }
    return copy
  }

  private func link(_ copy: NSEntityDescription, like entity: NSEntityDescription) {
    copy.subentities = entity.subentities.compactMap { entities[ObjectIdentifier($0)] }
    for case let relationship as NSRelationshipDescription in copy.ownProperties {
      if let destination = relationship.destinationEntity,
        let known = entities[ObjectIdentifier(destination)]
      {
        relationship.destinationEntity = known
      }
      if let inverse = relationship.inverseRelationship,
        let known = properties[ObjectIdentifier(inverse)] as? NSRelationshipDescription
      {
        relationship.inverseRelationship = known
      }
    }
    for case let property as NSFetchedPropertyDescription in copy.ownProperties {
      guard let request = property.fetchRequest, let entity = request.entity,
        let known = entities[ObjectIdentifier(entity)]
      else { continue }
      request.refer(to: known)
    }
    copy.indexes = entity.indexes.compactMap { index in
      let copy = index.copy() as? NSFetchIndexDescription
      for element in copy?.elements ?? [] {
        guard let property = element.indexedProperty else { continue }
        element.indexedProperty = properties[ObjectIdentifier(property)] ?? property
      }
      return copy
    }
  }

  private func copy(
    _ request: NSFetchRequest<any NSFetchRequestResult>
  ) -> NSFetchRequest<any NSFetchRequestResult> {
    let copy = NSFetchRequest<any NSFetchRequestResult>(copying: request)
    if let entity = request.entity { copy.entity = entities[ObjectIdentifier(entity)] ?? entity }
    return copy
  }
}
