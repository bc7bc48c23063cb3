import CoreData
import Foundation
import Testing

/// Checks that requests return the objects that match their conditions, in order.
///
/// The expected objects of each condition are given by name: players by theirs, teams by their titles.
enum ConditionChecks {
  static let all: [ConformanceCheck] = [
    ConformanceCheck("Conditions on attributes", checkAttributes),
    ConformanceCheck("Conditions on attributes of all types", checkTypes),
    ConformanceCheck("Conditions on objects", checkObjects),
    ConformanceCheck("Conditions on relationships, with ANY, ALL and NONE", checkRelationships),
    ConformanceCheck("Conditions on unsaved changes", checkPendingChanges),
    ConformanceCheck("Conditions on inherited attributes", checkInheritance),
    ConformanceCheck("Counts equal the number of fetched objects", checkCounts),
    ConformanceCheck("Sorting by attributes and key paths", checkSorting),
    ConformanceCheck("Limits and offsets apply after sorting", checkWindows),
  ]

  // MARK: The objects in the store

  private static let players: [(name: String, goals: Int?, team: String?)] = [
    ("Ada", 5, "Reds"), ("ada", 0, "Reds"), ("Bob", 12, "Reds"), ("Zoë", -3, "Blues"),
    ("50%", 12, "Blues"), ("a_b", nil, nil),
  ]

  /// Saves three teams, one of which is empty, and their players; opens the store again.
  private static func populate(_ session: ConformanceSession) throws -> NSManagedObjectContext {
    let context = session.context()
    var teams: [String: NSManagedObject] = [:]
    for title in ["Reds", "Blues", "Empty"] {
      teams[title] = try session.insert("Team", ["title": title], into: context)
    }
    for player in players {
      let object = try session.insert("Player", ["name": player.name], into: context)
      object.setValue(player.goals, forKey: "goals")
      object.setValue(player.team.flatMap { teams[$0] }, forKey: "team")
    }
    for title in ["Reds", "Blues"] {
      let first = teams[title]?.many("players").min { $0.name < $1.name }
      teams[title]?.setValue(first, forKey: "captain")
    }
    try context.save()
    try session.reopen()
    return session.context()
  }

  private static func request(_ entity: String, _ condition: NSPredicate? = nil) -> Request {
    let request = Request(entityName: entity)
    request.predicate = condition
    return request
  }

  private typealias Request = NSFetchRequest<NSManagedObject>

  /// Checks that each condition matches exactly the objects with the given names.
  private static func expect(
    _ entity: String,
    in context: NSManagedObjectContext,
    _ cases: [(condition: String, names: [String])]
  ) throws {
    for (condition, names) in cases {
      let request = request(entity, NSPredicate(format: condition))
      let found = try context.fetch(request).map(\.name)
      #expect(found.sorted() == names.sorted(), "\(condition)")
      #expect(try context.count(for: request) == names.count, "\(condition)")
    }
  }

  // MARK: Conditions

  @Sendable private static func checkAttributes(_ session: ConformanceSession) throws {
    let context = try populate(session)
    let everybody = players.map(\.name)
    try expect(
      "Player",
      in: context,
      [
        ("TRUEPREDICATE", everybody), ("FALSEPREDICATE", []),
        ("name == 'Ada'", ["Ada"]), ("name ==[c] 'ADA'", ["Ada", "ada"]),
        ("name ==[cd] 'ZOE'", ["Zoë"]), ("'Bob' == name", ["Bob"]),
        ("name IN {'Bob', 'ada', 'Eve'}", ["Bob", "ada"]), ("name IN {}", []),
        ("name BEGINSWITH 'A'", ["Ada"]), ("name BEGINSWITH[c] 'a'", ["Ada", "ada", "a_b"]),
        ("name ENDSWITH[c] 'B'", ["Bob", "a_b"]), ("name CONTAINS 'd'", ["Ada", "ada"]),
        ("name CONTAINS[d] 'oe'", ["Zoë"]), ("name CONTAINS '%'", ["50%"]),
        ("name CONTAINS '_'", ["a_b"]), ("name LIKE '?d*'", ["Ada", "ada"]),
        ("name MATCHES '[AB].+'", ["Ada", "Bob"]),
        ("goals == 12", ["Bob", "50%"]), ("goals != 12 AND goals != nil", ["Ada", "ada", "Zoë"]),
        ("goals < 0", ["Zoë"]), ("goals <= 0", ["Zoë", "ada"]), ("goals > 5", ["Bob", "50%"]),
        ("goals >= 5", ["Ada", "Bob", "50%"]), ("goals BETWEEN {0, 5}", ["Ada", "ada"]),
        ("goals == nil", ["a_b"]), ("goals != nil AND goals < 5", ["ada", "Zoë"]),
        ("goals + 1 == 6", ["Ada"]), ("goals == 12 AND name == 'Bob'", ["Bob"]),
        ("name == 'Bob' OR goals == 0", ["Bob", "ada"]),
        ("NOT (goals < 6) AND goals != nil", ["Bob", "50%"]),
      ]
    )
  }

