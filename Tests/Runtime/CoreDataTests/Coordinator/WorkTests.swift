import CoreData
import Foundation
import Testing

@Suite("Work with a coordinator") struct WorkTests {
  let scratch: StoreScratch
  let coordinator: NSPersistentStoreCoordinator

  init() throws {
    scratch = try StoreScratch()
    coordinator = scratch.coordinator()
  }

  @Test("perform and performAndWait give back values and errors, and can be nested")
  func performing() async throws {
    #expect(coordinator.performAndWait { 1 } == 1)
    #expect(await coordinator.perform { 2 } == 2)
    #expect(throws: CocoaError.self) {
      try coordinator.performAndWait { throw CocoaError(.fileNoSuchFile) }
    }
    await #expect(throws: CocoaError.self) {
      try await coordinator.perform { throw CocoaError(.fileNoSuchFile) }
    }
    let nested = await coordinator.perform { [coordinator] in
      coordinator.performAndWait { coordinator.persistentStores.count }
    }
    #expect(nested == 0)
    await withCheckedContinuation { continuation in
      coordinator.perform { continuation.resume() }
    }
  }

  @Test("execute(_:with:) answers fetch requests from what is saved")
  func fetching() throws {
    try coordinator.addPersistentStore(type: .binary, at: scratch.url("store"))
    let context = scratch.context(coordinator)
    let player = Player(context: context)
    try context.save()
    _ = Player(context: context)
    let request = NSFetchRequest<Player>(entityName: "Player")
    #expect(try coordinator.execute(request, with: context) as? [Player] == [player])
    request.resultType = .countResultType
    #expect(try coordinator.execute(request, with: context) as? [NSNumber] == [1])
  }

  @Test("An unknown type of request is refused")
  func unknown() throws {
    try coordinator.addPersistentStore(type: .binary, at: scratch.url("store"))
    final class Unknown: NSPersistentStoreRequest {}
    let context = scratch.context(coordinator)
    let error = try #require(throws: CocoaError.self) {
      try coordinator.execute(Unknown(), with: context)
    }
    #expect(error.errorCode == NSPersistentStoreUnsupportedRequestTypeError)
  }

  @Test("The name is for people")
  func name() {
    coordinator.name = "mine"
    #expect(coordinator.name == "mine")
  }
}
