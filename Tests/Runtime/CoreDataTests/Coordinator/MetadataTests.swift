import CoreData
import Foundation
import Testing
import TextFileStore

@Suite("Metadata of stores") struct MetadataTests {
  let scratch: StoreScratch

  init() throws { scratch = try StoreScratch() }

  static let types: [NSPersistentStore.StoreType] = [.binary, .xml, .textFile]

  @Test(
    "F271 Metadata have the type, the UUID, the version hashes and identifiers",
    arguments: types
  )
  func required(_ type: NSPersistentStore.StoreType) throws {
    let url = scratch.url("store")
    let identifier = try scratch.makeStore(type, at: url)
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: type, at: url)
    #expect(metadata[NSStoreTypeKey] as? String == type.rawValue)
    #expect(metadata[NSStoreUUIDKey] as? String == identifier)
    #expect(UUID(uuidString: identifier) != nil)
    let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data]
    #expect(hashes == Club.makeModel().entityVersionHashesByName)
    #expect(metadata[NSStoreModelVersionIdentifiersKey] is [String])
  }

  @Test("F272 setMetadata changes what is in memory; the file with the next save", arguments: types)
  func inMemory(_ type: NSPersistentStore.StoreType) throws {
    let url = scratch.url("store")
    let identifier = try scratch.makeStore(type, at: url)
    let coordinator = scratch.coordinator()
    let store = try coordinator.addPersistentStore(type: type, at: url)
    coordinator.setMetadata(["key": "value"], for: store)
    #expect(coordinator.metadata(for: store)["key"] as? String == "value")
    #expect(coordinator.metadata(for: store)[NSStoreUUIDKey] as? String == identifier)
    let read = { try NSPersistentStoreCoordinator.metadataForPersistentStore(type: type, at: url) }
    #expect(try read()["key"] == nil)
    try scratch.context(coordinator).save()
    #expect(try read()["key"] as? String == "value")
  }

  @Test("F272 A UUID that is given is taken", arguments: types)
  func givenUUID(_ type: NSPersistentStore.StoreType) throws {
    let coordinator = scratch.coordinator()
    let store = try coordinator.addPersistentStore(type: type, at: scratch.url("store"))
    coordinator.setMetadata([NSStoreUUIDKey: "MINE"], for: store)
    #expect(store.identifier == "MINE")
  }

  @Test("F273 The class reads and writes metadata without the store being open", arguments: types)
  func detached(_ type: NSPersistentStore.StoreType) throws {
    let url = scratch.url("store")
    try scratch.makeStore(type, at: url)
    var metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: type, at: url)
    metadata["list"] = ["a", "b"]
    metadata["date"] = Date(timeIntervalSinceReferenceDate: 500)
    metadata["flag"] = true
    metadata["nested"] = ["number": 1.5, "data": Data([1, 2])] as [String: Any]
    try NSPersistentStoreCoordinator.setMetadata(metadata, type: type, at: url)
    let read = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: type, at: url)
    #expect(NSDictionary(dictionary: read).isEqual(NSDictionary(dictionary: metadata)))
    let coordinator = scratch.coordinator()
    try coordinator.addPersistentStore(type: type, at: url)
    #expect(try scratch.players(scratch.context(coordinator)).map(\.name) == ["Ada"])
  }

  @Test(
    "Metadata that are written without a store's own leave it its own",
    arguments: types + [.sqlite]
  )
  func incomplete(_ type: NSPersistentStore.StoreType) throws {
    let url = scratch.url("store")
    try scratch.makeStore(type, at: url)
    let read = { try NSPersistentStoreCoordinator.metadataForPersistentStore(type: type, at: url) }
    let before = try read()
    try NSPersistentStoreCoordinator.setMetadata(["key": "value"], type: type, at: url)
    let after = try read()
    #expect(after["key"] as? String == "value")
    for key in [NSStoreTypeKey, NSStoreUUIDKey] {
      #expect(after[key] as? String == before[key] as? String && after[key] != nil)
    }
    let hashes = after[NSStoreModelVersionHashesKey] as? [String: Data]
    #expect(hashes == Club.makeModel().entityVersionHashesByName)
  }

  @Test("Metadata of a store that does not exist cannot be read", arguments: types)
  func missing(_ type: NSPersistentStore.StoreType) {
    #expect(throws: CocoaError.self) {
      try NSPersistentStoreCoordinator.metadataForPersistentStore(
        type: type,
        at: scratch.url("missing")
      )
    }
  }

  @Test("Metadata that no property list can hold keep the save from happening")
  func unfit() throws {
    let url = scratch.url("store")
    try scratch.makeStore(.xml, at: url)
    let before = try Data(contentsOf: url)
    let coordinator = scratch.coordinator()
    let store = try coordinator.addPersistentStore(type: .xml, at: url)
    coordinator.setMetadata(["object": NSObject()], for: store)
    #expect(throws: (any Error).self) { try scratch.context(coordinator).save() }
    #expect(try Data(contentsOf: url) == before)
  }
}
