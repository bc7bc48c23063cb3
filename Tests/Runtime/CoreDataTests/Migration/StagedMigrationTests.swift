import CoreData
import EveryStore
import Foundation
import Testing

@Suite("Staged migration", .everyDatabase) struct StagedMigrationTests {
  private func reference(_ version: Int) throws -> NSManagedObjectModelReference {
    let model = try ArchiveModel.model(version)
    return NSManagedObjectModelReference(model: model, versionChecksum: model.versionChecksum)
  }

  private func options(_ manager: NSStagedMigrationManager) -> [AnyHashable: Any] {
    ArchiveStore.migrating.merging(
      [NSPersistentStoreStagedMigrationManagerOptionKey: manager]
    ) { $1 }
  }

  @Test("F335 Stages run in order, and handlers have the store open") func stages() throws {
    let store = try ArchiveStore()
    let first = NSCustomMigrationStage(migratingFrom: try reference(1), to: try reference(2))
    let seen = Seen()
    first.willMigrateHandler = { manager, _ in
      let context = try #require(manager.container).newBackgroundContext()
      try context.performAndWait {
        let authors = try store.objects("Author", by: "name", context)
        seen.names += authors.compactMap { $0.value(forKey: "name") as? String }
        authors.first?.setValue("Ada Lovelace", forKey: "name")
        try context.save()
      }
    }
    first.didMigrateHandler = { manager, stage in
      #expect(stage === first)
      let context = try #require(manager.container).newBackgroundContext()
      try context.performAndWait {
        let authors = try store.objects("Author", by: "fullName", context)
        seen.names += authors.compactMap { $0.value(forKey: "fullName") as? String }
      }
    }
    let last = NSLightweightMigrationStage([
      try ArchiveModel.model(2).versionChecksum, try ArchiveModel.model(3).versionChecksum,
    ])
    let manager = NSStagedMigrationManager([first, last])
    let context = try store.context(try ArchiveModel.model(3), options: options(manager))
    #expect(seen.names == ["Ada", "Kim", "Ada Lovelace", "Kim"])
    #expect(manager.container == nil)
    #expect(
      try store.objects("Author", by: "fullName", context).map { $0.texts("works", "title") }
        == [["Engines"], ["Plans"]]
    )
    try store.close(context)
    // A store of the current version is not migrated.
    _ = try store.context(try ArchiveModel.model(3), options: options(manager))
    #expect(seen.names.count == 4)
  }

  private final class Seen: @unchecked Sendable {
    var names: [String] = []
  }

  @Test("A version that no stage knows: 134504; one that lies behind: 134506") func errors() throws
  {
    let store = try ArchiveStore()
    let later = NSCustomMigrationStage(migratingFrom: try reference(2), to: try reference(3))
    let unknown = try store.error(
      try ArchiveModel.model(3),
      options: options(NSStagedMigrationManager([later]))
    )
    #expect(unknown.code == NSManagedObjectModelReferenceNotFoundError)
    let back = NSLightweightMigrationStage([
      try ArchiveModel.model(2).versionChecksum, try ArchiveModel.model(1).versionChecksum,
    ])
    let backward = try store.error(
      try ArchiveModel.model(2),
      options: options(NSStagedMigrationManager([back]))
    )
    #expect(backward.code == NSStagedMigrationBackwardMigrationError)
  }

  @Test("A handler that throws stops at its stage; the store is of the version before")
  func failingHandler() throws {
    let store = try ArchiveStore()
    let stage = NSCustomMigrationStage(migratingFrom: try reference(1), to: try reference(2))
    stage.willMigrateHandler = { _, _ in throw CocoaError(.userCancelled) }
    let manager = NSStagedMigrationManager([stage])
    let error = #expect(throws: CocoaError.self) {
      try store.context(try ArchiveModel.model(2), options: options(manager))
    }
    #expect(error?.code == .userCancelled)
    let context = try store.context(try ArchiveModel.model(1), options: nil)
    #expect(try store.objects("Author", by: "name", context).count == 2)
  }

  @Test("A handler after a step that throws is called again when the store is opened again")
  func failingLaterHandler() throws {
    let store = try ArchiveStore()
    let stage = NSCustomMigrationStage(migratingFrom: try reference(1), to: try reference(2))
    let seen = Seen()
    stage.willMigrateHandler = { _, _ in seen.names.append("before") }
    stage.didMigrateHandler = { manager, _ in
      seen.names.append("after")
      if seen.names.count == 2 { throw CocoaError(.userCancelled) }
      let context = try #require(manager.container).newBackgroundContext()
      try context.performAndWait {
        try store.objects("Author", by: "fullName", context).first?.setValue(
          "Z",
          forKey: "fullName"
        )
        try context.save()
      }
    }
    let manager = NSStagedMigrationManager([stage])
    #expect(throws: CocoaError.self) {
      try store.context(try ArchiveModel.model(2), options: options(manager))
    }
    for _ in 0..<2 {
      let context = try store.context(try ArchiveModel.model(2), options: options(manager))
      #expect(seen.names == ["before", "after", "after"])
      let names = try store.objects("Author", by: "fullName", context)
        .compactMap { $0.value(forKey: "fullName") as? String }
      #expect(names == ["Kim", "Z"])
      let keys = context.persistentStoreCoordinator?.persistentStores.first?.metadata.keys
      #expect(keys?.contains { $0.hasPrefix("OpenCoreData") } == false)
      try store.close(context)
    }
  }

  // Only file stores are migrated object by object without a mapping model.
  @Test(
    "A migration that leaves objects invalid reports the reason",
    .stores(.sqlite),
    arguments: [
      (true, "Book is not valid after the migration: Unacceptable type of value for to-one"),
      (false, "Validation error missing attribute values on mandatory destination relationship"),
    ]
  )
  func invalidObjects(keepsAuthor: Bool, reason: String) throws {
    let folder = try StoreFolder()
    let url = folder.store("books")
    let old = Self.books(version: 1, keepsAuthor: true)
    let new = Self.books(version: 2, keepsAuthor: keepsAuthor)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: old)
    try coordinator.addPersistentStore(type: .xml, at: url)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      let author = NSEntityDescription.insertNewObject(forEntityName: "Author", into: context)
      let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
      book.setValue(author, forKey: "author")
      try context.save()
    }
    let bytes = try Data(contentsOf: url)
    let stage = NSCustomMigrationStage(
      migratingFrom: NSManagedObjectModelReference(
        model: old,
        versionChecksum: old.versionChecksum
      ),
      to: NSManagedObjectModelReference(model: new, versionChecksum: new.versionChecksum)
    )
    let error = #expect(throws: NSError.self) {
      try NSPersistentStoreCoordinator(managedObjectModel: new)
        .addPersistentStore(
          type: .xml,
          at: url,
          options: options(NSStagedMigrationManager([stage]))
        )
    }
    #expect(error?.code == NSMigrationError)
    #expect((error?.userInfo["reason"] as? String)?.hasPrefix(reason) == true)
    #expect(try Data(contentsOf: url) == bytes)
  }

  /// Books with authors, who are people in the first version only.
  private static func books(version: Int, keepsAuthor: Bool) -> NSManagedObjectModel {
    let entities = ["Person", "Author", "Book"].map { name in
      let entity = NSEntityDescription()
      entity.name = name
      entity.managedObjectClassName = "NSManagedObject"
      return entity
    }
    let author = NSRelationshipDescription()
    author.name = "author"
    author.destinationEntity = entities[0]
    author.maxCount = 1
    author.minCount = 1
    author.isOptional = false
    let books = NSRelationshipDescription()
    books.name = "books"
    books.destinationEntity = entities[2]
    author.inverseRelationship = books
    books.inverseRelationship = author
    entities[0].properties = [books]
    entities[2].properties = [author]
    if version == 1 { entities[0].subentities = [entities[1]] }
    let model = NSManagedObjectModel()
    model.entities = keepsAuthor ? entities : [entities[0], entities[2]]
    return model
  }

  // Database stores contain their model.
  @Test(
    "Stages find the version of a store that keeps no model",
    .stores(.sqlite),
    arguments: [NSXMLStoreType, NSBinaryStoreType]
  )
  func fileStores(type: String) throws {
    let folder = try StoreFolder()
    let url = folder.url.appendingPathComponent("archive")
    func open(_ version: Int, _ options: [AnyHashable: Any]?) throws -> NSManagedObjectContext {
      let coordinator = NSPersistentStoreCoordinator(
        managedObjectModel: try ArchiveModel.model(version)
      )
      _ = try coordinator.addPersistentStore(
        ofType: type,
        configurationName: nil,
        at: url,
        options: options
      )
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      return context
    }
    let old = try open(1, nil)
    try old.performAndWait {
      let author = NSEntityDescription.insertNewObject(forEntityName: "Author", into: old)
      author.setValue("Ada", forKey: "name")
      try old.save()
    }
    let stage = NSCustomMigrationStage(migratingFrom: try reference(1), to: try reference(2))
    let new = try open(2, options(NSStagedMigrationManager([stage])))
    let names = try new.performAndWait {
      try new.fetch(NSFetchRequest<NSManagedObject>(entityName: "Author"))
        .map { $0.value(forKey: "fullName") as? String }
    }
    #expect(names == ["Ada"])
  }
}
