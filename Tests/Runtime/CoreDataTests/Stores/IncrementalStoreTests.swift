import CoreData
import Foundation
import Testing

@Suite("Incremental stores") struct IncrementalStoreTests {
  let scratch: StoreScratch
  let coordinator: NSPersistentStoreCoordinator
  let service: Service

  init() throws {
    scratch = try StoreScratch()
    coordinator = scratch.coordinator()
    let url = scratch.url("service")
    try coordinator.addPersistentStore(type: .service, at: url)
    service = Service.at(url)
    service.log = []
  }

  @Test("F309 A class that overrides nothing reports errors")
  func abstract() {
    final class Empty: NSIncrementalStore, @unchecked Sendable {
      override var type: String { "Empty" }
    }
    let type = NSPersistentStore.StoreType(rawValue: "Empty")
    NSPersistentStoreCoordinator.registerStoreClass(Empty.self, type: type)
    #expect(throws: CocoaError.self) {
      try scratch.coordinator().addPersistentStore(type: type, at: scratch.url("empty"))
    }
  }

  @Test(
    "F310 F312 Permanent IDs are requested before the save request; empty sets are nil"
  )
  func saving() throws {
    let context = scratch.context(coordinator)
    let players = [Player(context: context), Player(context: context)]
    try context.save()
    #expect(service.log.suffix(2) == ["obtainPermanentIDs 2", "save 2 nil nil"])
    players[0].name = "x"
    context.delete(players[1])
    service.log = []
    try context.save()
    #expect(service.log.last == "save nil 1 1")
  }

  @Test("F312 A save request without objects asks for the metadata to be saved")
  func metadata() throws {
    let store = try #require(coordinator.persistentStores.first)
    coordinator.setMetadata(["key": "value"], for: store)
    try scratch.context(coordinator).save()
    #expect(service.log.last == "save nil nil nil")
    #expect(service.metadata?["key"] as? String == "value")
  }

  @Test("F311 Requests are executed with objects, IDs and counts as results")
  func results() throws {
    let context = scratch.context(coordinator)
    let player = Player(context: context)
    try context.save()
    let store = try #require(coordinator.persistentStores.first as? ServiceStore)
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Player")
    request.entity = player.entity
    #expect(try store.execute(request, with: context) as? [Player] == [player])
    request.resultType = .managedObjectIDResultType
    #expect(try store.execute(request, with: context) as? [NSManagedObjectID] == [player.objectID])
    request.resultType = .countResultType
    #expect(try store.execute(request, with: context) as? [NSNumber] == [1])
    let unknown = NSPersistentStoreRequest()
    #expect(throws: CocoaError.self) { try coordinator.execute(unknown, with: context) }
  }

  @Test("F313 Values come when a fault is fired, to-many relationships when they are needed, once")
  func faulting() throws {
    let first = scratch.context(coordinator)
    let team = Team(context: first)
    for _ in 0..<2 { Player(context: first).team = team }
    Player(context: first).name = "free"
    try first.save()
    let context = scratch.context(coordinator)
    service.log = []
    let found = try #require(try context.existingObject(with: team.objectID) as? Team)
    #expect(service.log.allSatisfy { $0.hasPrefix("values") } && !service.log.isEmpty)
    service.log = []
    #expect((found.value(forKey: "players") as? NSSet)?.count == 2)
    #expect((found.value(forKey: "players") as? NSSet)?.count == 2)
    #expect(service.log.filter { $0 == "ends players" }.count == 1)
    let free = try #require(try scratch.players(context).first { $0.name == "free" })
    #expect(free.team == nil && free.goals == 0)
    // A to-one relationship that is missing in the node is requested.
    #expect(service.log.contains("ends team"))
  }

  @Test("F313 A node has the values that it was given")
  func nodes() throws {
    let store = try #require(coordinator.persistentStores.first as? ServiceStore)
    let entity = try #require(coordinator.managedObjectModel.entitiesByName["Player"])
    let id = store.newObjectID(for: entity, referenceObject: "x")
    #expect(store.referenceObject(for: id) as? String == "x")
    let node = NSIncrementalStoreNode(objectID: id, withValues: ["name": "a"], version: 1)
    let name = try #require(entity.propertiesByName["name"])
    let goals = try #require(entity.propertiesByName["goals"])
    #expect(node.value(for: name) as? String == "a" && node.value(for: goals) == nil)
    node.update(withValues: ["goals": 3], version: 2)
    #expect(node.value(for: name) == nil && node.value(for: goals) as? Int == 3)
    #expect(node.version == 2 && node.objectID == id)
  }

  @Test("F314 The versions of nodes, which each save raises, show conflicts")
  func versions() throws {
    let first = scratch.context(coordinator)
    let player = Player(context: first)
    try first.save()
    #expect(service.records.values.map(\.version) == [1])
    player.name = "first"
    try first.save()
    #expect(service.records.values.map(\.version) == [2])
    let second = scratch.context(coordinator)
    let same = try #require(try second.existingObject(with: player.objectID) as? Player)
    player.name = "changed"
    try first.save()
    same.name = "late"
    let error = try #require(failure { try second.save() })
    #expect(error.code == NSManagedObjectMergeError)
    let conflict = try #require(error.conflicts.first as? NSMergeConflict)
    #expect(conflict.oldVersionNumber == 2 && conflict.newVersionNumber == 3)
  }

  @Test("An object that the store lacks cannot be fetched")
  func missing() throws {
    let store = try #require(coordinator.persistentStores.first as? ServiceStore)
    let entity = try #require(coordinator.managedObjectModel.entitiesByName["Player"])
    let id = store.newObjectID(for: entity, referenceObject: "nobody")
    #expect(throws: CocoaError.self) { try scratch.context(coordinator).existingObject(with: id) }
  }

  @Test("Limits and offsets hold, with changes that are not saved and without")
  func limits() throws {
    let context = scratch.context(coordinator)
    for _ in 0..<5 { _ = Player(context: context) }
    try context.save()
    let request = NSFetchRequest<Player>(entityName: "Player")
    request.fetchLimit = 2
    request.fetchOffset = 1
    #expect(try context.fetch(request).count == 2)
    context.delete(try #require(try context.fetch(request).first))
    #expect(try context.fetch(request).count == 2)
  }

  @Test("F315 The store is not notified which objects are in contexts")
  func registrations() throws {
    let context = scratch.context(coordinator)
    _ = Player(context: context)
    try context.save()
    context.reset()
    #expect(!service.log.contains { $0.hasPrefix("register") || $0.hasPrefix("unregister") })
  }

  /// A context of a model with a many-to-many relationship, and an object with two members in memory.
  private func tagged() throws -> (NSManagedObjectContext, NSManagedObject, Service) {
    let office = Office()
    let thing = office.entity("Thing", [Office.attribute("name")])
    let tag = office.entity("Tag", [Office.attribute("name")])
    office.relate(thing, "tags", 0...Int.max, tag, "things", 0...Int.max)
    let coordinator = scratch.coordinator(office.model)
    let url = scratch.url("tags")
    try coordinator.addPersistentStore(type: .service, at: url)
    let context = scratch.context(coordinator)
    let object = try context.insert("Thing")
    let tags = try (0..<2).map { _ in try context.insert("Tag") }
    object.setValue(NSSet(array: tags), forKey: "tags")
    try context.save()
    return (context, object, Service.at(url))
  }

  private func count(_ object: NSManagedObject) -> Int? {
    (object.value(forKey: "tags") as? NSSet)?.count
  }

  @Test(
    "Members that cannot be read while changes are merged stay what they are",
    arguments: [
      NSMergePolicy.mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump, .overwrite,
    ]
  )
  func hiddenMembers(_ policy: NSMergePolicy) throws {
    let (context, object, service) = try tagged()
    context.mergePolicy = policy
    let other = scratch.context(try #require(context.persistentStoreCoordinator))
    try other.existingObject(with: object.objectID).setValue("theirs", forKey: "name")
    try other.save()
    #expect(count(object) == 2)
    object.setValue("mine", forKey: "name")
    object.mutableSetValue(forKey: "tags").add(try context.insert("Tag"))
    service.hidesMembers = true
    try context.save()
    service.hidesMembers = false
    #expect(count(object) == 3)
    other.refreshAllObjects()
    #expect(count(try other.existingObject(with: object.objectID)) == 3)
  }

  @Test("Members that cannot be read at first are read at the next access")
  func membersAskedForAgain() throws {
    let (context, object, service) = try tagged()
    context.refresh(object, mergeChanges: false)
    service.hidesMembers = true
    #expect(count(object) == 0)
    service.hidesMembers = false
    #expect(count(object) == 2)
    object.setValue("mine", forKey: "name")
    try context.save()
    #expect(service.records.values.first { $0.entity == "Thing" }?.ends["tags"]?.count == 2)
  }
}
