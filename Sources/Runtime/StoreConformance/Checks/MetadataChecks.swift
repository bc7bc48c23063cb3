import CoreData
import Foundation
import Testing

/// Checks that a store keeps its identity and its metadata.
enum MetadataChecks {
  static let all: [ConformanceCheck] = [
    ConformanceCheck("Metadata have the type, the UUID and the version hashes", checkRequired),
    ConformanceCheck("A store keeps its UUID", needs: .persistence, checkUUID),
    ConformanceCheck("Metadata are written with the next save", needs: .persistence, checkSaving),
    ConformanceCheck("Metadata without opening", needs: .detachedMetadata, checkDetached),
    ConformanceCheck("A store of another model is refused", needs: .persistence, checkVersion),
    ConformanceCheck("A read-only store is not changed", needs: .persistence, checkReadOnly),
  ]

  @Sendable private static func checkRequired(_ session: ConformanceSession) throws {
    let store = try session.openStore
    let metadata = session.coordinator.metadata(for: store)
    #expect(metadata[NSStoreTypeKey] as? String == session.store.type.rawValue)
    #expect(store.type == session.store.type.rawValue)
    #expect(metadata[NSStoreUUIDKey] as? String == store.identifier)
    let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data]
    #expect(hashes == session.coordinator.managedObjectModel.entityVersionHashesByName)
  }

  @Sendable private static func checkUUID(_ session: ConformanceSession) throws {
    let identifier = try session.openStore.identifier
    let context = session.context()
    _ = try session.insert("Node", into: context)
    try context.save()
    try session.reopen()
    #expect(try session.openStore.identifier == identifier)
  }

  @Sendable private static func checkSaving(_ session: ConformanceSession) throws {
    var store = try session.openStore
    var metadata = session.coordinator.metadata(for: store)
    metadata["author"] = "Ünïcödé"
    metadata["count"] = 3
    session.coordinator.setMetadata(metadata, for: store)
    #expect(session.coordinator.metadata(for: store)["author"] as? String == "Ünïcödé")
    try session.context().save()
    try session.reopen()
    store = try session.openStore
    metadata = session.coordinator.metadata(for: store)
    #expect(metadata["author"] as? String == "Ünïcödé" && metadata["count"] as? Int == 3)
  }

  @Sendable private static func checkDetached(_ session: ConformanceSession) throws {
    let context = session.context()
    _ = try session.insert("Node", into: context)
    try context.save()
    let store = try session.openStore
    let identifier = store.identifier
    try session.coordinator.remove(store)
    let type = session.store.type
    var metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      type: type,
      at: session.url
    )
    #expect(metadata[NSStoreUUIDKey] as? String == identifier)
    metadata["note"] = "written without opening"
    try NSPersistentStoreCoordinator.setMetadata(metadata, type: type, at: session.url)
    let reopened = NSPersistentStoreCoordinator(managedObjectModel: ConformanceModel.make())
    let again = try reopened.addPersistentStore(
      type: type,
      at: session.url,
      options: session.store.options()
    )
    #expect(again.identifier == identifier)
    #expect(reopened.metadata(for: again)["note"] as? String == "written without opening")
  }

  @Sendable private static func checkVersion(_ session: ConformanceSession) throws {
    let context = session.context()
    _ = try session.insert("Node", into: context)
    try context.save()
    try session.coordinator.remove(try session.openStore)
    let other = NSManagedObjectModel()
    let entity = NSEntityDescription()
    entity.name = "Node"
    other.entities = [entity]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: other)
    let error = try #require(throws: CocoaError.self) {
      try coordinator.addPersistentStore(
        type: session.store.type,
        at: session.url,
        options: session.store.options()
      )
    }
    #expect(error.errorCode == 134_100)
  }

  @Sendable private static func checkReadOnly(_ session: ConformanceSession) throws {
    let context = session.context()
    _ = try session.insert("Node", ["label": "x"], into: context)
    try context.save()
    try session.coordinator.remove(try session.openStore)
    var options = session.store.options()
    options[NSReadOnlyPersistentStoreOption] = true
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ConformanceModel.make())
    let store = try coordinator.addPersistentStore(
      type: session.store.type,
      at: session.url,
      options: options
    )
    #expect(store.isReadOnly)
    let reading = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    reading.persistentStoreCoordinator = coordinator
    let node = try session.only("Node", in: reading)
    node.setValue("y", forKey: "label")
    #expect(throws: (any Error).self) { try reading.save() }
  }
}
