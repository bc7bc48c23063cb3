import CoreData
import Foundation
import Testing
import TextFileStore

@Suite("Stores come, move and go") struct MovingStoresTests {
  let scratch: StoreScratch

  init() throws { scratch = try StoreScratch() }

  @Test("F264 Adding and removing stores is posted afterwards, with the stores")
  func notifications() throws {
    let coordinator = scratch.coordinator()
    let changes = PostedNotifications(
      .NSPersistentStoreCoordinatorStoresWillChange,
      .NSPersistentStoreCoordinatorStoresDidChange,
      from: coordinator
    )
    let store = try coordinator.addPersistentStore(type: .binary, at: scratch.url("store"))
    let removal = PostedNotifications(
      .NSPersistentStoreCoordinatorWillRemoveStore,
      from: store
    )
    try coordinator.remove(store)
    #expect(
      changes.all.map(\.name) == [
        .NSPersistentStoreCoordinatorStoresDidChange,
        .NSPersistentStoreCoordinatorStoresDidChange,
      ]
    )
    let added = changes.all[0].userInfo?[NSAddedPersistentStoresKey] as? [NSPersistentStore]
    let removed = changes.all[1].userInfo?[NSRemovedPersistentStoresKey] as? [NSPersistentStore]
    #expect(added == [store] && removed == [store])
    #expect(removal.all.count == 1)
  }

  @Test("F288 Objects of a store that was removed have no values any more")
  func removed() throws {
    let url = scratch.url("store")
    try scratch.makeStore(.binary, at: url)
    let coordinator = scratch.coordinator()
    let store = try coordinator.addPersistentStore(type: .binary, at: url)
    let context = scratch.context(coordinator)
    let player = try #require(try scratch.players(context).first)
    try coordinator.remove(store)
    #expect(store.persistentStoreCoordinator == nil)
    #expect(throws: CocoaError.self) { try context.existingObject(with: player.objectID) }
    #expect(try scratch.players(context).isEmpty)
    #expect(throws: CocoaError.self) { try coordinator.remove(store) }
  }

  static let moves: [(NSPersistentStore.StoreType, NSPersistentStore.StoreType)] = [
    (.inMemory, .binary), (.binary, .xml), (.xml, .textFile), (.textFile, .binary),
    (.service, .xml), (.binary, .service), (.binary, .inMemory), (.sqlite, .xml),
    (.binary, .sqlite),
  ]

  @Test("F161 F289 A store is migrated to another type and place", arguments: moves)
  func migrated(_ from: NSPersistentStore.StoreType, _ to: NSPersistentStore.StoreType) throws {
    let coordinator = scratch.coordinator()
    let old = try coordinator.addPersistentStore(type: from, at: scratch.url("old"))
    let context = scratch.context(coordinator)
    let team = Team(context: context)
    team.setValue("T", forKey: "title")
    for name in ["a", "b"] {
      let player = Player(context: context)
      player.name = name
      player.team = team
    }
    try context.save()
    coordinator.setMetadata(["note": "kept"], for: old)
    let changes = PostedNotifications(
      .NSPersistentStoreCoordinatorStoresDidChange,
      from: coordinator
    )
    let oldID = team.objectID
    let new = try coordinator.migratePersistentStore(old, to: scratch.url("new"), type: to)
    #expect(coordinator.persistentStores == [new] && new.type == to.rawValue)
    #expect(new.identifier != old.identifier && old.persistentStoreCoordinator == nil)
    #expect(coordinator.metadata(for: new)["note"] as? String == "kept")
    let other = scratch.context(coordinator)
    let found = try scratch.players(other)
    #expect(Set(found.map(\.name)) == ["a", "b"])
    let team2 = try #require(found.first?.team)
    #expect(team2.value(forKey: "title") as? String == "T")
    #expect((team2.value(forKey: "players") as? Set<Player>) == Set(found))
    let stores = try #require(
      changes.all.last?.userInfo?[NSUUIDChangedPersistentStoresKey] as? [Any]
    )
    #expect(stores[0] as? NSPersistentStore === old && stores[1] as? NSPersistentStore === new)
    let pairs = try #require(stores[2] as? [[NSManagedObjectID]])
    #expect(pairs.count == 3 && pairs.contains([oldID, team2.objectID]))
  }

  @Test("F289 A migration that fails leaves the store open")
  func failedMigration() throws {
    let url = scratch.url("store")
    try scratch.makeStore(.binary, at: url)
    let coordinator = scratch.coordinator()
    let store = try coordinator.addPersistentStore(type: .binary, at: url)
    let nowhere = scratch.url("missing/folder/store")
    #expect(throws: (any Error).self) {
      try coordinator.migratePersistentStore(store, to: nowhere, type: .xml)
    }
    #expect(coordinator.persistentStores == [store])
    #expect(try scratch.players(scratch.context(coordinator)).count == 1)
  }

  @Test("F290 A store is destroyed; a missing one is no error")
  func destroyed() throws {
    let url = scratch.url("store")
    try scratch.makeStore(.xml, at: url)
    let coordinator = scratch.coordinator()
    try coordinator.destroyPersistentStore(at: url, type: .xml)
    #expect(!FileManager.default.fileExists(atPath: url.path))
    try coordinator.destroyPersistentStore(at: url, type: .xml)
    try coordinator.destroyPersistentStore(at: url, type: .inMemory)
  }

  @Test(
    "F290 A store that is destroyed while it is open leaves the coordinator",
    arguments: [NSPersistentStore.StoreType.sqlite, .xml]
  )
  func destroyedOpen(_ type: NSPersistentStore.StoreType) throws {
    let url = scratch.url("store")
    try scratch.makeStore(type, at: url)
    let coordinator = scratch.coordinator()
    try coordinator.addPersistentStore(type: type, at: url)
    try coordinator.destroyPersistentStore(at: url, type: type)
    #expect(coordinator.persistentStores.isEmpty)
    let store = try coordinator.addPersistentStore(type: type, at: url)
    #expect(coordinator.persistentStores == [store])
    #expect(try scratch.players(scratch.context(coordinator)).isEmpty)
  }

  @Test("F290 Of a destroyed SQLite store an empty file remains, which becomes a new store")
  func destroyedDatabase() throws {
    let url = scratch.url("store.sqlite")
    let identifier = try scratch.makeStore(.sqlite, at: url)
    let coordinator = scratch.coordinator()
    try coordinator.destroyPersistentStore(at: url, type: .sqlite)
    #expect(try Data(contentsOf: url).isEmpty)
    for suffix in ["-wal", "-shm"] {
      #expect(!FileManager.default.fileExists(atPath: url.path + suffix))
    }
    let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
    #expect(store.identifier != identifier)
    #expect(try scratch.players(scratch.context(coordinator)).isEmpty)
    try coordinator.remove(store)
    let missing = scratch.url("missing.sqlite")
    try coordinator.destroyPersistentStore(at: missing, type: .sqlite)
    #expect(!FileManager.default.fileExists(atPath: missing.path))
  }

  @Test("F290 A store is replaced by a copy of another one")
  func replaced() throws {
    let identifier = try scratch.makeStore(.binary, at: scratch.url("source"))
    try Data("anything".utf8).write(to: scratch.url("destination"))
    let coordinator = scratch.coordinator()
    try coordinator.replacePersistentStore(
      at: scratch.url("destination"),
      withPersistentStoreFrom: scratch.url("source"),
      type: .binary
    )
    let store = try coordinator.addPersistentStore(type: .binary, at: scratch.url("destination"))
    #expect(store.identifier == identifier)
    #expect(try scratch.players(scratch.context(coordinator)).map(\.name) == ["Ada"])
    #expect(throws: (any Error).self) {
      try coordinator.replacePersistentStore(
        at: scratch.url("destination"),
        withPersistentStoreFrom: scratch.url("missing"),
        type: .binary
      )
    }
  }

  @Test("F291 After setURL a store is saved at the new place", arguments: MetadataTests.types)
  func moved(_ type: NSPersistentStore.StoreType) throws {
    let url = scratch.url("store")
    try scratch.makeStore(type, at: url)
    let coordinator = scratch.coordinator()
    let store = try coordinator.addPersistentStore(type: type, at: url)
    let new = scratch.url("moved")
    #expect(coordinator.setURL(new, for: store) && coordinator.url(for: store) == new)
    #expect(coordinator.persistentStore(for: new) === store)
    #expect(coordinator.persistentStore(for: url) == nil)
    try scratch.context(coordinator).save()
    let other = scratch.coordinator()
    try other.addPersistentStore(type: type, at: new)
    #expect(try scratch.players(scratch.context(other)).map(\.name) == ["Ada"])
  }

  /// A model with one more entity than the older program's.
  private func wideModel(hasSponsors: Bool) -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    model.entities = [PlainModel.entity("Fan", ["name": .string])]
    if hasSponsors { model.entities.append(PlainModel.entity("Sponsor", ["name": .string])) }
    return model
  }

  @Test(
    "A store with objects of unknown entities is not copied without them",
    arguments: [NSPersistentStore.StoreType.sqlite, .xml, .binary]
  )
  func strangersInCopies(_ type: NSPersistentStore.StoreType) throws {
    let newer = scratch.coordinator(wideModel(hasSponsors: true))
    let written = try newer.addPersistentStore(type: type, at: scratch.url("old"))
    let context = scratch.context(newer)
    for name in ["Fan", "Sponsor", "Sponsor"] {
      NSEntityDescription.insertNewObject(forEntityName: name, into: context)
    }
    try context.save()
    try newer.remove(written)
    let coordinator = scratch.coordinator(wideModel(hasSponsors: false))
    let old = try coordinator.addPersistentStore(
      type: type,
      at: scratch.url("old"),
      options: [NSIgnorePersistentStoreVersioningOption: true]
    )
    let new = scratch.url("new")
    let error = #expect(throws: NSError.self) {
      try coordinator.migratePersistentStore(old, to: new, type: .xml)
    }
    #expect(error?.localizedFailureReason?.contains("2 of Sponsor") == true, "\(error as Any)")
    #expect(coordinator.persistentStores == [old])
    #expect(!FileManager.default.fileExists(atPath: new.path))
    let copy = try coordinator.migratePersistentStore(
      old,
      to: new,
      options: [OpenCoreDataAllowsDataLossOption: true],
      type: .xml
    )
    #expect(coordinator.persistentStores == [copy])
    #expect(
      try scratch.context(coordinator).count(
        for: NSFetchRequest<NSManagedObject>(entityName: "Fan")
      ) == 1
    )
  }

  @Test("A store is not copied without the objects of entities that its configuration lacks")
  func objectsOfOtherConfigurations() throws {
    let model = wideModel(hasSponsors: true)
    model.setEntities(model.entities.filter { $0.name == "Fan" }, forConfigurationName: "Fans")
    let whole = scratch.coordinator(model)
    let written = try whole.addPersistentStore(type: .xml, at: scratch.url("old"))
    let context = scratch.context(whole)
    for name in ["Fan", "Sponsor"] {
      NSEntityDescription.insertNewObject(forEntityName: name, into: context)
    }
    try context.save()
    try whole.remove(written)
    let coordinator = scratch.coordinator(model)
    let old = try coordinator.addPersistentStore(
      type: .xml,
      configuration: "Fans",
      at: scratch.url("old"),
      options: [NSIgnorePersistentStoreVersioningOption: true]
    )
    let error = #expect(throws: NSError.self) {
      try coordinator.migratePersistentStore(old, to: scratch.url("new"), type: .binary)
    }
    #expect(error?.localizedFailureReason?.contains("1 of Sponsor") == true, "\(error as Any)")
  }

  @Test("A migration does not leave objects behind that the source model does not know")
  func strangersInMigrations() throws {
    let newer = scratch.coordinator(wideModel(hasSponsors: true))
    let written = try newer.addPersistentStore(type: .xml, at: scratch.url("old"))
    let context = scratch.context(newer)
    NSEntityDescription.insertNewObject(forEntityName: "Sponsor", into: context)
    try context.save()
    try newer.remove(written)
    let model = wideModel(hasSponsors: false)
    let manager = NSMigrationManager(sourceModel: model, destinationModel: model)
    let mapping = try NSMappingModel.inferredMappingModel(
      forSourceModel: model,
      destinationModel: model
    )
    let options: [AnyHashable: Any] = [NSIgnorePersistentStoreVersioningOption: true]
    let error = #expect(throws: NSError.self) {
      try manager.migrateStore(
        from: scratch.url("old"),
        type: .xml,
        options: options,
        mapping: mapping,
        to: scratch.url("new"),
        type: .xml
      )
    }
    #expect("\(error as Any)".contains("1 of Sponsor"), "\(error as Any)")
    #expect(!FileManager.default.fileExists(atPath: scratch.url("new").path))
  }
}
