import CoreData
import Foundation
import Testing
import TextFileStore

@Suite("Several stores and configurations") struct ConfigurationTests {
  let scratch: StoreScratch

  init() throws { scratch = try StoreScratch() }

  private func model() -> NSManagedObjectModel {
    let model = Club.makeModel()
    let byName = model.entitiesByName
    model.setEntities(
      ["Person", "Player"].compactMap { byName[$0] },
      forConfigurationName: "People"
    )
    model.setEntities(["Team"].compactMap { byName[$0] }, forConfigurationName: "Teams")
    return model
  }

  @Test("F285 F286 New objects go into the store whose configuration has their entity")
  func configurations() throws {
    let model = model()
    #expect(model.entities(forConfigurationName: "Teams")?.map(\.name) == ["Team"])
    let coordinator = scratch.coordinator(model)
    let people = try coordinator.addPersistentStore(
      type: .binary,
      configuration: "People",
      at: scratch.url("people")
    )
    let teams = try coordinator.addPersistentStore(
      type: .xml,
      configuration: "Teams",
      at: scratch.url("teams")
    )
    let context = scratch.context(coordinator)
    let player = Player(context: context)
    let team = Team(context: context)
    try context.save()
    #expect(player.objectID.persistentStore === people && team.objectID.persistentStore === teams)
    #expect(people.configurationName == "People")
    let hashes = coordinator.metadata(for: teams)[NSStoreModelVersionHashesKey] as? [String: Data]
    #expect(hashes.map { Array($0.keys) } == ["Team"])
    try coordinator.remove(people)
    let alone = scratch.coordinator(self.model())
    try alone.addPersistentStore(type: .binary, configuration: "People", at: scratch.url("people"))
    #expect(try scratch.players(scratch.context(alone)).count == 1)
  }

  @Test("F285 An object that no store may hold cannot be saved")
  func nowhere() throws {
    let coordinator = scratch.coordinator(model())
    try coordinator.addPersistentStore(
      type: .binary,
      configuration: "Teams",
      at: scratch.url("teams")
    )
    let context = scratch.context(coordinator)
    _ = Player(context: context)
    #expect(throws: CocoaError.self) { try context.save() }
    #expect(context.hasChanges)
  }

  @Test("A configuration that the model does not have is refused")
  func unknown() throws {
    let error = try #require(throws: CocoaError.self) {
      try scratch.coordinator().addPersistentStore(
        type: .binary,
        configuration: "Nonsense",
        at: scratch.url("store")
      )
    }
    #expect(error.errorCode == NSPersistentStoreIncompatibleSchemaError)
  }

  @Test("F286 The first writable store takes new objects, unless one is assigned")
  func assigned() throws {
    try scratch.makeStore(.binary, at: scratch.url("old"))
    let coordinator = scratch.coordinator()
    let old = try coordinator.addPersistentStore(
      type: .binary,
      at: scratch.url("old"),
      options: [NSReadOnlyPersistentStoreOption: true]
    )
    let first = try coordinator.addPersistentStore(type: .binary, at: scratch.url("first"))
    let second = try coordinator.addPersistentStore(type: .binary, at: scratch.url("second"))
    let context = scratch.context(coordinator)
    let player = Player(context: context)
    let other = Player(context: context)
    context.assign(other, to: second)
    try context.save()
    #expect(player.objectID.persistentStore === first && other.objectID.persistentStore === second)
    let all = try scratch.players(scratch.context(coordinator))
    #expect(Set(all.compactMap { $0.objectID.persistentStore }) == [old, first, second])
    let request = NSFetchRequest<Player>(entityName: "Player")
    request.affectedStores = [second]
    #expect(try context.fetch(request) == [other])
  }

  @Test("F287 A saved object cannot be assigned to another store")
  func reassigned() async {
    await #expect(processExitsWith: .failure) {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Club.makeModel())
      let url = URL(fileURLWithPath: "/dev/null")
      try coordinator.addPersistentStore(type: .inMemory, at: url)
      let second = try coordinator.addPersistentStore(type: .inMemory, at: url)
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      let player = Player(context: context)
      try context.save()
      context.assign(player, to: second)
    }
  }

  @Test(
    "F278 Nothing can be saved to a read-only store, which stays as it is",
    arguments: [NSPersistentStore.StoreType.binary, .xml, .textFile]
  )
  func readOnly(_ type: NSPersistentStore.StoreType) throws {
    let url = scratch.url("store")
    try scratch.makeStore(type, at: url)
    let before = try Data(contentsOf: url)
    let coordinator = scratch.coordinator()
    try coordinator.addPersistentStore(
      type: type,
      at: url,
      options: [NSReadOnlyPersistentStoreOption: true]
    )
    let context = scratch.context(coordinator)
    let player = try #require(try scratch.players(context).first)
    player.name = "Bea"
    let error = try #require(throws: CocoaError.self) { try context.save() }
    #expect([513, NSPersistentStoreSaveError].contains(error.errorCode))
    #expect(context.hasChanges)
    #expect(try Data(contentsOf: url) == before)
  }
}
