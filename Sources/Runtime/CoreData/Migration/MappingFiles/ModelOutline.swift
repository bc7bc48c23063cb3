import Foundation
import PropertyLists

/// The names in a version of a model: of entities, and of the attributes and relationships that each declares.
struct ModelOutline: Hashable {
  private var propertiesByEntity: [String: Set<String>] = [:]

  /// Creates the outline of a model.
  init(_ model: NSManagedObjectModel) {
    for entity in model.entities {
      guard let name = entity.name else { continue }
      let inherited = Set(entity.superentity.map { Array($0.propertiesByName.keys) } ?? [])
      let own = entity.propertiesByName.filter { !($0.value is NSFetchedPropertyDescription) }
      propertiesByEntity[name] = Set(own.keys).subtracting(inherited)
    }
  }

  /// Creates the outline of a model that Xcode's editor archived in a mapping model; nil for other bytes.
  ///
  /// The archive consists of objects of Xcode's own classes, of which only names and ownership are read.
  init?(archivedByXcode bytes: [UInt8]) {
    do {
      let archive = try KeyedArchive(try PropertyList(binary: bytes))
      try readEntities(of: archive)
      try readProperties(of: archive)
    } catch {
      return nil
    }
    if propertiesByEntity.isEmpty { return nil }
  }

  private mutating func readEntities(of archive: KeyedArchive) throws {
    for number in archive.objects.indices {
      guard let object = try archive.value(.uid(number)).object, object.isKind(of: "XDPMEntity"),
        let name = try object.string("_name")
      else { continue }
      propertiesByEntity[name] = []
    }
  }

  private mutating func readProperties(of archive: KeyedArchive) throws {
    for number in archive.objects.indices {
      guard let object = try archive.value(.uid(number)).object,
        object.isKind(of: "XDPMAttribute") || object.isKind(of: "XDPMRelationship"),
        let name = try object.string("_name"),
        let owner = try object.value("_owner")?.object?.string("_name")
      else { continue }
      propertiesByEntity[owner]?.insert(name)
    }
  }
}
