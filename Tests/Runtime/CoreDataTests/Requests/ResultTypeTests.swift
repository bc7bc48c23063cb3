import CoreData
import EveryStore
import Foundation
import Testing

/// Tests of requests whose `resultType` does not match their generic type.
@Suite("Result types that do not fit the request", .everyStore) struct ResultTypeTests {
  /// A request with a generic type, executed with a result type, and the outcome.
  struct Attempt: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let count: @Sendable (NSManagedObjectContext) throws -> Int

    /// The words expected in the error; nil if there are results.
    let words: [String]?

    init<T: NSFetchRequestResult>(
      _ type: T.Type,
      _ resultType: NSFetchRequestResultType,
      _ entity: String = "Player",
      error words: String...
    ) {
      testDescription = "NSFetchRequest<\(type)> for \(entity) with \(resultType.rawValue)"
      self.words = words.isEmpty ? nil : words
      count = { context in
        let request = NSFetchRequest<T>(entityName: entity)
        request.resultType = resultType
        return try context.fetch(request).count
      }
    }
  }

  static let attempts: [Attempt] = [
    Attempt(Player.self, .managedObjectResultType),
    Attempt(NSManagedObject.self, .managedObjectResultType),
    Attempt((any NSFetchRequestResult).self, .managedObjectResultType),
    Attempt((any NSFetchRequestResult).self, .managedObjectIDResultType),
    Attempt((any NSFetchRequestResult).self, .dictionaryResultType),
    Attempt((any NSFetchRequestResult).self, .countResultType),
    Attempt(NSManagedObjectID.self, .managedObjectIDResultType),
    Attempt(NSDictionary.self, .dictionaryResultType),
    Attempt(NSNumber.self, .countResultType),
    Attempt(Player.self, .dictionaryResultType, error: "<Player>", "NSDictionary"),
    Attempt(Player.self, .managedObjectIDResultType, error: "<Player>", "NSManagedObjectID"),
    Attempt(Player.self, .countResultType, error: "<Player>", "NSNumber"),
    Attempt(NSDictionary.self, .managedObjectResultType, error: "<NSDictionary>", "'Player'"),
    Attempt(NSNumber.self, .dictionaryResultType, error: "<NSNumber>", "NSDictionary"),
    Attempt(Team.self, .managedObjectResultType, error: "<Team>", "'Player'", "class Player"),
    Attempt(Player.self, .managedObjectResultType, "Team", error: "<Player>", "class Team"),
  ]

  @Test("The results, or an error that names the types", arguments: attempts)
  func results(_ attempt: Attempt) throws {
    let league = try League()
    guard let words = attempt.words else {
      #expect(try attempt.count(league.context) > 0)
      return
    }
    let error = try #require(failure { _ = try attempt.count(league.context) })
    let reason = try #require(error.localizedFailureReason)
    #expect(error.code == NSCoreDataError)
    for word in words { #expect(reason.contains(word), "\(reason)") }
  }

  @Test("No results are of any type")
  func empty() throws {
    let request = NSFetchRequest<Player>(entityName: "Player")
    request.predicate = NSPredicate(value: false)
    request.resultType = .dictionaryResultType
    #expect(try League().context.fetch(request).isEmpty)
  }

  @Test("A fetched results controller reports it when it fetches, and has no results then")
  func controller() throws {
    let league = try League()
    let request = NSFetchRequest<Player>(entityName: "Player")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    request.resultType = .dictionaryResultType
    let controller = NSFetchedResultsController(
      fetchRequest: request,
      managedObjectContext: league.context,
      sectionNameKeyPath: nil,
      cacheName: nil
    )
    #expect(failure { try controller.performFetch() }?.code == NSCoreDataError)
    #expect(controller.fetchedObjects == nil)
  }

  @Test("An asynchronous fetch has the error")
  func asynchronous() async throws {
    let league = try League()
    let request = NSFetchRequest<Player>(entityName: "Player")
    request.resultType = .managedObjectIDResultType
    let codes = Log()
    _ = try league.context.execute(
      NSAsynchronousFetchRequest(fetchRequest: request) { result in
        codes.note("\((result.operationError as NSError?)?.code ?? 0) \(result.finalResult == nil)")
      }
    )
    await league.context.finishQueuedWork()
    #expect(codes.lines == ["\(NSCoreDataError) true"])
  }
}
