import CoreData
import Foundation
import Testing

/// Checks the options of requests.
enum RequestChecks {
  static let all: [ConformanceCheck] = [
    ConformanceCheck("Order, offset and limit", checkWindows),
    ConformanceCheck("Order along relationships", checkKeyPaths),
    ConformanceCheck("Counts of all kinds", checkCounts),
    ConformanceCheck("Batches of faults", checkBatches),
    ConformanceCheck("Prefetched relationships", checkPrefetching),
    ConformanceCheck("Objects fetched with their values", checkFaults),
    ConformanceCheck("Unknown keys are errors", checkUnknownKeys),
    ConformanceCheck("Objects fetched again can be refreshed", checkRefreshing),
  ]

  private static func request(_ entity: String, sortedBy keys: String...)
    -> NSFetchRequest<NSManagedObject>
  {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.sortDescriptors = keys.map { NSSortDescriptor(key: $0, ascending: true) }
    return request
  }

  /// Creates ten players, the even ones in a team.
  private static func makePlayers(_ session: ConformanceSession) throws -> NSManagedObjectContext {
    let context = session.context()
    let teams = try ["B", "A"].map { try session.insert("Team", ["title": $0], into: context) }
    for number in 0..<10 {
      let player = try session.insert(
        "Player",
        ["name": "P\(number)", "goals": number / 2],
        into: context
      )
      if number % 2 == 0 { player.setValue(teams[number % 4 / 2], forKey: "team") }
    }
    try context.save()
    try session.reopen()
    return session.context()
  }

  private static func names(_ objects: [NSManagedObject]) -> [String] {
    objects.compactMap { $0.text("name") }
  }

  @Sendable private static func checkWindows(_ session: ConformanceSession) throws {
    let context = try makePlayers(session)
    let request = request("Player")
    request.sortDescriptors = [
      NSSortDescriptor(key: "goals", ascending: false),
      NSSortDescriptor(key: "name", ascending: true),
    ]
    #expect(
      names(try context.fetch(request)) == [
        "P8", "P9", "P6", "P7", "P4", "P5", "P2", "P3", "P0", "P1",
      ]
    )
    request.fetchOffset = 3
    request.fetchLimit = 2
    #expect(names(try context.fetch(request)) == ["P7", "P4"])
    request.fetchLimit = 0
    #expect(try context.fetch(request).count == 7)
    request.fetchOffset = 10
    #expect(try context.fetch(request).isEmpty)
  }

  @Sendable private static func checkKeyPaths(_ session: ConformanceSession) throws {
    let context = try makePlayers(session)
    let found = try context.fetch(request("Player", sortedBy: "team.title", "name"))
    #expect(names(found) == ["P1", "P3", "P5", "P7", "P9", "P2", "P6", "P0", "P4", "P8"])
  }

  @Sendable private static func checkCounts(_ session: ConformanceSession) throws {
    let context = try makePlayers(session)
    let request = request("Player")
    #expect(try context.count(for: request) == 10)
    request.predicate = NSPredicate(format: "goals >= 2")
    #expect(try context.count(for: request) == 6)
    let number = NSFetchRequest<NSNumber>(entityName: "Player")
    number.resultType = .countResultType
    number.predicate = request.predicate
    #expect(try context.fetch(number) == [6])
    // Changed, new and deleted objects count as they are in memory.
    let objects = try context.fetch(self.request("Player", sortedBy: "name"))
    try #require(objects.count == 10)
    objects[0].setValue(9, forKey: "goals")
    objects[9].setValue(0, forKey: "goals")
    context.delete(objects[8])
    _ = try session.insert("Player", ["goals": 5], into: context)
    #expect(try context.count(for: request) == 6)
    request.fetchLimit = 4
    #expect(try context.count(for: request) == 4)
    request.fetchOffset = 5
    #expect(try context.count(for: request) == 1)
    request.fetchLimit = 0
    request.fetchOffset = 0
    request.includesPendingChanges = false
    #expect(try context.count(for: request) == 6)
  }

  @Sendable private static func checkBatches(_ session: ConformanceSession) throws {
    let context = try makePlayers(session)
    let request = request("Player", sortedBy: "name")
    request.fetchBatchSize = 3
    let found = try context.fetch(request)
    #expect(names(found) == (0..<10).map { "P\($0)" })
    #expect(!found.contains { $0.isFault })
  }

  @Sendable private static func checkPrefetching(_ session: ConformanceSession) throws {
    let context = try makePlayers(session)
    let request = request("Team", sortedBy: "title")
    request.relationshipKeyPathsForPrefetching = ["players", "players.team", "captain"]
    let teams = try context.fetch(request)
    #expect(teams.map { $0.many("players").count } == [2, 3])
    let captain = try #require(teams.first?.many("players").first)
    #expect(captain.one("team") === teams.first)
    request.relationshipKeyPathsForPrefetching = ["title"]
    #expect(throws: NSError.self) { try context.fetch(request) }
    request.relationshipKeyPathsForPrefetching = ["nothing"]
    #expect(throws: NSError.self) { try context.fetch(request) }
  }

  @Sendable private static func checkFaults(_ session: ConformanceSession) throws {
    let context = try makePlayers(session)
    let request = request("Player")
    let faults = try context.fetch(request)
    #expect(faults.allSatisfy { $0.isFault })
    request.returnsObjectsAsFaults = false
    #expect(try context.fetch(request).allSatisfy { !$0.isFault })
  }

  @Sendable private static func checkUnknownKeys(_ session: ConformanceSession) throws {
    let context = try makePlayers(session)
    for format in ["nothing == 1", "team.nothing == 1", "ANY team.players.nothing == 1"] {
      let request = request("Player")
      request.predicate = NSPredicate(format: format)
      let error = #expect(throws: NSError.self) { try context.fetch(request) }
      #expect(error?.domain == NSCocoaErrorDomain)
      #expect(throws: NSError.self) { try context.count(for: request) }
    }
    #expect(throws: NSError.self) { try context.fetch(request("Player", sortedBy: "nothing")) }
    #expect(throws: NSError.self) { try context.fetch(request("Team", sortedBy: "players.name")) }
    #expect(throws: NSError.self) { try context.fetch(request("Nothing")) }
    let player = try #require(try session.all("Player", in: context).first)
    #expect(!NSPredicate(format: "nothing == 1").evaluate(with: player))
    #expect(NSPredicate(format: "nothing == nil").evaluate(with: player))
  }

  @Sendable private static func checkRefreshing(_ session: ConformanceSession) throws {
    let context = try makePlayers(session)
    let request = request("Player", sortedBy: "name")
    request.returnsObjectsAsFaults = false
    let found = try context.fetch(request)
    let other = session.context()
    let theirs = try other.fetch(request)
    try #require(found.count >= 2 && theirs.count >= 2)
    theirs[0].setValue("P0 changed", forKey: "name")
    theirs[1].setValue("P1 changed", forKey: "name")
    try other.save()
    found[1].setValue("P1 mine", forKey: "name")
    _ = try context.fetch(request)
    #expect(found[0].text("name") == "P0")
    request.shouldRefreshRefetchedObjects = true
    _ = try context.fetch(request)
    #expect(found[0].text("name") == "P0 changed")
    #expect(found[1].text("name") == "P1 mine")
  }
}
