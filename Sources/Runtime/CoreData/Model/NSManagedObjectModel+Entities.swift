import Foundation

extension NSManagedObjectModel {
  /// Makes entities, and the subentities below them, those of the model.
  func adopt(_ entities: [NSEntityDescription]) {
    for entity in storedEntities where entity.model === self { entity.model = nil }
    var seen: Set<ObjectIdentifier> = []
    storedEntities = []
    for entity in entities where seen.insert(ObjectIdentifier(entity)).inserted {
      storedEntities.append(entity)
    }
    // A subentity that is not named by itself comes with the entity that it extends.
    for entity in entities {
      for descendant in entity.subtree where seen.insert(ObjectIdentifier(descendant)).inserted {
        storedEntities.append(descendant)
      }
    }
    for entity in storedEntities { entity.model = self }
  }
}
