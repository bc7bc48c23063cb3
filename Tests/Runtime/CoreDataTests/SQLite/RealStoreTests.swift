import CorpusFiles
import Foundation
import Testing

@testable import CoreData

/// Tests that stores written by Apple's Core Data can be opened, read completely and edited.
@Suite("Real stores", .enabled(if: Corpus.isAvailable())) struct RealStoreTests {
  static let stores: [URL] =
    Corpus.files(below: "stores") {
      ["sqlite", "moody"].contains($0.pathExtension)
    }

  @Test("Everything is read, an object is edited, and nothing else changes", arguments: stores)
  func readsAndEdits(original: URL) throws {
    let folder = try StoreFolder()
    for end in ["", "-wal"] {
      let part = URL(fileURLWithPath: original.path + end)
      guard FileManager.default.fileExists(atPath: part.path) else { continue }
      let copy = URL(fileURLWithPath: folder.store().path + end)
      try Data(contentsOf: part).write(to: copy)
    }
    guard let model = try Self.model(of: folder.store(), besides: original) else {
      print("skipped: \(Corpus.name(of: original)) has no model in it, nor one beside it")
      return
    }
    let metadata = try folder.query("SELECT Z_UUID, hex(Z_PLIST) FROM Z_METADATA")
    let schema = try folder.query("SELECT name, sql FROM sqlite_master ORDER BY rowid")
    let context = try folder.context(model)
    var counts: [String: Int] = [:]
    var edited: NSManagedObject?
    for entity in model.entities where !entity.isAbstract {
      let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
      request.includesSubentities = false
      let objects = try context.fetch(request)
      counts[entity.name ?? "", default: 0] += objects.count
      for object in objects {
        for (name, property) in entity.propertiesByName {
          if property is NSFetchedPropertyDescription { continue }
          _ = object.value(forKey: name)
        }
        try checkInverses(object)
      }
      if edited == nil { edited = objects.first { change($0) } }
    }
    print("\(Corpus.name(of: original)): \(counts.values.reduce(0, +)) objects")
    if edited != nil { try context.save() }
    #expect(try folder.query("SELECT name, sql FROM sqlite_master ORDER BY rowid") == schema)
    #expect(try folder.query("SELECT Z_UUID, hex(Z_PLIST) FROM Z_METADATA") == metadata)
    #expect(try folder.query("PRAGMA integrity_check") == "ok")
    let again = try folder.context(model)
    if let edited, let name = edited.entity.name {
      let request = NSFetchRequest<NSManagedObject>(entityName: name)
      request.includesSubentities = false
      #expect(try again.count(for: request) == counts[name])
    }
  }

  /// The model embedded in a store, or the model source next to it.
  private static func model(of store: URL, besides original: URL) throws -> NSManagedObjectModel? {
    if let model = try SQLiteStore.cachedModel(at: store) { return model }
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      type: .sqlite,
      at: store
    )
    let folder = original.deletingLastPathComponent().appendingPathComponent("model")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    for case let file as URL in files ?? .init() where file.pathExtension == "xcdatamodel" {
      guard let model = NSManagedObjectModel(contentsOf: file) else { continue }
      if model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) {
        return model
      }
    }
    return ModelsBeforeXML.all.first {
      $0.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
    }
  }

  /// Checks that every relationship is consistent with its inverse.
  private func checkInverses(_ object: NSManagedObject) throws {
    for (name, relationship) in object.entity.relationshipsByName {
      guard let inverse = relationship.inverseRelationship else { continue }
      for other in related(object, name) where !other.state.contains(.isInaccessible) {
        #expect(related(other, inverse.name).contains(object), "\(name) of \(object)")
      }
    }
  }

  private func related(_ object: NSManagedObject, _ name: String) -> [NSManagedObject] {
    switch object.value(forKey: name) {
    case let other as NSManagedObject: [other]
    case let set as Set<NSManagedObject>: Array(set)
    case let set as NSOrderedSet: set.array.compactMap { $0 as? NSManagedObject }
    case let set as NSSet: set.allObjects.compactMap { $0 as? NSManagedObject }
    default: []
    }
  }

  private func change(_ object: NSManagedObject) -> Bool {
    for (name, attribute) in object.entity.attributesByName
    where attribute.type == .string && !attribute.isTransient
      && !(attribute is NSDerivedAttributeDescription)
    {
      guard let text = object.value(forKey: name) as? String else { continue }
      object.setValue(text + "!", forKey: name)
      object.setValue(text, forKey: name)
      object.setValue(text + " ", forKey: name)
      return true
    }
    return false
  }
}
