import Foundation
import PropertyLists

/// The names in a version of a model: of entities, and of the attributes and relationships that each declares.
struct ModelOutline: Hashable {
  private var propertiesByEntity: [String: Set<String>] = [:]

  /// The outline of a model.
  init(_ model: NSManagedObjectModel) {
    for entity in model.entities {
      guard let name = entity.name else { continue }
      let inherited = Set(entity.superentity.map { Array($0.propertiesByName.keys) } ?? [])
      let own = entity.propertiesByName.filter { !($0.value is NSFetchedPropertyDescription) }
      propertiesByEntity[name] = Set(own.keys).subtracting(inherited)
    }
  }

  /// The outline of a model as Xcode's editor archives it into a mapping model; nil for bytes that are none.
  ///
  /// Of that archive, objects of classes of Xcode's own, only names are looked at, and what belongs to what.
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
