import CoreData
import EveryStore
import Foundation
import Testing

@Suite("Code of apps in Swift 6", .timeLimit(.minutes(30)), .everyStore) struct AppCodeTests {
  @Test("A view model on the main actor")
  @MainActor func viewModel() async throws {
    let coordinator = try Choir.makeCoordinator()
    let list = SingerList(coordinator: coordinator)
    let ids = try await list.add(["Bob", "Ada"])
    #expect(list.singers.map(\.called) == ["Ada", "Bob"] && !list.isImporting)
    try list.rename(list.singers[0], to: "Zoe")
    try await list.addInTask("Mia").value
    #expect(list.singers.map(\.called) == ["Bob", "Mia", "Zoe"])
    try await list.deleteSelection(ids)
    #expect(list.singers.map(\.called) == ["Mia"])
    try await list.reloadAsynchronously()
    #expect(list.singers.map(\.called) == ["Mia"])
  }

  @Test("An actor with a context of its own")
  func actors() async throws {
    let importer = Importer(coordinator: try Choir.makeCoordinator())
    try await importer.add(["Ada", "Bob"])
    try await importer.addAndWait("Mia")
    #expect(await importer.count == 3)
    #expect(try await importer.names() == ["Ada", "Bob", "Mia"])
  }

  @Test("A repository that captures objects and requests")
  func repository() async throws {
    let context = try Choir.makeCoordinator().makeContext()
    await context.perform { _ = context.add("Singer", ["name": "Ada"]) }
    let repository = SingerRepository(context: context)
    for singer in try await repository.singers(named: "Ada") {
      try await repository.rename(singer, to: "Eve")
    }
    #expect(try await repository.singers(named: "Eve").count == 1)
  }

  @Test("Completion handlers, and observers that merge")
  func callbacks() async throws {
    let coordinator = try Choir.makeCoordinator()
    let service = SingerService(coordinator: coordinator)
    let id = try await withCheckedThrowingContinuation { continuation in
      service.add("Ada") { continuation.resume(with: $0) }
    }
    let writer = coordinator.makeContext()
    let reader = coordinator.makeContext()
    let token = service.observe(writer, for: reader)
    defer { NotificationCenter.default.removeObserver(token) }
    let stored = try await reader.perform { try reader.existingObject(with: id).called }
    #expect(stored == "Ada")
    let seen = reader.performAndWait { Unshared(reader.object(with: id)) }
    try await writer.perform {
      writer.object(with: id).setValue("Eve", forKey: "name")
      try writer.save()
    }
    #expect(await reader.perform { seen.object.called } == "Eve")
  }

  /// An object that is only used on its queue.
  private struct Unshared: @unchecked Sendable {
    let object: NSManagedObject
    init(_ object: NSManagedObject) { self.object = object }
  }

  @Test("IDs, coordinators and contexts are sendable; objects, requests and models are not")
  func sendability() {
    func isSendable<T: Sendable>(_ type: T.Type) -> Bool { true }
    #expect(isSendable(NSManagedObjectID.self))
    #expect(isSendable(NSPersistentStoreCoordinator.self))
    #expect(isSendable(NSManagedObjectContext.self))
    #expect(isSendable(NSManagedObjectContextConcurrencyType.self))
    #expect(isSendable(NSManagedObjectContext.ConcurrencyType.self))
    #expect(isSendable(NSManagedObjectContext.ScheduledTaskType.self))
    #expect(isSendable(NSManagedObjectContext.NotificationKey.self))
    #expect(isSendable(NSQueryGenerationToken.self))
    #expect(isSendable(NSSnapshotEventType.self))
    #expect(isSendable(NSDeleteRule.self))
  }
}
