import CoreData
import EveryStore
import Foundation
import Testing

/// Tests of the documented facts about fetching on Apple's platforms, on every kind of store.
@Suite("Facts of fetching", .serialized, .everyStore) struct FetchFactTests {
  private func dictionaries(_ properties: [Any]? = nil) -> NSFetchRequest<NSDictionary> {
    let request = NSFetchRequest<NSDictionary>(entityName: "Player")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = properties
    return request
  }

  @Test("F165 F166 F169 A fetch includes or ignores unsaved changes")
  func pendingChanges() throws {
    let league = try League()
    let context = league.context
    let request = league.players("goals == 9")
    let before = try context.fetch(request)
    #expect(before.count == 3)
    before[0].goals = 1
    context.delete(before[1])
    let fresh = Player(context: context)
    fresh.goals = 9
    #expect(Set(try context.fetch(request)) == [before[2], fresh])
    let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Player")
    ids.resultType = .managedObjectIDResultType
    ids.predicate = request.predicate
    #expect(Set(try context.fetch(ids)) == [before[2].objectID, fresh.objectID])
    #expect(fresh.objectID.isTemporaryID)
    request.includesPendingChanges = false
    #expect(try context.fetch(request).contains(before[2]))
    #expect(try !context.fetch(request).contains(fresh))
  }

  @Test(
    "F166 Without pending changes membership is the store's, values are those in memory",
    .everyDatabase
  )
  func membership() throws {
    let league = try League()
    let request = league.players("goals == 9")
    let player = try #require(try league.context.fetch(request).first)
    player.goals = 1
    request.includesPendingChanges = false
    #expect(try league.context.fetch(request).contains(player))
    #expect(player.goals == 1)
  }

  @Test("F167 F168 A count is one number, and includes objects in memory")
  func counts() throws {
    let league = try League()
    let request = NSFetchRequest<NSNumber>(entityName: "Player")
    request.resultType = .countResultType
    request.predicate = NSPredicate(format: "goals > 7")
    #expect(try league.context.fetch(request) == [6])
    Player(context: league.context).goals = 10
    #expect(try league.context.fetch(request) == [7])
    #expect(try league.context.count(for: request) == 7)
  }

  @Test("F170 Dictionaries never include unsaved changes")
  func dictionariesOfSaved() throws {
    let league = try League()
    let request = dictionaries(["name"])
    Player(context: league.context).name = "New"
    let player = try #require(try league.context.fetch(league.players()).first { $0.team != nil })
    player.name = "Changed"
    let found = Set(try league.context.fetch(request).compactMap { $0["name"] as? String })
    #expect(found.count == 30)
    #expect(!found.contains("Changed") && !found.contains("New"))
  }

  @Test("F171 Without properties to fetch a dictionary has all attributes")
  func allAttributes() throws {
    let league = try League()
    let found = try #require(try league.context.fetch(dictionaries()).first)
    #expect(Set(found.allKeys.compactMap { $0 as? String }) == ["name", "goals"])
  }

