import CoreData
import Foundation
import Testing
import TextFileStore

@Suite("Types of stores") struct StoreTypeTests {
  let scratch: StoreScratch

  init() throws { scratch = try StoreScratch() }

  @Test("F270 The names of the types")
  func names() {
    #expect(NSSQLiteStoreType == "SQLite" && NSBinaryStoreType == "Binary")
    #expect(NSInMemoryStoreType == "InMemory" && NSXMLStoreType == "XML")
    #expect(NSPersistentStore.StoreType.xml.rawValue == NSXMLStoreType)
  }

  @Test(
    "F274 F308 A store that is opened as one of another type: 134010",
    arguments: [NSPersistentStore.StoreType.binary, .xml],
    [NSPersistentStore.StoreType.binary, .xml]
  )
  func mismatch(_ made: NSPersistentStore.StoreType, _ wanted: NSPersistentStore.StoreType) throws {
    let url = scratch.url("store")
    try scratch.makeStore(made, at: url)
    if made == wanted {
      try scratch.coordinator().addPersistentStore(type: wanted, at: url)
    } else {
      let error = try #require(throws: CocoaError.self) {
        try scratch.coordinator().addPersistentStore(type: wanted, at: url)
      }
      #expect(error.errorCode == NSPersistentStoreTypeMismatchError)
    }
  }

  @Test("F308 A class whose stores say another type than they are registered for: 134010")
  func registeredForAnother() throws {
    let type = NSPersistentStore.StoreType(rawValue: "Other")
    NSPersistentStoreCoordinator.registerStoreClass(TextFileStore.self, type: type)
    defer { NSPersistentStoreCoordinator.registerStoreClass(nil, type: type) }
    let error = try #require(throws: CocoaError.self) {
      try scratch.coordinator().addPersistentStore(type: type, at: scratch.url("store"))
    }
    #expect(error.errorCode == NSPersistentStoreTypeMismatchError)
  }

  @Test("F275 A type that is not known: 134000")
  func unknown() throws {
    let error = try #require(throws: CocoaError.self) {
      try scratch.coordinator()
        .addPersistentStore(type: .init(rawValue: "Nonsense"), at: scratch.url("store"))
    }
    #expect(error.errorCode == NSPersistentStoreInvalidTypeError)
  }

  @Test("Classes are registered and unregistered")
  func registering() {
    let type = NSPersistentStore.StoreType(rawValue: "Registered")
    NSPersistentStoreCoordinator.registerStoreClass(TextFileStore.self, type: type)
    #expect(NSPersistentStoreCoordinator.registeredStoreTypes["Registered"] != nil)
    #expect(NSPersistentStoreCoordinator.registeredStoreTypes[NSBinaryStoreType] != nil)
    NSPersistentStoreCoordinator.registerStoreClass(nil, type: type)
    #expect(NSPersistentStoreCoordinator.registeredStoreTypes["Registered"] == nil)
  }

  @Test("F279 Stores in memory ignore their URL, and are independent")
  func inMemory() throws {
    let coordinator = scratch.coordinator()
    let url = URL(fileURLWithPath: "/dev/null")
    let first = try coordinator.addPersistentStore(type: .inMemory, at: url)
    let second = try coordinator.addPersistentStore(type: .inMemory, at: url)
    #expect(first.identifier != second.identifier)
    let context = scratch.context(coordinator)
    let player = Player(context: context)
    context.assign(player, to: second)
    try context.save()
    #expect(player.objectID.persistentStore === second)
    try coordinator.remove(first)
    #expect(try scratch.players(scratch.context(coordinator)).count == 1)
    try coordinator.remove(second)
    #expect(coordinator.persistentStores.isEmpty)
  }

  @Test("The same file cannot be opened twice by one coordinator")
  func twice() throws {
    let coordinator = scratch.coordinator()
    try coordinator.addPersistentStore(type: .binary, at: scratch.url("store"))
    #expect(throws: CocoaError.self) {
      try coordinator.addPersistentStore(type: .binary, at: scratch.url("./store"))
    }
    #expect(coordinator.persistentStores.count == 1)
  }
}
