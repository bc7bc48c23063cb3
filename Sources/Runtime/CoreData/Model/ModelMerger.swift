import Foundation
import ManagedModel

/// Merges several models into one.
enum ModelMerger {
  /// The union of models; nil if two entities of the same name differ.
  static func merge(_ models: [NSManagedObjectModel]) -> NSManagedObjectModel? {
    var known: [String: NSEntityDescription] = [:]
    let result = NSManagedObjectModel()
    result.versionIdentifiers = models.reduce(into: []) { $0.formUnion($1.versionIdentifiers) }
    for model in models.map({ ModelCopier().copy($0) }) {
      result.recordedHashes.merge(model.recordedHashes)
      var own: [NSEntityDescription] = []
      var twins: [ObjectIdentifier: NSEntityDescription] = [:]
      for entity in model.storedEntities {
        guard let name = entity.name, let twin = known[name] else {
          own.append(entity)
          continue
        }
        guard twin.isEqual(entity) else {
          report("Can't merge models with two different entities named '\(name)'")
          return nil
        }
        twins[ObjectIdentifier(entity)] = twin
      }
      replace(twins, in: own)
      for entity in own { known[entity.name ?? ""] = entity }
      take(model, entities: own, twins: twins, into: result)
    }
    return result
  }

  /// The union of those models that match a store; nil if entities of it are missing.
  ///
  /// A model that matches alone, or one of whose configurations does, is preferred.
  static func merge(
    _ models: [NSManagedObjectModel],
    forStoreMetadata metadata: [String: Any]
  ) -> NSManagedObjectModel? {
    guard let recorded = metadata[NSStoreModelVersionHashesKey] as? [String: Data] else {
      return nil
    }
    let fitting = models.first { model in
      model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
    }
    let configured = models.first { model in
      model.configurations.contains {
        model.isConfiguration(withName: $0, compatibleWithStoreMetadata: metadata)
      }
    }
    if let model = fitting ?? configured { return merge([model]) }
    var found: [String: Data] = [:]
    let parts = models.filter { model in
      let hashes = model.entityVersionHashesByName
      guard hashes.allSatisfy({ recorded[$0.key] == $0.value }) else { return false }
      found.merge(hashes, uniquingKeysWith: { first, _ in first })
      return true
    }
    return found == recorded ? merge(parts) : nil
  }

  /// Redirects references of entities to existing ones instead of their copies.
  private static func replace(
    _ twins: [ObjectIdentifier: NSEntityDescription],
    in entities: [NSEntityDescription]
  ) {
    for entity in entities {
      if let parent = entity.superentity, let twin = twins[ObjectIdentifier(parent)] {
        twin.subentities.append(entity)
      }
      for case let relationship as NSRelationshipDescription in entity.ownProperties {
        guard let destination = relationship.destinationEntity,
          let twin = twins[ObjectIdentifier(destination)]
        else { continue }
        let inverse = relationship.inverseRelationship?.name
        relationship.destinationEntity = twin
        relationship.inverseRelationship = inverse.flatMap { twin.relationshipsByName[$0] }
      }
    }
  }

  private static func take(
    _ model: NSManagedObjectModel,
    entities: [NSEntityDescription],
    twins: [ObjectIdentifier: NSEntityDescription],
    into result: NSManagedObjectModel
  ) {
    let configurations = model.configurationMembers.mapValues { members in
      members.map { twins[ObjectIdentifier($0)] ?? $0 }
    }
    let templates = model.templates
    model.adopt([])
    result.adopt(result.storedEntities + entities)
    for name in configurations.keys.sortedByCodePoint() {
      var members = result.configurationMembers[name] ?? []
      for entity in configurations[name] ?? [] where !members.contains(where: { $0 === entity }) {
        members.append(entity)
      }
      result.configurationMembers[name] = members
    }
    result.templates.merge(templates, uniquingKeysWith: { first, _ in first })
  }

  private static func report(_ message: String) {
    CoreDataLog.send(.error, .model, message)
  }
}
