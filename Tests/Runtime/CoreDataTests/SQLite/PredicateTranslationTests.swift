import CoreData
import EveryStore
import Foundation
import Testing

/// Tests that predicates give the same results in the database as in memory.
@Suite("Predicates in SQL", .everyDatabase) struct PredicateTranslationTests {
  private let folder: StoreFolder
  private let context: NSManagedObjectContext

  init() throws {
    folder = try StoreFolder()
    context = try folder.context(Club.makeModel())
    let names = ["Ann", "anna", "Ánna", "Bob", "", "b_b", "50%", "Zoë", "ann", nil]
    let teams = ["Reds", "Blues", "Empty"].map { title in
      let team = Team(context: context)
      team.setValue(title, forKey: "title")
      return team
    }
    for (index, name) in names.enumerated() {
      let player = Player(context: context)
      player.name = name
      player.goals = Int32(index * 3 - 5)
      player.team = index % 3 == 2 ? nil : teams[index % 3]
    }
    try context.save()
  }

  static let players = [
    "TRUEPREDICATE", "FALSEPREDICATE", "name == 'Ann'", "name ==[c] 'ann'", "name ==[cd] 'anna'",
    "name == nil", "name != nil", "name == ''", "NOT name == nil",
    "goals == 1", "goals != 1", "goals > 1", "goals >= 1", "goals < 1", "goals <= 1",
    "goals BETWEEN {1, 10}", "goals IN {1, 4, 7}", "NOT (goals IN {1, 4, 7})",
    "name IN {'Ann', 'Bob'}",
    "name IN[c] {'ANN', 'BOB'}", "goals IN {}",
    "name BEGINSWITH 'An'", "name BEGINSWITH[c] 'an'", "name BEGINSWITH[cd] 'an'",
    "name ENDSWITH 'n'", "name ENDSWITH[cd] 'A'", "name CONTAINS 'nn'", "name CONTAINS[cd] 'NN'",
    "name CONTAINS '%'", "name CONTAINS '_'", "name LIKE 'A*'", "name LIKE[cd] '?nn*'",
    "name LIKE '50%'", "name MATCHES '[AB].*'", "name MATCHES[c] 'a.n'", "'Ann' == name",
    "name > 'B'", "name <[cd] 'b'", "name BETWEEN {'A', 'C'}",
    "team == nil", "team != nil", "team.title == 'Reds'", "team.title BEGINSWITH[c] 're'",
    "team.title == nil", "team.players.@count > 3", "team.players.@sum.goals > 10",
    "team.players.@max.goals >= 19", "team.players.@min.goals < 0", "team.players.@avg.goals > 5",
    "ANY team.players.goals > 18", "ALL team.players.goals > -10",
    "SUBQUERY(team.players, $p, $p.goals > 5).@count > 1",
    "SUBQUERY(team.players, $p, $p.goals > 5 AND $p.team.title == 'Reds').@count > 0",
    "team != nil AND SUBQUERY(team.players, $p, $p.goals > goals).@count == 0",
    "goals + 1 == 2", "goals * 2 > 10", "goals - 1 < 0", "goals / 2 == 3", "-goals > 0",
    "abs:(goals) == 5", "goals & 1 == 1", "goals > 1 AND goals < 10", "goals < 1 OR goals > 10",
    "NOT (goals > 1)", "(goals > 1 OR name == 'Ann') AND team != nil",
    "TERNARY(goals > 0, goals, 0) == 4", "length:(name) == 3", "lowercase:(name) == 'ann'",
    "uppercase:(name) == 'ANN'", "modulus:by:(goals, 2) == 1",
    "indexed:by:(goals, 'byGoals') > 1", "indexed:by:(self.goals, 'byGoals') BETWEEN {1, 10}",
    "indexed:by:(team.title, 'byTitle') == 'Reds'",
  ]

