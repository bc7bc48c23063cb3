import CoreData
import Foundation
import Testing

/// Checks that all stores execute requests for values, rather than objects, alike.
enum DictionaryChecks {
  static let all: [ConformanceCheck] = [
    ConformanceCheck("Dictionaries of chosen properties", checkProperties),
    ConformanceCheck("Dictionaries of all attributes", checkAllAttributes),
    ConformanceCheck("Dictionaries contain the saved values", checkPendingChanges),
    ConformanceCheck("Distinct dictionaries", checkDistinct),
    ConformanceCheck("Functions of all objects", checkFunctions),
    ConformanceCheck("Functions of no objects", checkFunctionsOfNoObjects),
    ConformanceCheck("Groups", checkGroups),
    ConformanceCheck("Conditions on groups", checkHaving),
    ConformanceCheck("Windows of dictionaries", checkWindows),
    ConformanceCheck("Invalid requests are errors", checkErrors),
  ]

  // MARK: Requests

  private static func request(
    _ properties: [Any]?,
    sortedBy key: String? = "name"
  ) -> NSFetchRequest<NSDictionary> {
    let request = NSFetchRequest<NSDictionary>(entityName: "Player")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = properties
    request.sortDescriptors = key.map { [NSSortDescriptor(key: $0, ascending: true)] }
    return request
  }

  private static func column(
    _ name: String,
    _ format: String,
    _ type: NSAttributeDescription.AttributeType
  ) -> NSExpressionDescription {
    let column = NSExpressionDescription()
    column.name = name
    column.expression = _NSExpression(format: format)
    column.resultType = type
    return column
  }

  /// Saves five players in two teams and one in none, and resets the context.
  private static func makePlayers(_ session: ConformanceSession) throws -> NSManagedObjectContext {
    let context = session.context()
    let teams = try ["Reds", "Blues"].map {
      try session.insert("Team", ["title": $0], into: context)
    }
    let players: [(name: String?, goals: Int, team: Int?)] = [
      ("Ann", 5, 0), ("Bob", 3, 0), ("Cid", 5, 1), ("Dan", 0, 1), ("Eve", 7, 1), (nil, 1, nil),
    ]
    for player in players {
      let object = try session.insert("Player", ["goals": player.goals], into: context)
      object.setValue(player.name, forKey: "name")
      object.setValue(player.team.map { teams[$0] }, forKey: "team")
    }
    try context.save()
    try session.reopen()
    return session.context()
  }

  /// The dictionaries as text: entries sorted by name, missing values left out.
  private static func texts(_ dictionaries: [NSDictionary]) -> [String] {
    dictionaries.map { dictionary in
      let entries = dictionary as? [String: Any] ?? [:]
      return entries.keys.sorted().map { "\($0)=\(entries[$0] ?? "")" }.joined(separator: " ")
    }
  }

  // MARK: Checks

