import CoreData
import EveryStore
import Foundation
import Testing

/// Tests of the SQL statements that SQLite executes, and of their number.
@Suite("Statements of requests", .stores(.sqlite)) struct StatementTests {
  private let league: League

  init() throws {
    league = try League()
  }

  @Test("F041 F042 Faults come with prefetched rows; firing them executes no statement")
  func valuesAtOnce() throws {
    let (players, fetched) = try league.statements { try league.context.fetch(league.players()) }
    #expect(fetched.count == 1)
    #expect(players.allSatisfy { $0.isFault })
    let (sum, fired) = league.statements { players.reduce(0) { $0 + $1.goals } }
    #expect(sum == 135)
    #expect(fired.isEmpty)
  }

  @Test("F063 Of a fetch with a batch size the IDs come first, then batches of rows")
  func batches() throws {
    let request = league.players()
    request.fetchBatchSize = 7
    let (players, fetched) = try league.statements { try league.context.fetch(request) }
    #expect(players.count == 30)
    #expect(fetched.count == 1)
    #expect(!(fetched.first ?? "").contains("ZNAME,"))
    let (_, first) = league.statements { players[0].name }
    #expect(first.count == 1)
    let (_, sameBatch) = league.statements { players[1...6].map(\.name) }
    #expect(sameBatch.isEmpty)
    let (_, nextBatch) = league.statements { players[10].name }
    #expect(nextBatch.count == 1)
    let (_, rest) = league.statements { players.map(\.name) }
    #expect(rest.count == 3)
    #expect(players.map(\.goals) == players.map(\.goals).sorted())
  }

  @Test("Batches of results that are gone are forgotten, others stay")
  func batchesOfSeveralFetches() throws {
    let request = league.players("team.title == 'Reds'")
    request.fetchBatchSize = 5
    let reds = try league.context.fetch(request)
    for _ in 0..<10 { _ = try league.context.fetch(league.players()) }
    request.predicate = NSPredicate(format: "team.title == 'Blues'")
    let blues = try league.context.fetch(request)
    let (_, read) = league.statements { (reds + blues).map(\.name) }
    #expect(read.isEmpty, "the fetches in between have read all rows")
  }

  @Test("Batches are read through a parent")
  func batchesInChildren() throws {
    let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    child.parent = league.context
    let request = league.players()
    request.fetchBatchSize = 10
    let (players, _) = try league.statements { try child.fetch(request) }
    let (_, read) = league.statements { players.map(\.name) }
    #expect(read.count == 3)
    withExtendedLifetime(child) {}
  }

  @Test("A to-many relationship brings the rows of its objects with it")
  func relationshipWithRows() throws {
    let teams = try league.context.fetch(NSFetchRequest<Team>(entityName: "Team"))
    let (members, asked) = league.statements {
      teams.map { $0.value(forKey: "players") as? Set<Player> ?? [] }
    }
    #expect(asked.count == teams.count)
    #expect(asked.allSatisfy { $0.contains("ZNAME") })
    #expect(members.joined().allSatisfy { $0.isFault })
    let (names, read) = league.statements { members.joined().compactMap(\.name) }
    #expect(names.count == 30)
    #expect(read.isEmpty)
  }

  @Test("F062 Prefetching asks once for each relationship, not once for each object")
  func prefetching() throws {
    let teams = NSFetchRequest<Team>(entityName: "Team")
    teams.relationshipKeyPathsForPrefetching = ["players"]
    let (found, fetched) = try league.statements { try league.context.fetch(teams) }
    #expect(fetched.count == 2, "the players come with their rows")
    let (names, used) = league.statements {
      found.flatMap { ($0.value(forKey: "players") as? Set<Player> ?? []).compactMap(\.name) }
    }
    #expect(names.count == 30)
    #expect(used.isEmpty)
  }

  @Test("F062 Prefetching follows key paths, to-one steps too")
  func prefetchingKeyPaths() throws {
    let request = league.players("goals == 3")
    request.relationshipKeyPathsForPrefetching = ["team", "team.players"]
    let (found, fetched) = try league.statements { try league.context.fetch(request) }
    #expect(fetched.count == 3)
    let (total, used) = league.statements {
      found.reduce(0) { sum, player in
        sum + ((player.team?.value(forKey: "players") as? Set<Player>)?.count ?? 0)
      }
    }
    #expect(total == 30)
    #expect(used.isEmpty)
    #expect(found.allSatisfy { $0.isFault })
  }

  @Test("Without prefetching each object asks")
  func withoutPrefetching() throws {
    let found = try league.context.fetch(NSFetchRequest<Team>(entityName: "Team"))
    let (_, used) = league.statements { found.map { $0.value(forKey: "players") } }
    #expect(used.count == 3)
  }

  @Test("Counting makes no objects, also with changes that are not saved")
  func counting() throws {
    let request = league.players("goals >= 5")
    // The first count checks for rows of unknown entities.
    _ = try league.context.count(for: request)
    let (count, asked) = try league.statements { try league.context.count(for: request) }
    #expect(count == 15)
    #expect(asked.count == 1 && asked[0].hasPrefix("SELECT COUNT(*)"))
    #expect(league.context.registeredObjects.isEmpty)
    let player = Player(context: league.context)
    player.goals = 8
    let (with, askedAgain) = try league.statements { try league.context.count(for: request) }
    #expect(with == 16)
    #expect(askedAgain.count == 1 && askedAgain[0].hasPrefix("SELECT COUNT(*)"))
    #expect(league.context.registeredObjects == [player])
  }

  @Test("Fetching IDs makes no objects")
  func identifiers() throws {
    let request = NSFetchRequest<NSManagedObjectID>(entityName: "Player")
    request.resultType = .managedObjectIDResultType
    let (ids, asked) = try league.statements { try league.context.fetch(request) }
    #expect(ids.count == 30)
    #expect(asked.count == 1)
    #expect(league.context.registeredObjects.isEmpty)
  }

  @Test("Dictionaries are the database's work: one statement, no objects")
  func dictionaries() throws {
    let sum = NSExpressionDescription()
    sum.name = "sum"
    sum.expression = _NSExpression(
      forFunction: "sum:",
      arguments: [_NSExpression(forKeyPath: "goals")]
    )
    sum.resultType = .integer64
    let request = NSFetchRequest<NSDictionary>(entityName: "Player")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = ["team.title", sum]
    request.propertiesToGroupBy = ["team.title"]
    request.havingPredicate = NSPredicate(format: "sum > 10")
    request.predicate = NSPredicate(format: "goals > 1")
    request.sortDescriptors = [NSSortDescriptor(key: "team.title", ascending: true)]
    _ = try league.context.count(for: league.players("goals > 1"))
    let (found, asked) = try league.statements { try league.context.fetch(request) }
    #expect(found.map { $0["sum"] as? Int } == [44, 44, 44])
    #expect(
      asked.map { $0.replacing("\"", with: "") } == [
        """
        SELECT t1.ZTITLE, COALESCE(SUM(t0.ZGOALS), 0) FROM ZPERSON t0 \
        LEFT OUTER JOIN ZTEAM t1 ON t0.ZTEAM = t1.Z_PK \
        WHERE t0.Z_ENT = 2 AND (t0.ZGOALS > ?) GROUP BY t1.ZTITLE \
        HAVING COALESCE(SUM(t0.ZGOALS), 0) > ? ORDER BY t1.ZTITLE, t1.ZTITLE
        """
      ]
    )
  }

  @Test("Parts of dictionaries that the database cannot compute are computed in memory")
  func dictionariesInMemory() throws {
    let column = NSExpressionDescription()
    column.name = "long"
    column.expression = _NSExpression(
      block: { object, _, _ in
        ((object as? NSManagedObject)?.value(forKey: "name") as? String ?? "") + "!"
      },
      arguments: nil
    )
    let request = NSFetchRequest<NSDictionary>(entityName: "Player")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = [column]
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    request.fetchLimit = 1
    #expect(try league.context.fetch(request).first?["long"] as? String == "Blues 0!")
    let deviation = NSExpressionDescription()
    deviation.name = "deviation"
    deviation.expression = _NSExpression(format: "stddev:(goals)")
    request.propertiesToFetch = [deviation]
    request.sortDescriptors = nil
    let value = try #require(try league.context.fetch(request).first?["deviation"] as? Double)
    #expect(abs(value - 8.25.squareRoot()) < 1e-9)
  }
}