  static let teams = [
    "players.@count == 0", "players.@count > 0", "ANY players.goals > 15", "ALL players.goals > -6",
    "NONE players.goals > 15", "ANY players.name CONTAINS[cd] 'nn'",
    "SUBQUERY(players, $p, $p.goals > 0 AND $p.name != nil).@count >= 2",
    "SUBQUERY(players, $p, $p.name BEGINSWITH[c] title).@count == 0",
    "ANY players.team.title == 'Reds'",
    "players.@sum.goals > 0", "title IN {'Reds', 'Blues'} AND ANY players.goals IN {1, 4}",
    "ANY players.team.players.goals == 22",
  ]

  private func check(_ format: String, of entity: String) throws {
    let predicate = NSPredicate(format: format)
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    let all = try context.fetch(request)
    request.predicate = predicate
    let found = Set(try context.fetch(request))
    #expect(found == Set(all.filter { predicate.evaluate(with: $0) }), "\(format)")
    #expect(try context.count(for: request) == found.count)
  }

  @Test("The same players", arguments: players)
  func samePlayers(format: String) throws { try check(format, of: "Player") }

  @Test("The same teams", arguments: teams)
  func sameTeams(format: String) throws { try check(format, of: "Team") }

  @Test("The parent entity finds the objects of its subentities")
  func inheritance() throws {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    #expect(try context.count(for: request) == 10)
    request.includesSubentities = false
    #expect(try context.count(for: request) == 0)
  }

  @Test("F192 x != 'a' does not match if x is nil")
  func notEqualOfNil() throws {
    let request = NSFetchRequest<Player>(entityName: "Player")
    request.predicate = NSPredicate(format: "name != 'Bob'")
    #expect(try context.fetch(request).count == 8)
  }

  @Test("The database counts missing members, and matches missing values")
  func differencesFromMemory() throws {
    let players = NSFetchRequest<Player>(entityName: "Player")
    players.predicate = NSPredicate(format: "team == nil AND team.players.@count == 0")
    #expect(try context.count(for: players) == 3)
    let teams = NSFetchRequest<Team>(entityName: "Team")
    teams.predicate = NSPredicate(format: "ANY players.name == nil")
    #expect(try context.count(for: teams) == 1)
  }

  @Test("IN with more values than a statement has parameters")
  func manyValues() throws {
    let request = NSFetchRequest<Player>(entityName: "Player")
    request.predicate = NSPredicate(format: "goals IN %@", Array(0..<100_000))
    #expect(try context.fetch(request).count == 8)
    request.predicate = NSPredicate(
      format: "name IN %@",
      (0..<5_000).map { "\"\($0)\\" } + ["Ann", "Zoë"]
    )
    #expect(try context.fetch(request).count == 2)
  }

  @Test("F190 Objects and their IDs can be compared")
  func objects() throws {
    let all = try context.fetch(NSFetchRequest<Player>(entityName: "Player"))
    let player = try #require(all.first { $0.team != nil })
    let team = try #require(player.team)
    let request = NSFetchRequest<Player>(entityName: "Player")
    request.predicate = NSPredicate(format: "SELF == %@", player)
    #expect(try context.fetch(request) == [player])
    request.predicate = NSPredicate(format: "SELF IN %@", [player.objectID])
    #expect(try context.fetch(request) == [player])
    request.predicate = NSPredicate(format: "team == %@", team.objectID)
    #expect(Set(try context.fetch(request)) == Set(all.filter { $0.team === team }))
    let teams = NSFetchRequest<Team>(entityName: "Team")
    teams.predicate = NSPredicate(format: "ANY players == %@", player)
    #expect(try context.fetch(teams) == [team])
    teams.predicate = NSPredicate(format: "players CONTAINS %@", player)
    #expect(try context.fetch(teams) == [team])
  }

  @Test(
    "F192 An object of another entity or store is not equal to any, and a missing one not unequal"
  )
  func foreignObjects() throws {
    let other = try folder.context(Club.makeModel(), "other.sqlite")
    let stranger = Team(context: other)
    try other.save()
    let player = try #require(try context.fetch(NSFetchRequest<Player>(entityName: "Player")).first)
    for object in [stranger, player] as [NSManagedObject] {
      let request = NSFetchRequest<Player>(entityName: "Player")
      request.predicate = NSPredicate(format: "team == %@", object.objectID)
      #expect(try context.count(for: request) == 0)
      request.predicate = NSPredicate(format: "team != %@", object.objectID)
      #expect(try context.count(for: request) == 7)
    }
  }