  @Sendable private static func checkTypes(_ session: ConformanceSession) throws {
    let context = session.context()
    let uuid = UUID()
    let day = Date(timeIntervalSinceReferenceDate: 700_000_000.5)
    let values: [(key: String, value: Any, other: Any)] = [
      ("boolean", true, false), ("integer16", Int16.min, 1), ("integer32", Int32.max, 1),
      ("integer64", Int64.max, 1), ("double", 2.25, 2.5), ("float", Float(0.5), Float(1)),
      ("decimal", NSDecimalNumber(string: "12.5"), NSDecimalNumber(string: "12.25")),
      ("string", "it's \"so\"", "so"), ("date", day, day.addingTimeInterval(1)),
      ("uuid", uuid, UUID()), ("data", Data([0, 1, 255]), Data([0])),
    ]
    let one = try session.insert("Values", into: context)
    let two = try session.insert("Values", into: context)
    for (key, value, other) in values {
      one.setValue(value, forKey: key)
      two.setValue(other, forKey: key)
    }
    try context.save()
    try session.reopen()
    let reader = session.context()
    for (key, value, _) in values {
      let same = request("Values", NSPredicate(format: "%K == %@", argumentArray: [key, value]))
      let found = try reader.fetch(same)
      #expect(found.count == 1 && found.first?.text("string") == "it's \"so\"", "\(key)")
      let none = request("Values", NSPredicate(format: "%K == nil", key))
      #expect(try reader.count(for: none) == 0, "\(key)")
    }
    let later = request("Values", NSPredicate(format: "date > %@", argumentArray: [day]))
    #expect(try reader.fetch(later).map { $0.text("string") } == ["so"])
  }

