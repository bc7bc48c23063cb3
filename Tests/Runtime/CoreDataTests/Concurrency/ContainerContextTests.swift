import CoreData
import Foundation
import Testing

@Suite("The contexts of a container", .timeLimit(.minutes(30))) struct ContainerContextTests {
  private func makeContainer() throws -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "Choir", managedObjectModel: Choir.makeModel())
    let description = NSPersistentStoreDescription()
    description.type = NSInMemoryStoreType
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    return container
  }

  @Test("F243 A background context has a queue and the coordinator, and merges on request")
  func backgroundContext() async throws {
    let container = try makeContainer()
    let context = container.newBackgroundContext()
    #expect(context.concurrencyType == .privateQueueConcurrencyType)
    #expect(context.persistentStoreCoordinator === container.persistentStoreCoordinator)
    let id = try await container.performBackgroundTask { writer in
      let singer = writer.add("Singer", ["name": "Ada"])
      try writer.save()
      return singer.objectID
    }
    nonisolated(unsafe) let seen = context.performAndWait { context.object(with: id) }
    #expect(context.performAndWait { seen.called } == "Ada")
    try await container.performBackgroundTask { writer in
      writer.object(with: id).setValue("Eve", forKey: "name")
      try writer.save()
    }
    await context.finishQueuedWork()
    #expect(!context.automaticallyMergesChangesFromParent)
    #expect(context.performAndWait { seen.called } == "Ada")
    context.automaticallyMergesChangesFromParent = true
    try await container.performBackgroundTask { writer in
      writer.object(with: id).setValue("Mia", forKey: "name")
      try writer.save()
    }
    await context.finishQueuedWork()
    #expect(context.performAndWait { seen.called } == "Mia")
  }

  @Test("F244 Each background task has a context of its own")
  func backgroundTask() async throws {
    let container = try makeContainer()
    let first = await container.performBackgroundTask { $0 }
    let second = await container.performBackgroundTask { $0 }
    #expect(first !== second && first !== container.viewContext)
    #expect(first.concurrencyType == .privateQueueConcurrencyType)
  }

  @Test("F245 The view context is of the main queue, does not merge by itself, and is not pinned")
  func viewContext() throws {
    let context = try makeContainer().viewContext
    #expect(context.concurrencyType == .mainQueueConcurrencyType)
    #expect(!context.automaticallyMergesChangesFromParent)
    #expect(context.queryGenerationToken == nil)
  }
}
