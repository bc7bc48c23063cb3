import CoreData
import Foundation
import Testing

@Suite("Object IDs and URIs") struct ObjectIDTests {
  let scratch: StoreScratch
  let coordinator: NSPersistentStoreCoordinator
  let context: NSManagedObjectContext
  let store: NSPersistentStore

  init() throws {
    scratch = try StoreScratch()
    coordinator = scratch.coordinator()
    store = try coordinator.addPersistentStore(type: .binary, at: scratch.url("store"))
    context = scratch.context(coordinator)
  }

  @Test("F150 F154 A new object has a temporary ID, of no store and without a host")
  func temporary() {
    let id = Player(context: context).objectID
    #expect(id.isTemporaryID && id.persistentStore == nil)
    #expect(id.uriRepresentation().absoluteString.hasPrefix("x-coredata:///Player/t"))
  }

  @Test("F151 Saving gives the object another ID, a permanent one")
  func permanent() throws {
    let player = Player(context: context)
    let temporary = player.objectID
    try context.save()
    #expect(player.objectID != temporary && temporary.isTemporaryID)
    #expect(!player.objectID.isTemporaryID && player.objectID.persistentStore === store)
  }

  @Test("F152 Permanent IDs before the save; objects that have one keep it")
  func obtained() throws {
    let player = Player(context: context)
    let team = Team(context: context)
    player.team = team
    try context.obtainPermanentIDs(for: [player])
    let id = player.objectID
    #expect(!id.isTemporaryID && player.isInserted && id.persistentStore === store)
    #expect(team.objectID.isTemporaryID)
    try context.obtainPermanentIDs(for: [player, team])
    #expect(player.objectID == id)
    try context.save()
    #expect(player.objectID == id && player.team === team)
  }

  @Test("An object that is named twice gets one permanent ID, and no other is forgotten")
  func namedTwice() throws {
    weak var gone: NSManagedObject?
    let team = Team(context: context)
    let id = try {
      let player = Player(context: context)
      try context.obtainPermanentIDs(for: [player, player])
      #expect(context.object(with: player.objectID) === player)
      #expect(context.registeredObjects == [player, team])
      #expect(context.object(with: team.objectID) === team)
      try context.save()
      gone = player
      return player.objectID
    }()
    // A deleted object has no object ID.
    context.reset()
    #expect(gone == nil && context.registeredObjects.isEmpty)
    let again = context.object(with: id)
    #expect(again.objectID == id && context.registeredObjects == [again])
  }

  @Test("F156 F157 A URI leads back to an equal ID, if its store is open")
  func uris() throws {
    let player = Player(context: context)
    try context.save()
    let uri = player.objectID.uriRepresentation()
    #expect(uri.absoluteString.hasPrefix("x-coredata://\(store.identifier ?? "")/Player/p"))
    #expect(coordinator.managedObjectID(forURIRepresentation: uri) == player.objectID)
    #expect(coordinator.managedObjectID(for: uri.absoluteString) == player.objectID)
    let other = scratch.coordinator()
    #expect(other.managedObjectID(forURIRepresentation: uri) == nil)
    let temporary = Player(context: context).objectID.uriRepresentation()
    #expect(coordinator.managedObjectID(forURIRepresentation: temporary) == nil)
  }

  @Test(
    "F156 A URI that belongs to no object gives nil",
    arguments: [
      "", "nonsense", "x-coredata:", "x-coredata://", "x-coredata://STORE", "x-coredata://STORE/",
      "x-coredata://STORE/Player", "x-coredata://STORE/Player/", "x-coredata://STORE/Player/x1",
      "x-coredata://STORE/Player/pNaN", "x-coredata://STORE/Nobody/p1", "http://STORE/Player/p1",
      "x-coredata://STORE/Player/p99999999999999999999",
    ]
  )
  func nonsense(_ text: String) {
    let uri = text.replacingOccurrences(of: "STORE", with: store.identifier ?? "")
    #expect(coordinator.managedObjectID(for: uri) == nil)
  }

  @Test("F158 IDs of one row are equal in all contexts and coordinators")
  func equality() throws {
    let player = Player(context: context)
    try context.save()
    let there = try #require(try scratch.players(scratch.context(coordinator)).first)
    #expect(there.objectID == player.objectID)
    let other = scratch.coordinator()
    try other.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
    try other.addPersistentStore(type: .binary, at: scratch.url("store"))
    let elsewhere = scratch.context(other)
    let far = try #require(try scratch.players(elsewhere).first)
    #expect([player.objectID: 1][far.objectID] == 1)
    #expect(try elsewhere.existingObject(with: player.objectID) === far)
    func send(_ value: some Sendable) {}
    send(player.objectID)
  }

  @Test("F159 The entity of an ID is that of the object itself")
  func entity() throws {
    _ = Player(context: context)
    try context.save()
    let request = NSFetchRequest<NSManagedObjectID>(entityName: "Person")
    request.resultType = .managedObjectIDResultType
    #expect(try context.fetch(request).map(\.entity.name) == ["Player"])
  }
}