  @Sendable private static func checkProperties(_ session: ConformanceSession) throws {
    let context = try makePlayers(session)
    let found = try context.fetch(request(["name", "goals", "team.title"]))
    #expect(
      texts(found) == [
        "goals=1", "goals=5 name=Ann team.title=Reds", "goals=3 name=Bob team.title=Reds",
        "goals=5 name=Cid team.title=Blues", "goals=0 name=Dan team.title=Blues",
        "goals=7 name=Eve team.title=Blues",
      ]
    )
    let teams = try context.fetch(request(["team"])).compactMap { $0["team"] as? NSManagedObjectID }
    #expect(teams.count == 5)
    #expect(Set(teams) == Set(try session.all("Team", in: context).map(\.objectID)))
    let selves = request([column("id", "SELF", .objectID)])
    let ids = try context.fetch(selves).compactMap { $0["id"] as? NSManagedObjectID }
    #expect(Set(ids) == Set(try session.all("Player", in: context).map(\.objectID)))
    let calculated = request([column("double", "goals * 2 + 1", .integer64)])
    #expect(texts(try context.fetch(calculated)).last == "double=15")
  }

  @Sendable private static func checkAllAttributes(_ session: ConformanceSession) throws {
    let context = session.context()
    let id = UUID()
    let moment = Date(timeIntervalSinceReferenceDate: 1_000_000.5)
    let values: [String: Any] = [
      "boolean": true, "integer16": 16, "integer32": 32, "integer64": 64, "double": 1.5,
      "float": 2.5, "decimal": NSDecimalNumber(string: "12.25"), "string": "text", "date": moment,
      "data": Data([1, 2, 3]), "uuid": id, "uri": URL(string: "https://example.org/a") as Any,
    ]
    _ = try session.insert("Values", values, into: context)
    try context.save()
    try session.reopen()
    let request = NSFetchRequest<NSDictionary>(entityName: "Values")
    request.resultType = .dictionaryResultType
    let all = try #require(try session.context().fetch(request).first)
    #expect(Set(all.allKeys.compactMap { $0 as? String }) == Set(values.keys))
    request.propertiesToFetch = values.keys.sorted()
    let found = try #require(try session.context().fetch(request).first)
    for dictionary in [all, found] {
      #expect(dictionary["boolean"] as? Bool == true)
      #expect(dictionary["integer16"] as? Int == 16)
      #expect(dictionary["integer32"] as? Int == 32)
      #expect(dictionary["integer64"] as? Int == 64)
      #expect(dictionary["double"] as? Double == 1.5)
      #expect(dictionary["float"] as? Float == 2.5)
      #expect(dictionary["decimal"] as? NSDecimalNumber == NSDecimalNumber(string: "12.25"))
      #expect(dictionary["string"] as? String == "text")
      #expect(dictionary["date"] as? Date == moment)
      #expect(dictionary["data"] as? Data == Data([1, 2, 3]))
      #expect(dictionary["uuid"] as? UUID == id)
      #expect(dictionary["uri"] as? URL == URL(string: "https://example.org/a"))
    }
  }

  @Sendable private static func checkPendingChanges(_ session: ConformanceSession) throws {
    let context = try makePlayers(session)
    let players = try session.all("Player", in: context)
    for player in players { player.setValue(100, forKey: "goals") }
    _ = try session.insert("Player", ["goals": 200], into: context)
    let most = request([column("most", "max:(goals)", .integer64)], sortedBy: nil)
    #expect(texts(try context.fetch(most)) == ["most=7"])
    #expect(try context.fetch(request(["name"])).count == 6)
  }

  @Sendable private static func checkDistinct(_ session: ConformanceSession) throws {
    let context = try makePlayers(session)
    let goals = request(["goals"], sortedBy: "goals")
    #expect(try context.fetch(goals).count == 6)
    goals.returnsDistinctResults = true
    #expect(
      texts(try context.fetch(goals)) == ["goals=0", "goals=1", "goals=3", "goals=5", "goals=7"]
    )
    goals.fetchOffset = 1
    goals.fetchLimit = 2
    #expect(texts(try context.fetch(goals)) == ["goals=1", "goals=3"])
  }

  @Sendable private static func checkFunctions(_ session: ConformanceSession) throws {
    let context = try makePlayers(session)
    let columns = [
      column("sum", "sum:(goals)", .integer64), column("least", "min:(goals)", .integer64),
      column("most", "max:(goals)", .integer64), column("mean", "average:(goals)", .double),
      column("count", "count:(goals)", .integer64), column("names", "count:(name)", .integer64),
      column("last", "max:(name)", .string),
      column("range", "max:(goals) - min:(goals)", .integer64),
      column("same", "@sum.goals", .integer64), column("all", "count:(SELF)", .integer64),
    ]
    let distinct = _NSExpression(
      forFunction: "count:",
      arguments: [
        _NSExpression(forFunction: "distinct:", arguments: [_NSExpression(forKeyPath: "goals")])
      ]
    )
    let kinds = NSExpressionDescription()
    kinds.name = "kinds"
    kinds.expression = distinct
    kinds.resultType = .integer64
    let request = request(columns + [kinds], sortedBy: nil)
    let found = try context.fetch(request)
    let result = try #require(found.first)
    #expect(found.count == 1)
    #expect(result["sum"] as? Int == 21)
    #expect(result["least"] as? Int == 0)
    #expect(result["most"] as? Int == 7)
    #expect(result["mean"] as? Double == 3.5)
    #expect(result["count"] as? Int == 6)
    #expect(result["names"] as? Int == 5)
    #expect(result["last"] as? String == "Eve")
    #expect(result["range"] as? Int == 7)
    #expect(result["same"] as? Int == 21)
    #expect(result["all"] as? Int == 6)
    #expect(result["kinds"] as? Int == 5)
    request.predicate = NSPredicate(format: "team.title == 'Blues'")
    #expect(try context.fetch(request).first?["sum"] as? Int == 12)
  }

  @Sendable private static func checkFunctionsOfNoObjects(_ session: ConformanceSession) throws {
    let context = session.context()
    let columns = [
      column("sum", "sum:(goals)", .integer64), column("count", "count:(goals)", .integer64),
      column("most", "max:(goals)", .integer64),
    ]
    #expect(texts(try context.fetch(request(columns, sortedBy: nil))) == ["count=0 sum=0"])
  }

  @Sendable private static func checkGroups(_ session: ConformanceSession) throws {
    let context = try makePlayers(session)
    let count = column("count", "count:(goals)", .integer64)
    let sum = column("sum", "sum:(goals)", .integer64)
    let byTeam = request(["team.title", count, sum], sortedBy: "team.title")
    byTeam.propertiesToGroupBy = ["team.title"]
    #expect(
      texts(try context.fetch(byTeam)) == [
        "count=1 sum=1", "count=3 sum=12 team.title=Blues", "count=2 sum=8 team.title=Reds",
      ]
    )
    byTeam.sortDescriptors = [NSSortDescriptor(key: "sum", ascending: false)]
    byTeam.fetchLimit = 1
    #expect(texts(try context.fetch(byTeam)) == ["count=3 sum=12 team.title=Blues"])
    let byRelationship = request(["team", count], sortedBy: nil)
    byRelationship.propertiesToGroupBy = ["team"]
    let groups = try context.fetch(byRelationship)
    #expect(groups.count == 3)
    #expect(groups.filter { $0["team"] is NSManagedObjectID }.count == 2)
    let byGoals = request([count, "goals"], sortedBy: "goals")
    byGoals.propertiesToGroupBy = ["goals"]
    byGoals.predicate = NSPredicate(format: "team != nil")
    #expect(
      texts(try context.fetch(byGoals)) == [
        "count=1 goals=0", "count=1 goals=3", "count=2 goals=5", "count=1 goals=7",
      ]
    )
  }

  @Sendable private static func checkHaving(_ session: ConformanceSession) throws {
    let context = try makePlayers(session)
    let count = column("players", "count:(goals)", .integer64)
    let byTeam = request(["team.title", count], sortedBy: "team.title")
    byTeam.propertiesToGroupBy = ["team.title"]
    let conditions = [
      NSPredicate(format: "count:(goals) > 1"), NSPredicate(format: "$players > 1"),
      NSPredicate(format: "%@ > 1", _NSExpression(forVariable: "players")),
      NSPredicate(format: "team.title != nil"), NSPredicate(format: "players > 1"),
    ]
    for condition in conditions {
      byTeam.havingPredicate = condition
      #expect(
        texts(try context.fetch(byTeam)) == [
          "players=3 team.title=Blues", "players=2 team.title=Reds",
        ],
        "\(condition)"
      )
    }
  }

  @Sendable private static func checkWindows(_ session: ConformanceSession) throws {
    let context = try makePlayers(session)
    let names = request(["name"])
    names.fetchOffset = 1
    names.fetchLimit = 2
    #expect(texts(try context.fetch(names)) == ["name=Ann", "name=Bob"])
    names.fetchLimit = 0
    #expect(try context.fetch(names).count == 5)
    names.fetchOffset = 10
    #expect(try context.fetch(names).isEmpty)
  }

  @Sendable private static func checkErrors(_ session: ConformanceSession) throws {
    let context = try makePlayers(session)
    let count = column("count", "count:(goals)", .integer64)
    let ungrouped = request(["name", count])
    ungrouped.propertiesToGroupBy = ["goals"]
    let withoutGroups = request(["name"])
    withoutGroups.havingPredicate = NSPredicate(format: "goals > 1")
    let objects = NSFetchRequest<NSDictionary>(entityName: "Player")
    objects.propertiesToGroupBy = ["goals"]
    let teams = NSFetchRequest<NSDictionary>(entityName: "Team")
    teams.resultType = .dictionaryResultType
    teams.propertiesToFetch = ["players"]
    let requests = [
      request(["nothing"]), request(["team.nothing"]), request([1]), request(["name", "name"]),
      request([column("x", "nothing + 1", .integer64)]), request(["name"], sortedBy: "nothing"),
      ungrouped, withoutGroups, objects, teams,
    ]
    for request in requests {
      let error = #expect(throws: NSError.self) { try context.fetch(request) }
      #expect(error?.domain == NSCocoaErrorDomain)
    }
  }
}
