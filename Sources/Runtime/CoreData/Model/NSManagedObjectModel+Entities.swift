import Foundation

extension NSManagedObjectModel {
  /// Adds entities, with their subentities, to the model.
  func adopt(_ entities: [NSEntityDescription]) {
    for entity in storedEntities where entity.model === self { entity.model = nil }
    var seen: Set<ObjectIdentifier> = []
    storedEntities = []
    for entity in entities where seen.insert(ObjectIdentifier(entity)).inserted {
      storedEntities.append(entity)
    }
    // A subentity that is not listed itself is added with its superentity.
    for entity in entities {
      for descendant in entity.subtree where seen.insert(ObjectIdentifier(descendant)).inserted {
        storedEntities.append(descendant)
      }
    }
    for entity in storedEntities { entity.model = self }
  }
}
