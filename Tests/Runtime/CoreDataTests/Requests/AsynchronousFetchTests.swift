import CoreData
import EveryStore
import Foundation
import Testing

@Suite("Asynchronous fetches", .everyStore) struct AsynchronousFetchTests {
  private final class Outcome: @unchecked Sendable {
    let done = DispatchSemaphore(value: 0)
    var names: [String]?
    var error: (any Error)?
    var isOnQueue = false
  }

  @Test("F200 The results come later, on the context's queue")
  func results() throws {
    let league = try League()
    let context = league.context
    let outcome = Outcome()
    let request = NSAsynchronousFetchRequest(fetchRequest: league.players("goals == 9")) { result in
      outcome.names = result.finalResult?.compactMap(\.name)
      outcome.isOnQueue = context.registeredObjects.count == 3
      outcome.done.signal()
    }
    request.estimatedResultCount = 3
    let executed = try context.performAndWait { () throws -> NSPersistentStoreResult in
      let result = try context.execute(request)
      // The fetch does not start while the queue is busy.
      #expect(outcome.names == nil)
      return result
    }
    let result = try #require(executed as? NSAsynchronousFetchResult<Player>)
    #expect(outcome.done.wait(timeout: .now() + 10) == .success)
    context.performAndWait {
      #expect(outcome.names == ["Blues 9", "Greens 9", "Reds 9"])
      #expect(outcome.isOnQueue)
      #expect(result.finalResult?.count == 3)
      #expect(result.operationError == nil)
      #expect(result.managedObjectContext === context)
      #expect(result.fetchRequest === request)
    }
  }

  @Test("F200 A fetch that is cancelled in time finds nothing; errors are those of fetching")
  func failures() throws {
    let league = try League()
    let outcome = Outcome()
    let request = NSAsynchronousFetchRequest(fetchRequest: league.players()) { result in
      outcome.names = result.finalResult?.compactMap(\.name)
      outcome.error = result.operationError
      outcome.done.signal()
    }
    try league.context.performAndWait {
      let result = try league.context.execute(request)
      (result as? NSPersistentStoreAsynchronousResult)?.cancel()
    }
    #expect(outcome.done.wait(timeout: .now() + 10) == .success)
    #expect(outcome.names == nil)
    #expect((outcome.error as? CocoaError)?.code == .userCancelled)
    let wrong = NSAsynchronousFetchRequest(fetchRequest: league.players("nothing == 1")) { result in
      outcome.error = result.operationError
      outcome.done.signal()
    }
    _ = try league.context.execute(wrong)
    #expect(outcome.done.wait(timeout: .now() + 10) == .success)
    #expect((outcome.error as NSError?)?.code == NSCoreDataError)
  }

  @Test("F200 There is progress if the thread has a current progress")
  func progress() throws {
    let league = try League()
    let outcome = Outcome()
    let whole = Progress(totalUnitCount: 1)
    whole.becomeCurrent(withPendingUnitCount: 1)
    let request = NSAsynchronousFetchRequest(fetchRequest: league.players()) { _ in
      outcome.done.signal()
    }
    let result = try league.context.execute(request) as? NSPersistentStoreAsynchronousResult
    whole.resignCurrent()
    #expect(result?.progress != nil)
    #expect(outcome.done.wait(timeout: .now() + 10) == .success)
    league.context.performAndWait {}
    #expect(whole.isFinished)
    let count = try league.context.performAndWait {
      try league.context.count(for: league.players())
    }
    #expect(result?.progress?.completedUnitCount == Int64(count) && count > 1)
    let silent = try league.context.execute(
      NSAsynchronousFetchRequest(fetchRequest: league.players())
    )
    #expect((silent as? NSPersistentStoreAsynchronousResult)?.progress == nil)
    league.context.performAndWait {}
  }

  @Test("F187 A request is executed by the context on whose queue it is called")
  func executing() throws {
    let league = try League()
    let request = league.players("goals == 9")
    let count = try league.context.performAndWait { try request.execute().count }
    #expect(count == 3)
    #expect(throws: NSError.self) { try request.execute() }
  }

  @Test("A context executes plain fetch requests too")
  func plainRequests() throws {
    let league = try League()
    let result = try league.context.execute(league.players("goals == 9"))
    let found = try #require(result as? NSAsynchronousFetchResult<any NSFetchRequestResult>)
    #expect(found.finalResult?.count == 3)
    #expect(throws: NSError.self) { try league.context.execute(league.players("nothing == 9")) }
  }
}