  @Test("Sorting, offset and limit are the database's")
  func window() throws {
    let request = NSFetchRequest<Player>(entityName: "Player")
    request.sortDescriptors = [
      NSSortDescriptor(key: "team.title", ascending: true),
      NSSortDescriptor(key: "goals", ascending: false),
    ]
    let all = try context.fetch(request)
    #expect(all.first?.team == nil)
    request.fetchOffset = 2
    request.fetchLimit = 3
    #expect(try context.fetch(request) == Array(all[2..<5]))
    #expect(try context.count(for: request) == 3)
    request.fetchOffset = 100
    #expect(try context.fetch(request) == [])
  }

  @Test("F165 F167 Unsaved changes count")
  func pendingChanges() throws {
    let request = NSFetchRequest<Player>(entityName: "Player")
    request.predicate = NSPredicate(format: "goals >= 16")
    request.sortDescriptors = [NSSortDescriptor(key: "goals", ascending: true)]
    let before = try context.fetch(request)
    #expect(before.map(\.goals) == [16, 19, 22])
    before[0].goals = 0
    context.delete(before[1])
    let fresh = Player(context: context)
    fresh.goals = 17
    #expect(try context.fetch(request).map(\.goals) == [17, 22])
    #expect(try context.count(for: request) == 2)
    request.fetchLimit = 1
    #expect(try context.fetch(request).map(\.goals) == [17])
    request.fetchLimit = 0
    request.includesPendingChanges = false
    #expect(try context.count(for: request) == 3)
  }

  @Test(
    "A condition that cannot be translated is an error that names it",
    .stores(.sqlite),
    arguments: [
      ("nothing == 1", "nothing"), ("players.goals == 1", "players"), ("@count > 1", "count"),
      ("players[FIRST] == nil", "element"),
    ]
  )
  func unsupported(format: String, word: String) throws {
    let request = NSFetchRequest<Team>(entityName: "Team")
    request.predicate = NSPredicate(format: format)
    let error = #expect(throws: (any Error).self) { try context.fetch(request) }
    #expect("\(String(describing: error))".contains(word))
  }

  @Test("Long chains of conditions and negations are no nesting for the store")
  func chains() throws {
    let entity = PlainModel.entity("Thing", ["n": .integer64])
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let folder = try StoreFolder()
    let context = try folder.context(model, "chains")
    NSManagedObject(entity: entity, insertInto: context).setValue(1, forKey: "n")
    _ = NSManagedObject(entity: entity, insertInto: context)
    try context.save()
    func found(_ first: String, _ count: Int, _ add: (NSPredicate, Int) -> NSPredicate) throws
      -> Int
    {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
      request.predicate = (0..<count).reduce(NSPredicate(format: first), add)
      return try context.fetch(request).count
    }
    for count in [60, 101, 1_000] {
      let or = try found("n == 1", count) {
        NSCompoundPredicate(orPredicateWithSubpredicates: [$0, NSPredicate(format: "n == %d", $1)])
      }
      let and = try found("n == 1", count) {
        NSCompoundPredicate(andPredicateWithSubpredicates: [
          NSPredicate(format: "n != %d", $1 + 2), $0,
        ])
      }
      let not = try found("n == 1", count) { part, _ in
        NSCompoundPredicate(notPredicateWithSubpredicate: part)
      }
      #expect(or == 1)
      #expect(and == 1)
      #expect(not == 1 - count % 2)
    }
    // A predicate too complex for SQLite's parser is an error with that message.
    guard StoreKind.current == .sqlite else { return }
    let error = #expect(throws: NSError.self) {
      try found("n == 1", 300) { part, round in
        let other = NSPredicate(format: "n < %d", round)
        return round % 2 == 0
          ? NSCompoundPredicate(andPredicateWithSubpredicates: [part, other])
          : NSCompoundPredicate(orPredicateWithSubpredicates: [part, other])
      }
    }
    #expect(error?.code == NSPersistentStoreUnsupportedRequestTypeError)
    #expect(error?.localizedFailureReason?.contains("nested too deeply") == true)
  }
}
