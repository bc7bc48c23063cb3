import CoreData
import EveryStore
import Foundation
import Testing

@Suite("Properties of requests", .everyStore) struct RequestPropertyTests {
  @Test("Values that were set can be read, and are copied")
  func roundTrip() throws {
    let request = NSFetchRequest<Player>(entityName: "Player")
    #expect(request.resultType == .managedObjectResultType)
    #expect(request.includesSubentities && request.includesPendingChanges)
    #expect(request.includesPropertyValues && request.returnsObjectsAsFaults)
    #expect(!request.returnsDistinctResults && !request.shouldRefreshRefetchedObjects)
    #expect(request.predicate == nil && request.sortDescriptors == nil)
    #expect(request.requestType == .fetchRequestType)
    request.predicate = NSPredicate(format: "goals > 1")
    request.sortDescriptors = [NSSortDescriptor(keyPath: \Player.name, ascending: false)]
    request.fetchLimit = 1
    request.fetchOffset = 2
    request.fetchBatchSize = 3
    request.includesSubentities = false
    request.includesPropertyValues = false
    request.returnsObjectsAsFaults = false
    request.includesPendingChanges = false
    request.returnsDistinctResults = true
    request.shouldRefreshRefetchedObjects = true
    request.relationshipKeyPathsForPrefetching = ["team"]
    request.propertiesToFetch = ["name"]
    request.propertiesToGroupBy = ["name"]
    request.havingPredicate = NSPredicate(format: "goals > 2")
    let copy = try #require(request.copy() as? NSFetchRequest<Player>)
    #expect(copy !== request && copy == request)
    #expect(copy.predicate?.formatText == "goals > 1")
    #expect(copy.sortDescriptors?.first?.key == "name")
    #expect(copy.sortDescriptors?.first?.ascending == false)
    #expect(copy.fetchLimit == 1 && copy.fetchOffset == 2 && copy.fetchBatchSize == 3)
    #expect(copy.relationshipKeyPathsForPrefetching == ["team"])
    #expect(copy.propertiesToFetch as? [String] == ["name"])
    copy.fetchLimit = 5
    #expect(request.fetchLimit == 1 && copy != request)
  }

  @Test("Negative limits and offsets are ignored")
  func negativeWindows() throws {
    let league = try League()
    let request = league.players()
    request.fetchLimit = -1
    request.fetchOffset = -5
    request.fetchBatchSize = -3
    #expect(try league.context.fetch(request).count == 30)
    #expect(try league.context.count(for: request) == 30)
    request.fetchLimit = .max
    request.fetchOffset = .max
    #expect(try league.context.fetch(request).isEmpty)
    let sqlite = try League()
    #expect(try sqlite.context.fetch(request).isEmpty)
  }
}
