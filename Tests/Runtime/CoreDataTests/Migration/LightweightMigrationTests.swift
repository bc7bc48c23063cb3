import CoreData
import EveryStore
import Foundation
import SQLDriver
import Testing
import TextFileStore

@Suite("Lightweight migration", .everyDatabase) struct LightweightMigrationTests {
  private static let types: [NSPersistentStore.StoreType] = [
    .sqlite, .postgreSQL, .xml, .binary, .textFile,
  ]

  /// The second version, with the first in the same bundle: only SQLite stores contain their model.
  private func second(_ store: ArchiveStore) throws -> NSManagedObjectModel {
    let bundle = try ArchiveModel.bundle([1, 3, 2], in: store.folder)
    return try #require(NSManagedObjectModel(contentsOf: bundle))
  }

  @Test("F281 F323 F324 A store is migrated when it is opened", .stores(.sqlite), arguments: types)
  func opening(_ type: NSPersistentStore.StoreType) throws {
    let store = try ArchiveStore(type)
    let context = try store.context(try second(store))
    let authors = try store.objects("Author", by: "fullName", context)
    #expect(authors.map { $0.value(forKey: "fullName") as? String } == ["Ada", "Kim"])
    #expect(authors.map { $0.value(forKey: "born") as? Int } == [1_900, 1_975])
    #expect(authors.map { $0.value(forKey: "rating") as? Double } == [1.5, 1.5])
    #expect(authors[0].value(forKey: "portrait") as? Data == ArchiveStore.portrait)
    #expect(authors[1].value(forKey: "portrait") as? Data == Data([1, 2, 3]))
    #expect(authors.map { $0.texts("books", "title") } == [["Engines", "Notes"], ["Plans"]])
    #expect(try store.objects("Leaflet", by: "title", context).count == 1)
    #expect(try store.objects("Archivist", by: "name", context).isEmpty)
    let archivist = NSEntityDescription.insertNewObject(forEntityName: "Archivist", into: context)
    archivist.setValue("Lin", forKey: "name")
    try context.save()
    try store.close(context)
    let again = try store.context(try second(store), options: nil)
    #expect(try store.objects("Archivist", by: "name", again).count == 1)
    #expect(try store.objects("Author", by: "fullName", again).count == 2)
  }

