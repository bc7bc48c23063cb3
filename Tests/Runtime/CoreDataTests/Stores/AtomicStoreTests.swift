import CoreData
import Foundation
import Testing
import TextFileStore

/// An atomic store that stores nothing, uses its superclass's methods where possible, and records calls.
private final class NotingStore: NSAtomicStore, @unchecked Sendable {
  static let storeType = NSPersistentStore.StoreType(rawValue: "Noting")

  var log: [String] = []
  var failsToSave = false
  private var lastNumber = 0

  override var type: String { Self.storeType.rawValue }

  override func load() throws {
    log.append("load")
    guard let names = options?["names"] as? [String],
      let entity = persistentStoreCoordinator?.managedObjectModel.entitiesByName["Player"]
    else { return }
    let nodes = names.enumerated().map { index, name in
      let id = objectID(for: entity, withReferenceObject: index + 100)
      let node = NSAtomicStoreCacheNode(objectID: id)
      node.setValue(name, forKey: "name")
      return node
    }
    addCacheNodes(Set(nodes))
  }

  override func save() throws {
    log.append("save \(cacheNodes().count)")
    if failsToSave { throw CocoaError(.fileWriteOutOfSpace) }
  }

  override func newReferenceObject(for managedObject: NSManagedObject) -> Any {
    log.append("newReferenceObject \(managedObject.objectID.isTemporaryID)")
    lastNumber += 1
    return lastNumber
  }

  override func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
    log.append("newCacheNode \(managedObject.objectID.isTemporaryID)")
    return super.newCacheNode(for: managedObject)
  }

  override func updateCacheNode(
    _ node: NSAtomicStoreCacheNode,
    from managedObject: NSManagedObject
  ) {
    log.append("updateCacheNode")
    super.updateCacheNode(node, from: managedObject)
  }

  override func willRemoveCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {
    log.append("willRemoveCacheNodes \(cacheNodes.count)")
  }
}

@Suite("Atomic stores") struct AtomicStoreTests {
  let scratch: StoreScratch
  let coordinator: NSPersistentStoreCoordinator

  init() throws {
    scratch = try StoreScratch()
    coordinator = scratch.coordinator()
    NSPersistentStoreCoordinator.registerStoreClass(NotingStore.self, type: NotingStore.storeType)
  }

  private func open(_ options: [AnyHashable: Any] = [:]) throws -> NotingStore {
    let store = try coordinator.addPersistentStore(
      type: NotingStore.storeType,
      at: scratch.url("store"),
      options: options
    )
    return try #require(store as? NotingStore)
  }

  @Test(
    "F300 The coordinator makes the store and loads it; a missing or an empty file is a new store"
  )
  func made() throws {
    #expect(try open().log == ["load"])
    let url = scratch.url("empty")
    for type in [NSPersistentStore.StoreType.binary, .xml, .textFile] {
      try Data().write(to: url)
      let other = scratch.coordinator()
      try other.addPersistentStore(type: type, at: url)
      #expect(try scratch.players(scratch.context(other)).isEmpty)
    }
  }

  @Test("F301 The nodes that load() adds are the objects")
  func loaded() throws {
    let store = try open(["names": ["a", "b"]])
    let context = scratch.context(coordinator)
    let players = try scratch.players(context)
    #expect(Set(players.map(\.name)) == ["a", "b"])
    let first = try #require(players.first { $0.name == "a" })
    #expect(store.referenceObject(for: first.objectID) as? Int == 100)
    #expect(store.cacheNode(for: first.objectID)?.value(forKey: "name") as? String == "a")
  }

