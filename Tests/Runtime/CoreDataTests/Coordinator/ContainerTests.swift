import CoreData
import Foundation
import Testing
import TextFileStore

@Suite("Containers") struct ContainerTests {
  let scratch: StoreScratch

  init() throws { scratch = try StoreScratch() }

  @Test("F281 The description of a new container's store")
  func defaults() throws {
    let container = NSPersistentContainer(name: "Club", managedObjectModel: Club.makeModel())
    #expect(container.name == "Club")
    #expect(
      container.viewContext.persistentStoreCoordinator === container.persistentStoreCoordinator
    )
    let description = try #require(container.persistentStoreDescriptions.first)
    #expect(container.persistentStoreDescriptions.count == 1)
    let folder = NSPersistentContainer.defaultDirectoryURL()
    #expect(description.url == folder.appendingPathComponent("Club.sqlite"))
    #expect(description.type == NSSQLiteStoreType && description.configuration == nil)
    #expect(!description.shouldAddStoreAsynchronously && !description.isReadOnly)
    #expect(description.shouldMigrateStoreAutomatically)
    #expect(description.shouldInferMappingModelAutomatically)
    #expect(description.timeout == 240)
    #expect(
      description.options[NSMigratePersistentStoresAutomaticallyOption] == NSNumber(value: true)
    )
  }

  @Test("Options and pragmas of a description, and its copy")
  func options() throws {
    let description = NSPersistentStoreDescription(url: scratch.url("store"))
    description.isReadOnly = true
    description.timeout = 7
    description.setOption("x" as NSString, forKey: "key")
    description.setValue("DELETE" as NSString, forPragmaNamed: "journal_mode")
    #expect(description.options[NSReadOnlyPersistentStoreOption] == NSNumber(value: true))
    #expect(description.options[NSPersistentStoreTimeoutOption] == NSNumber(value: 7))
    #expect(description.sqlitePragmas["journal_mode"] == "DELETE" as NSString)
    let copy = try #require(description.copy() as? NSPersistentStoreDescription)
    #expect(copy == description && copy !== description)
    description.setValue(nil, forPragmaNamed: "journal_mode")
    description.setOption(nil, forKey: "key")
    #expect(description.sqlitePragmas.isEmpty && description.options["key"] == nil)
    #expect(copy != description)
    #expect(NSPersistentStoreDescription().url == URL(fileURLWithPath: "/dev/null"))
  }

  private func container(_ descriptions: NSPersistentStoreDescription...) -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "Club", managedObjectModel: Club.makeModel())
    container.persistentStoreDescriptions = descriptions
    return container
  }

  private func description(
    _ type: NSPersistentStore.StoreType,
    _ name: String = "store"
  ) -> NSPersistentStoreDescription {
    let description = NSPersistentStoreDescription(url: scratch.url(name))
    description.type = type.rawValue
    return description
  }

  @Test("F282 The handler is called once for each store that is not open yet")
  func loading() {
    let first = description(.binary, "first")
    let second = description(.xml, "second")
    let container = container(first, second)
    var calls: [NSPersistentStoreDescription] = []
    container.loadPersistentStores { description, error in
      #expect(error == nil)
      calls.append(description)
    }
    #expect(calls == [first, second])
    container.loadPersistentStores { description, _ in calls.append(description) }
    #expect(calls.count == 2 && container.persistentStoreCoordinator.persistentStores.count == 2)
  }

  @Test("F282 A store that could not be opened is tried again")
  func failure() throws {
    let container = container(description(.binary))
    try Data("no store".utf8).write(to: scratch.url("store"))
    var errors: [(any Error)?] = []
    container.loadPersistentStores { errors.append($1) }
    try FileManager.default.removeItem(at: scratch.url("store"))
    container.loadPersistentStores { errors.append($1) }
    #expect(errors.count == 2 && errors[0] != nil && errors[1] == nil)
  }

  @Test(
    "The folder of a store is created, unless the store is read-only",
    arguments: [NSPersistentStore.StoreType.sqlite, .binary, .xml],
    [false, true]
  )
  func missingFolder(_ type: NSPersistentStore.StoreType, isReadOnly: Bool) throws {
    let description = description(type, "some/where/store")
    description.isReadOnly = isReadOnly
    var errors: [NSError] = []
    container(description).loadPersistentStores { _, error in
      if let error { errors.append(error as NSError) }
    }
    let folder = scratch.url("some/where").path
    #expect(FileManager.default.fileExists(atPath: folder) == !isReadOnly)
    #expect(errors.isEmpty == !isReadOnly)
    if isReadOnly { #expect(errors.first?.localizedFailureReason?.contains(folder) == true) }
  }

  @Test(
    "A coordinator reports that the folder of a store is missing, or is not a folder",
    arguments: [NSPersistentStore.StoreType.sqlite, .binary, .xml],
    ["none", "file"]
  )
  func noFolder(_ type: NSPersistentStore.StoreType, name: String) throws {
    try Data("text".utf8).write(to: scratch.url("file"))
    let folder = scratch.url(name).path
    let url = scratch.url(name).appendingPathComponent("store")
    let error = try #require(throws: NSError.self) {
      try scratch.coordinator().addPersistentStore(type: type, at: url)
    }
    let reason = try #require(error.localizedFailureReason)
    #expect(reason.contains(name == "none" ? "no folder \(folder)" : "\(folder) is not a folder"))
    #expect(error.userInfo[NSFilePathErrorKey] as? String == url.path)
    if type == .sqlite { #expect(error.userInfo[NSSQLiteErrorDomain] as? Int == 14) }
    #expect(FileManager.default.fileExists(atPath: folder) == (name == "file"))
  }

  @Test("F282 Stores can be opened asynchronously")
  func asynchronous() async {
    let description = description(.binary)
    description.shouldAddStoreAsynchronously = true
    let container = container(description)
    let failure: String? = await withCheckedContinuation { continuation in
      container.loadPersistentStores { _, error in
        continuation.resume(returning: error.map { "\($0)" })
      }
    }
    #expect(failure == nil && container.persistentStoreCoordinator.persistentStores.count == 1)
  }

  @Test("F283 Without a model of the name the model is empty")
  func missingModel() {
    let container = NSPersistentContainer(name: "NoModelHasThisName")
    #expect(container.managedObjectModel.entities.isEmpty)
  }

  @Test("The default folder is the program's in the user's folder of data")
  func folder() {
    let url = NSPersistentContainer.defaultDirectoryURL()
    #expect(url.isFileURL && url.lastPathComponent == ProcessInfo.processInfo.processName)
    final class Elsewhere: NSPersistentContainer, @unchecked Sendable {
      override class func defaultDirectoryURL() -> URL { URL(fileURLWithPath: "/elsewhere") }
    }
    let container = Elsewhere(name: "Club", managedObjectModel: Club.makeModel())
    #expect(container.persistentStoreDescriptions.first?.url?.path == "/elsewhere/Club.sqlite")
  }

  @Test("Work in the background is saved and seen by others")
  func background() async throws {
    let container = container(description(.inMemory))
    container.loadPersistentStores { _, error in #expect(error == nil) }
    let name = try await container.performBackgroundTask { context in
      let player = Player(context: context)
      player.name = "Ada"
      try context.save()
      return player.name
    }
    #expect(name == "Ada")
    await withCheckedContinuation { continuation in
      container.performBackgroundTask { context in
        #expect((try? context.count(for: NSFetchRequest<Player>(entityName: "Player"))) == 1)
        continuation.resume()
      }
    }
    await #expect(throws: CocoaError.self) {
      try await container.performBackgroundTask { _ in throw CocoaError(.fileNoSuchFile) }
    }
  }

  @Test(
    "The type of the store is one line",
    arguments: [NSPersistentStore.StoreType.inMemory, .binary, .xml, .textFile, .service]
  )
  func types(_ type: NSPersistentStore.StoreType) throws {
    let container = NSPersistentCloudKitContainer(
      name: "Club",
      managedObjectModel: Club.makeModel()
    )
    container.persistentStoreDescriptions = [description(type)]
    container.loadPersistentStores { _, error in #expect(error == nil) }
    let context = container.newBackgroundContext()
    Player(context: context).name = "Ada"
    try context.save()
    #expect(try scratch.players(container.newBackgroundContext()).count == 1)
  }
}
