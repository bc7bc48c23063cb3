import Foundation

/// Searches for the mapping model from one version of a model to another one.
struct MappingModelSearch {
  let source: NSManagedObjectModel
  let destination: NSManagedObjectModel

  /// Returns the mappings of the first file that matches both versions.
  func mappings(in files: [MappingModelFile]) -> [NSEntityMapping]? {
    for file in files {
      guard let contents = file.contents(), fits(contents) else { continue }
      return MappingModelMaker(file: contents, source: source, destination: destination).mappings()
    }
    return nil
  }

  /// Whether a file is for the two versions, as far as it describes them.
  ///
  /// A compiled file has the version hashes of its entities. One of Xcode has copies of the models: their entities
  /// and properties must have the same names.
  private func fits(_ file: MappingFile) -> Bool {
    guard !file.entities.isEmpty, file.source ?? outline(source) == outline(source),
      file.destination ?? outline(destination) == outline(destination)
    else { return false }
    return file.entities.allSatisfy { mapped in
      has(mapped.source, in: source) && has(mapped.destination, in: destination)
        && hasProperties(mapped)
    }
  }

  private func outline(_ model: NSManagedObjectModel) -> ModelOutline { ModelOutline(model) }

  private func has(_ end: MappedEntity.End?, in model: NSManagedObjectModel) -> Bool {
    guard let end else { return true }
    guard let hash = model.entityVersionHashesByName[end.name] else { return false }
    return end.hash ?? hash == hash
  }

  private func hasProperties(_ mapped: MappedEntity) -> Bool {
    guard let entity = mapped.destination.flatMap({ destination.entitiesByName[$0.name] }) else {
      return true
    }
    let (attributes, relationships) = (entity.attributesByName, entity.relationshipsByName)
    return mapped.attributes.allSatisfy { attributes[$0.name] != nil }
      && mapped.relationships.allSatisfy { relationships[$0.name] != nil }
  }
}