  @Test(
    "F324 To-one becomes to-many, in order; a child entity is gone",
    .stores(.sqlite),
    arguments: types
  )
  func relationships(_ type: NSPersistentStore.StoreType) throws {
    let store = try ArchiveStore(type)
    let bundle = try ArchiveModel.bundle([1, 2, 3], in: store.folder)
    let context = try store.context(try #require(NSManagedObjectModel(contentsOf: bundle)))
    let authors = try store.objects("Author", by: "fullName", context)
    #expect(authors.map { $0.texts("works", "title") } == [["Engines"], ["Plans"]])
    let books = try store.objects("Book", by: "title", context)
    #expect(books.map { $0.texts("authors", "fullName") } == [["Ada"], ["Kim"]])
  }

  @Test("The objects of a store in a database keep their IDs, and the store its UUID")
  func identity() throws {
    let store = try ArchiveStore()
    let before = try store.context(try ArchiveModel.model(1))
    let ada = try #require(try store.objects("Author", by: "name", before).first)
    let uri = ada.objectID.uriRepresentation()
    try store.close(before)
    let context = try store.context(try ArchiveModel.model(2))
    let id = try #require(
      context.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: uri)
    )
    #expect(try context.existingObject(with: id).value(forKey: "fullName") as? String == "Ada")
  }

  @Test("F327 Renames are followed over several versions at once") func chain() throws {
    let store = try ArchiveStore()
    try store.close(try store.context(try ArchiveModel.model(2)))
    let context = try store.context(try ArchiveModel.model(3))
    let authors = try store.objects("Author", by: "fullName", context)
    #expect(authors.map { $0.texts("works", "title") } == [["Engines"], ["Plans"]])
  }

  // Only SQLite stores have external data files.
  @Test(
    "Values move into the database and out of it, and files that are not needed go",
    .stores(.sqlite)
  )
  func externalData() throws {
    let store = try ArchiveStore()
    func files() throws -> Int {
      try store.contents().values.filter { $0 == ArchiveStore.portrait }.count
    }
    #expect(try files() == 1)
    for (version, count) in [(2, 0), (7, 0)] {
      let context = try store.context(try ArchiveModel.model(version))
      let authors = try store.objects("Author", by: "fullName", context)
      #expect(
        authors.map { $0.value(forKey: "portrait") as? Data } == [
          ArchiveStore.portrait, Data([1, 2, 3]),
        ]
      )
      try store.close(context)
      #expect(try files() == count)
    }
    let context = try store.context(try ArchiveModel.model(3))
    #expect(try store.objects("Author", by: "fullName", context).count == 2)
  }

  @Test("Objects of stores in files have new IDs afterwards", .stores(.sqlite))
  func otherStores() throws {
    let store = try ArchiveStore(.xml)
    let before = try store.context(try ArchiveModel.model(1), options: nil)
    let identifier = before.persistentStoreCoordinator?.persistentStores.first?.identifier
    try store.close(before)
    let after = try store.context(try second(store))
    #expect(after.persistentStoreCoordinator?.persistentStores.first?.identifier != identifier)
    #expect(try FileManager.default.contentsOfDirectory(atPath: store.folder.path).count == 2)
  }

  @Test("F336 Nothing is left for later") func deferred() throws {
    let store = try ArchiveStore()
    var options = ArchiveStore.migrating
    options[NSPersistentStoreDeferredLightweightMigrationOptionKey] = true
    let context = try store.context(try ArchiveModel.model(2), options: options)
    let coordinator = try #require(context.persistentStoreCoordinator)
    let metadata = coordinator.metadata(for: try #require(coordinator.persistentStores.first))
    #expect(metadata[NSPersistentStoreDeferredLightweightMigrationOptionKey] == nil)
    #expect(throws: Never.self) {
      try coordinator.finishDeferredLightweightMigration()
      try coordinator.finishDeferredLightweightMigrationTask()
    }
  }

  @Test("Persistent history continues with the new numbers of its entities") func history() throws {
    let options: [AnyHashable: Any] = [NSPersistentHistoryTrackingKey: true]
    let store = try ArchiveStore(options: options)
    let all = options.merging(ArchiveStore.migrating) { first, _ in first }
    let context = try store.context(try ArchiveModel.model(3), options: all)
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: .distantPast)
    let result = try context.execute(request) as? NSPersistentHistoryResult
    let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
    let names = transactions.flatMap { $0.changes ?? [] }
      .compactMap { $0.changedObjectID.entity.name }
    #expect(names.sorted() == ["Author", "Author", "Book", "Book"])
  }
}

@Suite("Stores that are not migrated", .everyDatabase) struct RefusedMigrationTests {
  @Test("F276 Without the option: 134100", arguments: [nil, false] as [Bool?])
  func withoutOption(_ option: Bool?) throws {
    let store = try ArchiveStore()
    var options: [AnyHashable: Any] = [:]
    options[NSMigratePersistentStoresAutomaticallyOption] = option
    let error = try store.error(try ArchiveModel.model(2), options: options)
    #expect(error.code == NSPersistentStoreIncompatibleVersionHashError)
  }

  @Test("Without inference: 134140") func withoutInference() throws {
    let store = try ArchiveStore()
    let error = try store.error(
      try ArchiveModel.model(2),
      options: [NSMigratePersistentStoresAutomaticallyOption: true]
    )
    #expect(error.code == NSMigrationMissingMappingModelError)
  }

  @Test("A store that is opened read-only is not migrated: 134100") func readOnly() throws {
    let store = try ArchiveStore()
    var options = ArchiveStore.migrating
    options[NSReadOnlyPersistentStoreOption] = true
    let error = try store.error(try ArchiveModel.model(2), options: options)
    #expect(error.code == NSPersistentStoreIncompatibleVersionHashError)
  }

