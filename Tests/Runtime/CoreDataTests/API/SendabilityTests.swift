import CoreData
import Foundation
import Testing

/// Tests of the Sendable conformances of Apple's interface, and of its `async` methods.
struct SendabilityTests {
  private func sendable<T: Sendable>(_ type: T.Type) -> Bool { true }

  @Test("Types that Apple marks as sendable are") func types() {
    #expect(sendable(NSManagedObjectID.self))
    #expect(sendable(NSPersistentContainer.self) && sendable(NSPersistentStoreCoordinator.self))
    #expect(sendable(NSAttributeType.self) && sendable(NSAttributeDescription.AttributeType.self))
    #expect(sendable(NSDeleteRule.self) && sendable(NSMergePolicyType.self))
    #expect(sendable(NSFetchRequestResultType.self) && sendable(NSSnapshotEventType.self))
    #expect(sendable(NSManagedObjectContextConcurrencyType.self))
    #expect(sendable(NSManagedObjectContext.ConcurrencyType.self))
    #expect(sendable(NSManagedObjectContext.ScheduledTaskType.self))
    #expect(sendable(NSPersistentStore.StoreType.self) && sendable(NSEntityMappingType.self))
    #expect(sendable(NSPersistentStoreRequestType.self) && sendable(NSFetchIndexElementType.self))
    #expect(sendable(NSPersistentHistoryResultType.self))
  }

  @Test("Work for a container and a coordinator, waited for") func work() async throws {
    let container = try StackBuilder("Library", Library.model).inMemory().build()
    let id = try await container.performBackgroundTask { context in
      let book = Book(context: context)
      try context.save()
      return book.objectID
    }
    #expect(!id.isTemporaryID)
    let count = await container.persistentStoreCoordinator.perform {
      container.persistentStoreCoordinator.persistentStores.count
    }
    #expect(count == 1)
    let context = container.newBackgroundContext()
    let name = await context.perform(schedule: .enqueued) { () -> String? in
      (context.object(with: id) as? Book)?.entity.name
    }
    #expect(name == "Book")
    await #expect(throws: CocoaError.self) {
      try await context.perform { throw CocoaError(.userCancelled) }
    }
  }
}
