import CoreData
import EveryStore
import Foundation
import Testing

@Suite("Requests with predicates of one format", .everyStore) struct SharedFormatTests {
  private let league: League

  init() throws {
    league = try League()
  }

  private func number(_ entity: String, _ predicate: NSPredicate) throws -> Int {
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: entity)
    request.predicate = predicate
    let count = try league.context.count(for: request)
    #expect(try league.context.fetch(request).count == count)
    return count
  }

  @Test("Each request uses the values of its own predicate, of whatever type")
  func values() throws {
    let expected: [(value: any CVarArg, count: Int)] = [
      (3, 3), ("Reds 1", 0), (3.0, 3), (true, 3), (NSNumber(value: 4), 3), (12, 0), (NSNull(), 0),
      (3, 3),
    ]
    for (value, count) in expected {
      #expect(try number("Player", NSPredicate(format: "goals == %@", value)) == count, "\(value)")
    }
    for team in try league.context.fetch(NSFetchRequest<Team>(entityName: "Team")) {
      #expect(try number("Player", NSPredicate(format: "team == %@", team)) == 10)
      #expect(try number("Player", NSPredicate(format: "team == %@", team.objectID)) == 10)
      #expect(
        try number("Player", NSPredicate(format: "team == %@ AND goals > %d", team, 6)) == 3
      )
    }
    #expect(try number("Player", NSPredicate(format: "team == %@", NSNull())) == 0)
  }

  @Test("A format is valid for one entity, and not for another without the property")
  func entities() throws {
    for _ in 0..<2 {
      #expect(try number("Player", NSPredicate(format: "goals < %d", 2)) == 6)
      #expect(throws: (any Error).self) { try number("Team", NSPredicate(format: "goals < %d", 2)) }
    }
  }

  @Test("A context that counts and fetches unsaved objects uses the values as well")
  func unsavedObjects() throws {
    let player = Player(context: league.context)
    player.name = "Reds 1"
    player.goals = 40
    for name in ["Reds 1", "Blues 1"] {
      let count = try number("Player", NSPredicate(format: "name == %@", name))
      #expect(count == (name == "Reds 1" ? 2 : 1))
    }
    #expect(try number("Player", NSPredicate(format: "goals >= %d AND goals <= %d", 9, 40)) == 4)
  }

  @Test("A request still has its own type, entity and options after it was executed")
  func unchangedRequest() throws {
    let request = NSFetchRequest<NSManagedObjectID>(entityName: "Player")
    request.resultType = .managedObjectIDResultType
    request.fetchLimit = 4
    request.fetchOffset = 28
    #expect(try league.context.fetch(request).count == 2)
    #expect(try league.context.count(for: request) == 2)
    #expect(request.fetchLimit == 4 && request.fetchOffset == 28)
    #expect(request.resultType == .managedObjectIDResultType && request.includesPropertyValues)
    #expect(request.entity?.name == "Player" && request.predicate == nil)
    #expect(request.copy() is NSFetchRequest<NSManagedObjectID>)
  }
}