  @Test(
    "F325 Another type of an attribute: 134140, and 134190 beneath with the names",
    .stores(.sqlite),
    arguments: [NSPersistentStore.StoreType.sqlite, .postgreSQL, .xml]
  )
  func typeChange(_ type: NSPersistentStore.StoreType) throws {
    let store = try ArchiveStore(type)
    let bundle = try ArchiveModel.bundle([1, 4], in: store.folder)
    let error = try store.error(try #require(NSManagedObjectModel(contentsOf: bundle)))
    #expect(error.code == NSMigrationMissingMappingModelError)
    let underlying = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
    #expect(underlying.code == NSInferredMappingModelError)
    #expect(underlying.userInfo["entity"] as? String == "Author")
    #expect(underlying.userInfo["property"] as? String == "born")
    #expect(
      underlying.userInfo["reason"] as? String
        == "Source and destination attribute types are incompatible"
    )
  }

  @Test("A binary default value that is set in code fills no attribute of a store in a database")
  func binaryDefault() throws {
    let store = try ArchiveStore()
    func model(isOptional: Bool) throws -> NSManagedObjectModel {
      let model = try #require(try ArchiveModel.model(1).copy() as? NSManagedObjectModel)
      let mark = NSAttributeDescription()
      mark.name = "mark"
      mark.type = .binaryData
      mark.defaultValue = Data([1])
      mark.isOptional = isOptional
      model.entitiesByName["Author"]?.properties.append(mark)
      return model
    }
    #expect(try store.error(model(isOptional: false)).code == NSMigrationError)
    let context = try store.context(model(isOptional: true))
    let authors = try store.objects("Author", by: "name", context)
    #expect(authors.map { $0.value(forKey: "mark") as? Data } == [nil, nil])
  }

  private static let kinds: [NSPersistentStore.StoreType] = [
    .sqlite, .postgreSQL, .xml, .binary, .textFile,
  ]

