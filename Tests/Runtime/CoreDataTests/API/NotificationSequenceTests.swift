import CoreData
import Foundation
import Testing

struct NotificationSequenceTests {
  @Test("Notifications of one context, waited for one after the other") func sequence() async throws
  {
    let container = try StackBuilder("Library", Library.model).inMemory().build()
    let (one, other) = (container.newBackgroundContext(), container.newBackgroundContext())
    let center = NotificationCenter.default
    var iterator = center.notifications(
      named: NSManagedObjectContext.didSaveObjectsNotification,
      object: one
    ).makeAsyncIterator()
    for context in [other, one, one] {
      try await context.perform {
        _ = Book(context: context)
        try context.save()
      }
    }
    for _ in 0..<2 {
      let notification = await iterator.next()
      #expect(notification.flatMap(SavedObjects.init)?.context === one)
    }
  }

  @Test("A task that is cancelled waits no longer") func cancellation() async {
    let task = Task {
      var count = 0
      for await _ in NotificationCenter.default.notifications(named: .init("never posted")) {
        count += 1
      }
      return count
    }
    task.cancel()
    #expect(await task.value == 0)
  }

  @MainActor
  @Test("The loop can be one of an actor") func onAnActor() async {
    let name = Notification.Name("posted once \(UUID())")
    let poster = Task {
      while !Task.isCancelled {
        NotificationCenter.default.post(name: name, object: nil)
        await Task.yield()
      }
    }
    for await notification in NotificationCenter.default.notifications(named: name) {
      #expect(notification.name == name)
      break
    }
    poster.cancel()
    #expect(autoreleasepool { 3 } == 3)
  }
}
