import CoreData
import EveryStore
import Foundation
import Testing

@Suite("The queues of contexts", .timeLimit(.minutes(30)), .everyStore) struct PerformTests {
  private func makeContext() throws -> NSManagedObjectContext {
    try Choir.makeCoordinator().makeContext()
  }

  // Not asynchronous, so that `perform` is the overload that does not wait.
  private func performLater(_ context: NSManagedObjectContext, _ work: @escaping () -> Void) {
    context.perform(work)
  }

  @Test("F237 perform returns at once, and processes changes when its block has ended")
  func perform() async throws {
    let context = try makeContext()
    let notices = Notices(.NSManagedObjectContextObjectsDidChange, of: context)
    let log = Log()
    context.performAndWait {
      performLater(context) {
        context.add("Singer")
        log.note("done")
      }
      log.note("scheduled")
    }
    await context.finishQueuedWork()
    #expect(log.lines == ["scheduled", "done"])
    #expect(notices.keys == [["inserted"]])
  }

  @Test("F237 F254 performAndWait waits, and does not process changes")
  func performAndWait() throws {
    let context = try makeContext()
    let notices = Notices(.NSManagedObjectContextObjectsDidChange, of: context)
    var isDone = false
    context.performAndWait {
      context.performAndWait { isDone = true }
      context.add("Singer")
    }
    #expect(isDone && notices.count == 0)
    context.performAndWait { context.processPendingChanges() }
    #expect(notices.count == 1)
  }

  @Test("performAndWait returns what its work returns, and throws what it throws")
  func performAndWaitGeneric() throws {
    struct Refusal: Error {}
    let context = try makeContext()
    #expect(context.performAndWait { 6 * 7 } == 42)
    #expect(throws: Refusal.self) { try context.performAndWait { throw Refusal() } }
    let names = try context.performAndWait { try context.names() }
    #expect(names.isEmpty)
  }

  @Test("F238 Contexts can wait for each other, nested to any depth, from any thread")
  func nesting() async throws {
    let coordinator = try Choir.makeCoordinator()
    let first = coordinator.makeContext()
    let second = coordinator.makeContext()
    let main = coordinator.makeContext(.mainQueue)
    let log = Log()
    await Task.detached {
      first.performAndWait {
        second.performAndWait {
          first.performAndWait {
            main.performAndWait {
              second.performAndWait {
                first.performAndWait { main.performAndWait { log.note("inside") } }
              }
            }
          }
        }
      }
    }.value
    #expect(log.lines == ["inside"])
  }

  @Test("The work of one context is done one after the other")
  func serial() async throws {
    let context = try makeContext()
    var count = 0
    nonisolated(unsafe) let counter = withUnsafeMutablePointer(to: &count) { $0 }
    await withTaskGroup { group in
      for _ in 0..<200 {
        group.addTask { await context.perform { counter.pointee += 1 } }
        group.addTask { context.performAndWait { counter.pointee += 1 } }
      }
    }
    #expect(counter.pointee == 400)
  }

  @Test("F239 Immediate blocks run at once, enqueued blocks in the order of the calls")
  @MainActor func schedules() async throws {
    let context = try Choir.makeCoordinator().makeContext(.mainQueue)
    let log = Log()
    performLater(context) { log.note("waiting") }
    // On the main actor, immediate closures of a main queue context run at once; others run in order.
    await context.perform { @Sendable in log.note("immediate") }
    await context.perform(schedule: .enqueued) { @Sendable in log.note("enqueued") }
    #expect(log.lines == ["immediate", "waiting", "enqueued"])
  }

  @Test("F240 The asynchronous perform returns the value or throws the error of its block")
  func asynchronous() async throws {
    struct Refusal: Error {}
    let context = try makeContext()
    let names = try await context.perform {
      context.add("Singer", ["name": "Ada"])
      return try context.names()
    }
    #expect(names == ["Ada"])
    // A closure that cannot throw needs no `try`.
    let count = await context.perform { context.insertedObjects.count }
    #expect(count == 1)
    await #expect(throws: Refusal.self) { try await context.perform { throw Refusal() } }
  }

  @Test("F241 The work of a main queue context is done on the main queue")
  func mainQueue() async throws {
    let context = try Choir.makeCoordinator().makeContext(.mainQueue)
    #expect(context.concurrencyType == .mainQueueConcurrencyType)
    await context.perform { MainActor.assertIsolated() }
    await context.perform(schedule: .enqueued) { MainActor.assertIsolated() }
    performLater(context) { MainActor.assertIsolated() }
    await context.finishQueuedWork()
  }

  @Test("F254 Changes on the main queue are processed when the current event has ended")
  @MainActor func endOfEvent() async throws {
    let context = try Choir.makeCoordinator().makeContext(.mainQueue)
    let notices = Notices(.NSManagedObjectContextObjectsDidChange, of: context)
    context.add("Singer")
    context.add("Singer")
    #expect(notices.count == 0)
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
    #expect(notices.keys == [["inserted"]])
    #expect(notices.objects("inserted").count == 2)
  }

  @Test("F246 A context without a kind is confined to the thread that uses it")
  @available(*, deprecated)
  func confinement() throws {
    let context = NSManagedObjectContext()
    #expect(context.concurrencyType == .confinementConcurrencyType)
    context.persistentStoreCoordinator = try Choir.makeCoordinator()
    context.add("Singer", ["name": "Ada"])
    try context.save()
    #expect(try context.names() == ["Ada"])
  }

  @Test("F247 The name of a context is in the label of its queue")
  func label() throws {
    let context = try makeContext()
    context.name = "import"
    let label = context.performAndWait { labelOfQueue(nil).map { String(cString: $0) } }
    #expect(label?.contains("import") == true)
  }

  @Test("A context that is confined to a thread has no queue")
  func noQueue() async {
    await #expect(processExitsWith: .failure) {
      NSManagedObjectContext(concurrencyType: .confinementConcurrencyType).perform {}
    }
  }
}

@_silgen_name("dispatch_queue_get_label")
private func labelOfQueue(_ queue: UnsafeRawPointer?) -> UnsafePointer<CChar>?
