import CoreData
import Foundation
import Testing

/// Tests that a program without its model does not modify a store.
@Suite("Containers and coordinators without a model") struct MissingModelTests {
  let scratch: StoreScratch

  init() throws { scratch = try StoreScratch() }

  private func load(_ container: NSPersistentContainer) -> NSError? {
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    return failure as NSError?
  }

  /// The bytes of all files in the folder, by name.
  private func contents() throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) {
      contents[name] = try Data(contentsOf: scratch.url(name))
    }
    return contents
  }

  static let types: [NSPersistentStore.StoreType] = [.sqlite, .xml, .binary]

  @Test(
    "F283 A container that finds no model loads no store, and the store stays",
    arguments: types
  )
  func missing(_ type: NSPersistentStore.StoreType) throws {
    let url = scratch.url("store")
    try scratch.makeStore(type, at: url)
    let before = try contents()
    for isMigrated in [true, false] {
      let container = NSPersistentContainer(name: "No Such Model")
      let description = NSPersistentStoreDescription(url: url)
      description.type = type.rawValue
      description.shouldMigrateStoreAutomatically = isMigrated
      container.persistentStoreDescriptions = [description]
      let error = try #require(load(container))
      #expect(error.code == NSPersistentStoreIncompatibleSchemaError)
      #expect(container.persistentStoreCoordinator.persistentStores.isEmpty)
      #expect(try contents() == before)
    }
  }

  static let containers: [(String, @Sendable (String) -> NSPersistentContainer)] = [
    ("NSPersistentContainer", { NSPersistentContainer(name: $0) }),
    ("NSPersistentCloudKitContainer", { NSPersistentCloudKitContainer(name: $0) }),
    ("a subclass", { OwnContainer(name: $0) }),
  ]

  @Test(
    "The error lists the places that were searched and the remedy",
    arguments: containers.indices
  )
  func message(index: Int) throws {
    let container = Self.containers[index].1("No Such Model")
    let url = scratch.url("new.sqlite")
    container.persistentStoreDescriptions = [
      NSPersistentStoreDescription(url: url), inMemory(),
    ]
    var errors: [NSError] = []
    container.loadPersistentStores {
      errors.append(($1 ?? CocoaError(.coderInvalidValue)) as NSError)
    }
    #expect(errors.count == 2)
    for error in errors {
      let reason = try #require(error.localizedFailureReason)
      #expect(error.code == NSPersistentStoreIncompatibleSchemaError)
      #expect(
        reason.contains("No Such Model.momd") && reason.contains("No Such Model.xcdatamodeld")
      )
      #expect(reason.contains(Bundle.main.bundlePath))
      #expect(reason.contains(".resources"))
      #expect(reason.contains("NSPersistentContainer(name:managedObjectModel:)"))
    }
    #expect(try contents().isEmpty)
  }

  private func inMemory() -> NSPersistentStoreDescription {
    let description = NSPersistentStoreDescription()
    description.type = NSInMemoryStoreType
    return description
  }

  @Test("A model that cannot be read is named, with what is wrong") func damaged() throws {
    let name = "Damaged\(UUID().uuidString)"
    let bundle = Bundle.main.bundleURL.appendingPathComponent("\(name).resources")
    let file = bundle.appendingPathComponent("\(name).xcdatamodel")
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: bundle) }
    try Data("<model><entity".utf8).write(to: file.appendingPathComponent("contents"))
    let container = NSPersistentContainer(name: name)
    container.persistentStoreDescriptions = [
      NSPersistentStoreDescription(url: scratch.url("new.sqlite"))
    ]
    let error = try #require(load(container))
    let reason = try #require(error.localizedFailureReason)
    #expect(reason.contains("cannot be used (\(file.path): "), "\(reason)")
    #expect(try contents().isEmpty)
  }

  @Test(
    "A model without entities opens, makes and migrates no SQLite store",
    arguments: [true, false]
  )
  func empty(isThere: Bool) throws {
    let url = scratch.url("store")
    if isThere { try scratch.makeStore(.sqlite, at: url) }
    let before = try contents()
    let options: [AnyHashable: Any] = [
      NSMigratePersistentStoresAutomaticallyOption: true,
      NSInferMappingModelAutomaticallyOption: true,
      OpenCoreDataAllowsDataLossOption: true,
    ]
    for options in [options, [:], [NSIgnorePersistentStoreVersioningOption: true]] {
      let coordinator = scratch.coordinator(NSManagedObjectModel())
      let error = #expect(throws: NSError.self) {
        try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
      }
      #expect(error?.code == NSPersistentStoreIncompatibleSchemaError)
      #expect(try contents() == before)
    }
  }

  @Test(
    "A model without entities empties no other store",
    arguments: [.xml, .binary] as [NSPersistentStore.StoreType]
  )
  func emptyModelOfFile(type: NSPersistentStore.StoreType) throws {
    let url = scratch.url("store")
    try scratch.makeStore(type, at: url)
    let before = try contents()
    #expect(throws: NSError.self) {
      try scratch.coordinator(NSManagedObjectModel()).addPersistentStore(
        type: type,
        at: url,
        options: Versions.migrating.merging([OpenCoreDataAllowsDataLossOption: true]) { $1 }
      )
    }
    #expect(try contents() == before)
  }

  @Test("A model that shares no entity with a store does not empty it unless that is allowed")
  func other() throws {
    let url = scratch.url("store")
    try scratch.makeStore(.sqlite, at: url)
    let other = Versions.model { [Versions.entity("Planet", [Versions.text("name")])] }
    let error = #expect(throws: NSError.self) {
      try scratch.coordinator(other).addPersistentStore(
        type: .sqlite,
        at: url,
        options: Versions.migrating
      )
    }
    #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
    #expect(error?.localizedFailureReason?.contains("Player") == true)
    let coordinator = scratch.coordinator()
    let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
    #expect(try scratch.players(scratch.context(coordinator)).count == 1)
    try coordinator.remove(store)
    try scratch.coordinator(other).addPersistentStore(
      type: .sqlite,
      at: url,
      options: Versions.migrating.merging([OpenCoreDataAllowsDataLossOption: true]) { $1 }
    )
  }

  @Test("A store whose metadata list no entities gets those of a model") func adopted() throws {
    let url = scratch.url("store.sqlite")
    let first = Versions.model { [Versions.entity("Planet", [Versions.text("name")])] }
    let coordinator = scratch.coordinator(first)
    try coordinator.remove(try coordinator.addPersistentStore(type: .sqlite, at: url))
    // A store as left by a program without its model.
    let emptied = try Self.emptied(url)
    let second = scratch.coordinator(first)
    try second.addPersistentStore(type: .sqlite, at: emptied, options: Versions.migrating)
    let context = scratch.context(second)
    #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Planet")) == 0)
  }

  /// A store without entity tables, whose metadata has no entities.
  private static func emptied(_ url: URL) throws -> URL {
    try Versions.empty(storeAt: url)
    return url
  }
}

private final class OwnContainer: NSPersistentContainer, @unchecked Sendable {}