  @Test("A number becomes one of another type", .stores(.sqlite), arguments: kinds)
  func numbers(_ type: NSPersistentStore.StoreType) throws {
    let store = try ArchiveStore(type)
    let bundle = try ArchiveModel.bundle([1, 8], in: store.folder)
    let context = try store.context(try #require(NSManagedObjectModel(contentsOf: bundle)))
    let authors = try store.objects("Author", by: "name", context)
    #expect(authors.map { $0.value(forKey: "born") as? Double } == [nil, 1_975])
    authors[0].setValue(1_815.5, forKey: "born")
    let leaflet = try #require(try store.objects("Leaflet", by: "title", context).first)
    #expect(leaflet.value(forKey: "pages") as? Float == 4)
    try context.save()
    try store.close(context)
    // Migrating back truncates the fraction.
    let back = try ArchiveModel.bundle([8, 1], in: store.folder)
    let old = try store.context(try #require(NSManagedObjectModel(contentsOf: back)))
    let again = try store.objects("Author", by: "name", old)
    #expect(again.map { $0.value(forKey: "born") as? Int } == [1_815, 1_975])
  }

  @Test(
    "A number that does not fit into its new type: 134110",
    .stores(.sqlite),
    arguments: kinds,
    [4, 70_000]
  )
  func narrowNumbers(_ type: NSPersistentStore.StoreType, pages: Int) throws {
    let store = try ArchiveStore(type)
    let context = try store.context(try ArchiveModel.model(1))
    let leaflet = try #require(try store.objects("Leaflet", by: "title", context).first)
    leaflet.setValue(pages, forKey: "pages")
    try context.save()
    try store.close(context)
    let bundle = try ArchiveModel.bundle([1, 9], in: store.folder)
    let model = try #require(NSManagedObjectModel(contentsOf: bundle))
    guard pages > 32_767 else {
      let context = try store.context(model)
      let leaflet = try #require(try store.objects("Leaflet", by: "title", context).first)
      #expect(leaflet.value(forKey: "pages") as? Int == pages)
      return
    }
    #expect(try store.error(model).code == NSMigrationError)
  }

  @Test("F325 A mandatory attribute without values: 134110 with the names, or nothing wrong")
  func missingValue() throws {
    let store = try ArchiveStore()
    // All books have titles.
    try store.close(try store.context(try ArchiveModel.model(5)))
    try store.close(try store.context(try ArchiveModel.model(1)))
    try store.run(
      sqlite: "UPDATE ZBOOK SET ZTITLE = NULL WHERE Z_PK = 2",
      postgreSQL: "UPDATE book SET title = NULL WHERE title = 'Notes'"
    )
    let error = try store.error(try ArchiveModel.model(5))
    #expect(error.code == NSMigrationError)
    #expect(error.userInfo["entity"] as? String == "Book")
    #expect(error.userInfo["attribute"] as? String == "title")
    let reason = try #require(error.userInfo["reason"] as? String)
    #expect(
      reason
        == "Cannot migrate store in-place: "
        + "Validation error missing attribute values on mandatory destination attribute"
    )
  }

  @Test("A mandatory attribute of a subentity without values: 134110, and the store is as before")
  func missingValueOfSubentity() throws {
    let store = try ArchiveStore()
    let old = try ArchiveModel.model(1)
    let context = try store.context(old)
    let leaflet = try #require(try store.objects("Leaflet", by: "title", context).first)
    leaflet.setValue(nil, forKey: "pages")
    try context.save()
    try store.close(context)
    let new = try ArchiveModel.model(1)
    new.entitiesByName["Leaflet"]?.attributesByName["pages"]?.isOptional = false
    let error = try store.error(new)
    #expect(error.code == NSMigrationError)
    #expect(error.userInfo["entity"] as? String == "Leaflet")
    #expect(error.userInfo["attribute"] as? String == "pages")
    let again = try store.context(old)
    #expect(try store.objects("Leaflet", by: "title", again).count == 1)
  }

  @Test("A constraint that objects break: 134111") func constraint() throws {
    let store = try ArchiveStore()
    try store.close(try store.context(try ArchiveModel.model(6)))
    try store.close(try store.context(try ArchiveModel.model(1)))
    try store.run(
      sqlite: "UPDATE ZBOOK SET ZTITLE = 'Engines'",
      postgreSQL: "UPDATE book SET title = 'Engines'"
    )
    let error = try store.error(try ArchiveModel.model(6))
    #expect(error.code == NSMigrationConstraintViolationError)
  }

  @Test("A store without a known model: 134130; a model in the bundle is found")
  func sourceModel() throws {
    let store = try ArchiveStore()
    try store.run(
      sqlite: "DROP TABLE Z_MODELCACHE",
      postgreSQL: "DELETE FROM coredata_model"
    )
    let error = try store.error(try ArchiveModel.model(2))
    #expect(error.code == NSMigrationMissingSourceModelError)
    let bundle = try ArchiveModel.bundle([1, 2], in: store.folder)
    let model = try #require(NSManagedObjectModel(contentsOf: bundle))
    let context = try store.context(model)
    #expect(try store.objects("Author", by: "fullName", context).count == 2)
  }

  @Test("Another user of the store is waited for, as long as the options say")
  func locked() throws {
    let store = try ArchiveStore()
    let before = try store.contents().filter { !$0.key.hasSuffix("-wal") }
    let other = try WritingUser(store)
    try other.begin()
    var options = ArchiveStore.migrating
    options[NSPersistentStoreTimeoutOption] = 0.2
    let error = #expect(throws: NSError.self) {
      try store.context(try ArchiveModel.model(2), options: options)
    }
    #expect(error?.code == NSPersistentStoreTimeoutError)
    try other.end()
    #expect(try store.contents().filter { !$0.key.hasSuffix("-wal") } == before)
    let context = try store.context(try ArchiveModel.model(2), options: options)
    #expect(try store.objects("Author", by: "fullName", context).count == 2)
  }
}