  @Sendable private static func checkObjects(_ session: ConformanceSession) throws {
    let context = try populate(session)
    let team = try #require(
      try context.fetch(request("Team", NSPredicate(format: "title == 'Blues'"))).first
    )
    let conditions = [
      NSPredicate(format: "team == %@", team), NSPredicate(format: "team == %@", team.objectID),
      NSPredicate(format: "team IN %@", [team]), NSPredicate(format: "team.title == 'Blues'"),
      NSPredicate(format: "SELF IN %@", team.many("players")),
      NSPredicate(format: "ANY team.players == %@", argumentArray: [try captain(of: team)]),
    ]
    for condition in conditions {
      let found = try context.fetch(request("Player", condition)).map(\.name)
      #expect(found.sorted() == ["50%", "Zoë"], "\(condition)")
    }
    let itself = request("Team", NSPredicate(format: "SELF == %@", team))
    #expect(try context.fetch(itself) == [team])
  }

  private static func captain(of team: NSManagedObject) throws -> NSManagedObject {
    try #require(team.one("captain"))
  }

  @Sendable private static func checkRelationships(_ session: ConformanceSession) throws {
    let context = try populate(session)
    try expect(
      "Team",
      in: context,
      [
        ("ANY players.goals > 5", ["Reds", "Blues"]), ("ANY players.goals < 0", ["Blues"]),
        ("ANY players.name == 'ada'", ["Reds"]), ("NONE players.goals < 0", ["Reds", "Empty"]),
        ("ALL players.goals >= 0", ["Reds", "Empty"]),
        ("ALL players.goals >= 0 AND players.@count > 0", ["Reds"]),
        ("players.@count == 0", ["Empty"]), ("players.@count == 3", ["Reds"]),
        ("players.@sum.goals == 17", ["Reds"]), ("players.@max.goals == 12", ["Reds", "Blues"]),
        ("captain.name == '50%'", ["Blues"]), ("captain == nil", ["Empty"]),
        (
          "SUBQUERY(players, $p, $p.goals > 3 AND $p.name != 'Bob').@count == 1", ["Reds", "Blues"]
        ),
        ("ANY players.captainOf.title == 'Reds'", ["Reds"]),
      ]
    )
    try expect(
      "Player",
      in: context,
      [
        ("team == nil", ["a_b"]), ("team != nil AND team.title != 'Reds'", ["Zoë", "50%"]),
        ("team.captain.name == 'Ada'", ["Ada", "ada", "Bob"]),
        ("captainOf != nil", ["Ada", "50%"]),
      ]
    )
  }

  @Sendable private static func checkPendingChanges(_ session: ConformanceSession) throws {
    let context = try populate(session)
    let request = request("Player", NSPredicate(format: "goals > 4"))
    for player in try context.fetch(request) {
      switch player.name {
      case "Ada": player.setValue(1, forKey: "goals")
      case "Bob": context.delete(player)
      default: break
      }
    }
    _ = try session.insert("Player", ["name": "Eve", "goals": 9], into: context)
    #expect(try context.fetch(request).map(\.name).sorted() == ["50%", "Eve"])
    #expect(try context.count(for: request) == 2)
    try context.save()
    #expect(try session.context().fetch(request).map(\.name).sorted() == ["50%", "Eve"])
  }

  @Sendable private static func checkInheritance(_ session: ConformanceSession) throws {
    let context = session.context()
    for entity in ["Player", "Star", "Coach"] {
      _ = try session.insert(entity, ["name": "a \(entity)"], into: context)
      _ = try session.insert(entity, ["name": "b \(entity)"], into: context)
    }
    try context.save()
    try session.reopen()
    let reader = session.context()
    let condition = "name BEGINSWITH 'a'"
    try expect("Person", in: reader, [(condition, ["a Player", "a Star", "a Coach"])])
    try expect("Player", in: reader, [(condition, ["a Player", "a Star"])])
    try expect(
      "Star",
      in: reader,
      [(condition, ["a Star"]), ("fee == nil", ["a Star", "b Star"])]
    )
  }

  @Sendable private static func checkCounts(_ session: ConformanceSession) throws {
    let context = try populate(session)
    let request = request("Player", NSPredicate(format: "goals >= 0"))
    #expect(try context.count(for: request) == 4)
    request.fetchLimit = 3
    #expect(try context.count(for: request) == 3)
    request.fetchOffset = 2
    #expect(try context.count(for: request) == 2)
    request.fetchOffset = 10
    #expect(try context.count(for: request) == 0)
  }

  // MARK: Order

  private static func sorted(_ keys: [(String, Bool)]) -> Request {
    let request = request("Player")
    request.sortDescriptors = keys.map { NSSortDescriptor(key: $0.0, ascending: $0.1) }
    return request
  }

  @Sendable private static func checkSorting(_ session: ConformanceSession) throws {
    let context = try populate(session)
    let byGoals = sorted([("goals", true), ("name", true)])
    #expect(
      try context.fetch(byGoals).map(\.name) == ["a_b", "Zoë", "ada", "Ada", "50%", "Bob"]
    )
    let backwards = sorted([("goals", false), ("name", false)])
    #expect(
      try context.fetch(backwards).map(\.name) == ["Bob", "50%", "Ada", "ada", "Zoë", "a_b"]
    )
    let byTeam = sorted([("team.title", true), ("name", false)])
    #expect(
      try context.fetch(byTeam).map(\.name) == ["a_b", "Zoë", "50%", "ada", "Bob", "Ada"]
    )
  }

  @Sendable private static func checkWindows(_ session: ConformanceSession) throws {
    let context = try populate(session)
    let request = sorted([("name", true)])
    let all = try context.fetch(request).map(\.name)
    #expect(all == ["50%", "Ada", "Bob", "Zoë", "a_b", "ada"])
    for offset in 0...7 {
      for limit in 0...7 {
        request.fetchOffset = offset
        request.fetchLimit = limit
        let rest = all.dropFirst(offset)
        let expected = Array(limit == 0 ? rest : rest.prefix(limit))
        #expect(try context.fetch(request).map(\.name) == expected, "\(offset) \(limit)")
      }
    }
    request.fetchOffset = 1
    request.fetchLimit = 2
    request.predicate = NSPredicate(format: "goals >= 0")
    #expect(try context.fetch(request).map(\.name) == ["Ada", "Bob"])
    _ = try session.insert("Player", ["name": "AA", "goals": 1], into: context)
    request.fetchOffset = 0
    #expect(try context.fetch(request).map(\.name) == ["50%", "AA"])
  }
}

extension NSManagedObject {
  /// The name of a person, or the title of a team.
  fileprivate var name: String {
    text(entity.attributesByName["name"] == nil ? "title" : "name") ?? ""
  }
}