  @Test("F302 F303 The calls of a save and their order")
  func saving() throws {
    let store = try open()
    let context = scratch.context(coordinator)
    let player = Player(context: context)
    try context.save()
    #expect(
      store.log == ["load", "newReferenceObject true", "newCacheNode false", "save 1"]
    )
    #expect(store.cacheNode(for: player.objectID)?.objectID == player.objectID)
    store.log = []
    let other = Player(context: context)
    try context.save()
    store.log = []
    player.name = "changed"
    context.delete(other)
    try context.save()
    #expect(store.log == ["updateCacheNode", "willRemoveCacheNodes 1", "save 1"])
    #expect(store.cacheNode(for: player.objectID)?.value(forKey: "name") as? String == "changed")
  }

  @Test("F304 Two objects of an entity cannot have one reference object")
  func unique() throws {
    _ = try open(["names": (0..<3).map { "\($0)" }])
    final class Repeating: NSAtomicStore, @unchecked Sendable {
      override var type: String { "Repeating" }
      override func load() throws {}
      override func save() throws {}
      override func newReferenceObject(for managedObject: NSManagedObject) -> Any { 1 }
    }
    let type = NSPersistentStore.StoreType(rawValue: "Repeating")
    NSPersistentStoreCoordinator.registerStoreClass(Repeating.self, type: type)
    let other = scratch.coordinator()
    try other.addPersistentStore(type: type, at: scratch.url("other"))
    let context = scratch.context(other)
    _ = Player(context: context)
    try context.save()
    _ = Player(context: context)
    #expect(throws: CocoaError.self) { try context.save() }
  }

  @Test("F155 The URI has the reference object's description, with spaces escaped and slashes kept")
  func uris() throws {
    let store = try open()
    let entity = try #require(coordinator.managedObjectModel.entitiesByName["Player"])
    let identifier = try #require(store.identifier)
    for (object, text) in [
      (42 as Any, "p42"), ("a b/c", "pa%20b/c"), ("a//b", "pa//b"), ("ü%", "p%C3%BC%25"),
      ("", "p"),
    ] {
      let id = store.objectID(for: entity, withReferenceObject: object)
      let uri = id.uriRepresentation()
      #expect(uri.absoluteString == "x-coredata://\(identifier)/Player/\(text)")
      #expect(coordinator.managedObjectID(forURIRepresentation: uri) == id)
    }
  }

  @Test("F305 F306 A node has its values in the property cache, which is nil at first")
  func nodes() throws {
    let store = try open()
    let entity = try #require(coordinator.managedObjectModel.entitiesByName["Player"])
    let id = store.objectID(for: entity, withReferenceObject: 7)
    let node = NSAtomicStoreCacheNode(objectID: id)
    #expect(node.propertyCache == nil && node.value(forKey: "name") == nil && node.objectID == id)
    node.setValue("x", forKey: "name")
    #expect(node.propertyCache?.object(forKey: "name") as? String == "x")
    node.setValue(nil, forKey: "name")
    #expect(node.value(forKey: "name") == nil)
    node.propertyCache = ["name": "y"]
    #expect(node.value(forKey: "name") as? String == "y")
  }

  @Test("F305 To-one relationships have a node, to-many ones a collection of nodes")
  func relationships() throws {
    let store = try open()
    let context = scratch.context(coordinator)
    let player = Player(context: context)
    let team = Team(context: context)
    player.team = team
    try context.save()
    let playerNode = try #require(store.cacheNode(for: player.objectID))
    let teamNode = try #require(store.cacheNode(for: team.objectID))
    #expect(playerNode.value(forKey: "team") as? NSAtomicStoreCacheNode === teamNode)
    #expect(teamNode.value(forKey: "players") as? Set<NSAtomicStoreCacheNode> == [playerNode])
    let other = scratch.context(coordinator)
    #expect(try scratch.players(other).first?.team?.objectID == team.objectID)
  }

  @Test("F307 The metadata of a new store have the type, a UUID and the version hashes")
  func metadata() throws {
    let store = try open()
    #expect(store.metadata[NSStoreTypeKey] as? String == "Noting")
    #expect(UUID(uuidString: store.identifier) != nil)
    #expect(store.metadata[NSStoreModelVersionHashesKey] is [String: Data])
  }

  @Test("A store that cannot save has the nodes that it had before")
  func failedSave() throws {
    let store = try open(["names": ["a", "b"]])
    let context = scratch.context(coordinator)
    let players = try scratch.players(context).sorted { ($0.name ?? "") < ($1.name ?? "") }
    players[0].name = "changed"
    context.delete(players[1])
    _ = Player(context: context)
    store.failsToSave = true
    #expect(throws: CocoaError.self) { try context.save() }
    #expect(context.hasChanges)
    let names = Set(try scratch.players(scratch.context(coordinator)).map(\.name))
    #expect(names == ["a", "b"])
    store.failsToSave = false
    try context.save()
    #expect(Set(try scratch.players(scratch.context(coordinator)).map(\.name)) == ["changed", nil])
  }

  @Test("A value of another type than the attribute's makes no object")
  func wrongValue() throws {
    let store = try open(["names": ["a"]])
    let context = scratch.context(coordinator)
    let id = try #require(try scratch.players(context).first?.objectID)
    store.cacheNode(for: id)?.setValue(Date(), forKey: "name")
    #expect(throws: CocoaError.self) {
      try scratch.context(coordinator).existingObject(with: id)
    }
  }
}