  @Test("F172 A to-one relationship gives an ID, a to-many one is refused")
  func relationships() throws {
    let league = try League()
    let teams = try league.context.fetch(NSFetchRequest<Team>(entityName: "Team"))
    let found = try league.context.fetch(dictionaries(["team"]))
    #expect(
      Set(found.compactMap { $0["team"] as? NSManagedObjectID }) == Set(teams.map(\.objectID))
    )
    let request = NSFetchRequest<NSDictionary>(entityName: "Team")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = ["players"]
    #expect(throws: NSError.self) { try league.context.fetch(request) }
  }

  @Test("F173 Distinct results are each there once")
  func distinct() throws {
    let league = try League()
    let request = dictionaries(["goals"])
    #expect(try league.context.fetch(request).count == 30)
    request.returnsDistinctResults = true
    #expect(try league.context.fetch(request).count == 10)
  }

  @Test("F174 F178 Properties are named, described or calculated")
  func kindsOfProperties() throws {
    let league = try League()
    let entity = try #require(league.coordinator.managedObjectModel.entitiesByName["Player"])
    let name = try #require(entity.propertiesByName["name"])
    let most = NSExpressionDescription()
    most.name = "most"
    most.expression = _NSExpression(
      forFunction: "max:",
      arguments: [_NSExpression(forKeyPath: "goals")]
    )
    most.resultType = .integer32
    let request = dictionaries([name, "goals"])
    #expect(try league.context.fetch(request).first?.allKeys.count == 2)
    request.propertiesToFetch = [most]
    let found = try league.context.fetch(request)
    #expect(found.count == 1)
    #expect(found.first?["most"] as? Int32 == 9)
  }

  @Test("F175 F185 The entity of a request is known once it was executed")
  func entity() throws {
    let league = try League()
    let request = NSFetchRequest<NSDictionary>(entityName: "Player")
    #expect(request.entityName == "Player")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = ["name"]
    #expect(try league.context.fetch(request).count == 30)
    #expect(request.entity === league.coordinator.managedObjectModel.entitiesByName["Player"])
  }

  @Test("F176 Grouping gives dictionaries of the values that groups have in common")
  func groups() throws {
    let league = try League()
    let objects = NSFetchRequest<Player>(entityName: "Player")
    objects.propertiesToGroupBy = ["goals"]
    #expect(throws: NSError.self) { try league.context.fetch(objects) }
    let request = dictionaries(["name"])
    request.propertiesToGroupBy = ["goals"]
    #expect(throws: NSError.self) { try league.context.fetch(request) }
    request.propertiesToFetch = ["goals"]
    #expect(try league.context.fetch(request).count == 10)
    let teams = NSFetchRequest<NSDictionary>(entityName: "Team")
    teams.resultType = .dictionaryResultType
    teams.propertiesToFetch = ["title"]
    teams.propertiesToGroupBy = ["players.goals"]
    #expect(throws: NSError.self) { try league.context.fetch(teams) }
  }

  @Test("F177 A condition on groups requires groups")
  func having() throws {
    let league = try League()
    let request = dictionaries(["goals"])
    request.havingPredicate = NSPredicate(format: "goals > 7")
    #expect(throws: NSError.self) { try league.context.fetch(request) }
    request.propertiesToGroupBy = ["goals"]
    #expect(try league.context.fetch(request).count == 2)
  }

  @Test("F179 F180 F182 Limit and offset come after the order")
  func windows() throws {
    let league = try League()
    let request = league.players()
    let all = try league.context.fetch(request)
    request.fetchOffset = 28
    #expect(try league.context.fetch(request) == Array(all[28...]))
    request.fetchOffset = 30
    #expect(try league.context.fetch(request).isEmpty)
    request.fetchOffset = 3
    request.fetchLimit = 4
    #expect(try league.context.fetch(request) == Array(all[3..<7]))
    request.sortDescriptors = nil
    #expect(try league.context.fetch(request).count == 4)
  }

  @Test("F183 Objects without a destination come first along a key path")
  func keyPathOrder() throws {
    let league = try League()
    let lonely = Player(context: league.context)
    try league.context.save()
    let request = NSFetchRequest<Player>(entityName: "Player")
    request.sortDescriptors = [NSSortDescriptor(key: "team.title", ascending: true)]
    #expect(try league.context.fetch(request).first === lonely)
    request.sortDescriptors = [NSSortDescriptor(key: "team.title", ascending: false)]
    #expect(try league.context.fetch(request).last === lonely)
  }

  @Test("F184 Subentities are found, or the entity alone")
  func subentities() throws {
    let league = try League()
    let request = NSFetchRequest<Person>(entityName: "Person")
    #expect(try league.context.fetch(request).count == 30)
    _ = Player(context: league.context)
    #expect(try league.context.fetch(request).count == 31)
    request.includesSubentities = false
    #expect(try league.context.fetch(request).isEmpty)
  }

  @Test("F186 An entity that the model does not have is an error")
  func unknownEntity() throws {
    let league = try League()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Nobody")
    let error = #expect(throws: NSError.self) { try league.context.fetch(request) }
    #expect(error?.domain == NSCocoaErrorDomain && error?.code == NSCoreDataError)
  }

  @Test("F188 Transient properties work in memory only")
  func transients() throws {
    let model = Club.makeModel()
    let mood = NSAttributeDescription()
    mood.name = "mood"
    mood.type = .string
    mood.isOptional = true
    mood.isTransient = true
    model.entitiesByName["Team"]?.properties.append(mood)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.openTestedStore()
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let team = Team(context: context)
    team.setValue("good", forKey: "mood")
    try context.save()
    let predicate = NSPredicate(format: "mood == 'good'")
    #expect(predicate.evaluate(with: team))
    let request = NSFetchRequest<Team>(entityName: "Team")
    request.predicate = predicate
    let sorted = NSFetchRequest<Team>(entityName: "Team")
    sorted.sortDescriptors = [NSSortDescriptor(key: "mood", ascending: true)]
    // A PostgreSQL store evaluates in memory what SQL cannot express.
    if StoreKind.current == .sqlite {
      #expect(throws: NSError.self) { try context.fetch(request) }
      #expect(throws: NSError.self) { try context.fetch(sorted) }
    } else {
      #expect(try context.fetch(request) == [team])
      #expect(try context.fetch(sorted) == [team])
    }
  }

  @Test("F189 MATCHES works in the store; blocks and custom selectors do not")
  func unsupported() throws {
    let league = try League()
    let request = league.players("name MATCHES '.*s [0-4]'")
    #expect(try league.context.fetch(request).count == 15)
    request.predicate = NSPredicate { object, _ in (object as? Player)?.goals == 4 }
    guard StoreKind.current == .sqlite else {
      #expect(try league.context.fetch(request).count == 3)
      return
    }
    #expect(throws: NSError.self) { try league.context.fetch(request) }
    request.predicate = nil
    request.sortDescriptors = [
      NSSortDescriptor(key: "name", ascending: true) { _, _ in .orderedSame }
    ]
    #expect(throws: NSError.self) { try league.context.fetch(request) }
  }

  @Test("F191 F193 Texts are compared exactly unless options say otherwise")
  func texts() throws {
    let league = try League()
    let player = Player(context: league.context)
    player.name = "Zoë"
    try league.context.save()
    let counts = [
      "name == 'zoe'": 0, "name ==[c] 'zoë'": 1, "name ==[d] 'Zoe'": 1, "name ==[cd] 'zoe'": 1,
      "name ==[n] 'Zoë'": 1, "goals BETWEEN {8, 9}": 6, "name BEGINSWITH[c] 'RED'": 10,
    ]
    for (format, count) in counts {
      #expect(try league.context.count(for: league.players(format)) == count, "\(format)")
    }
  }

  @Test("F194 F195 ANY, ALL, NONE and subqueries")
  func quantifiers() throws {
    let league = try League()
    _ = Team(context: league.context)
    try league.context.save()
    let counts = [
      "ANY players.goals == 9": 3, "NONE players.goals == 9": 1, "ALL players.goals < 10": 4,
      "SUBQUERY(players, $p, $p.goals > 7).@count > 1": 3,
      "SUBQUERY(players, $p, $p.goals > 7).@count == 0": 1,
    ]
    for (format, count) in counts {
      let request = NSFetchRequest<Team>(entityName: "Team")
      request.predicate = NSPredicate(format: format)
      #expect(try league.context.fetch(request).count == count, "\(format)")
    }
  }

  @Test("F196 Only the affected stores are searched")
  func affectedStores() throws {
    let league = try League()
    let other = try league.coordinator.addPersistentStore(
      type: .inMemory,
      at: URL(fileURLWithPath: "/dev/null")
    )
    let player = Player(context: league.context)
    league.context.assign(player, to: other)
    try league.context.save()
    let request = league.players()
    #expect(try league.context.fetch(request).count == 31)
    request.affectedStores = [other]
    #expect(try league.context.fetch(request) == [player])
    let first = try league.context.fetch(league.players("goals == 9"))
    first[0].goals = 20
    #expect(try league.context.fetch(request) == [player])
    let column = NSExpressionDescription()
    column.name = "count"
    column.expression = _NSExpression(format: "count:(SELF)")
    let all = dictionaries([column])
    #expect(try league.context.fetch(all).first?["count"] as? Int == 31)
  }

  @Test("F197 Objects that are fetched again get new values on request")
  func refreshing() throws {
    let league = try League()
    let request = league.players("name == 'Reds 0'")
    let mine = try #require(try league.context.fetch(request).first)
    #expect(mine.goals == 0)
    let other = league.makeContext()
    try #require(try other.fetch(request).first).goals = 77
    try other.save()
    _ = try league.context.fetch(request)
    #expect(mine.goals == 0)
    request.shouldRefreshRefetchedObjects = true
    _ = try league.context.fetch(request)
    #expect(mine.goals == 77)
    #expect(!league.context.hasChanges)
  }

  @Test("F198 A template gives copies with values for its variables")
  func templates() throws {
    let model = Club.makeModel()
    let template = NSFetchRequest<any NSFetchRequestResult>()
    template.entity = model.entitiesByName["Player"]
    template.predicate = NSPredicate(format: "goals > $LEAST AND name BEGINSWITH $START")
    model.setFetchRequestTemplate(template, forName: "good")
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.openTestedStore()
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    for number in 0..<5 {
      let player = Player(context: context)
      player.goals = Int32(number)
      player.name = number % 2 == 0 ? "A" : "B"
    }
    let request = try #require(
      model.fetchRequestFromTemplate(
        withName: "good",
        substitutionVariables: ["LEAST": 1, "START": "A"]
      )
    )
    #expect(request.predicate?.formatText == "goals > 1 AND name BEGINSWITH \"A\"")
    #expect(try context.fetch(request).count == 2)
    #expect(template.predicate?.formatText == "goals > $LEAST AND name BEGINSWITH $START")
    #expect(model.fetchRequestFromTemplate(withName: "bad", substitutionVariables: [:]) == nil)
  }

  @Test("F199 A context without a coordinator cannot fetch; one without stores finds nothing")
  func nothingToFetchFrom() throws {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    #expect(throws: NSError.self) {
      try context.fetch(NSFetchRequest<Player>(entityName: "Player"))
    }
    let empty = Club.makeContext()
    #expect(try empty.fetch(NSFetchRequest<Player>(entityName: "Player")).isEmpty)
    #expect(try empty.count(for: NSFetchRequest<Player>(entityName: "Player")) == 0)
  }
}
