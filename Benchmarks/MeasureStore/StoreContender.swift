import CoreData
import Foundation
import League
import LeagueSquad
import Measuring

/// The workloads in a program with managed objects.
struct StoreContender: Contender {
  let squad: Squad

  /// A context over the store at a path.
  static func context(_ path: String) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: LeagueModel.make())
    try coordinator.addPersistentStore(
      type: .sqlite,
      at: URL(filePath: path),
      options: [NSSQLitePragmasOption: ["synchronous": "NORMAL"]]
    )
    return context(coordinator)
  }

  private static func context(
    _ coordinator: NSPersistentStoreCoordinator?
  ) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  func run(_ workload: Workload, on path: String) throws -> Outcome {
    if workload.wantsIndex { try RawDatabase(path: path).execute(RawContender.index) }
    let context = try Self.context(path)
    if workload.isPinned { try context.setQueryGenerationFrom(.current) }
    switch workload {
    case .insert: return try timed { try insert(context) }
    case .fetch: return try fetch(context)
    case .fetchAgain:
      let all = try context.fetch(Player.fetchRequest())
      defer { withExtendedLifetime(all) {} }
      return try fetch(context)
    case .lookUp, .lookUpPinned: return try lookUp(context)
    case .search: return try timed { try search(context, 100) }
    case .searchIndexed, .searchIndexedPinned: return try timed { try search(context, 1_000) }
    case .update: return try update(context)
    case .walk: return try walk(context, prefetches: false)
    case .walkPrefetched: return try walk(context, prefetches: true)
    case .deleteSet: return try timed { try deleteSet(context) }
    case .deleteObjects: return try timed { try deleteObjects(context) }
    case .smallSaves, .formattedSaves: return try timed { try smallSaves(context) }
    case .count: return try count(context, by: squad.teamNames.count, all: 20)
    case .countFew: return try count(context, by: 1_000, all: 0)
    case .group, .groupDictionaries: return try timed { try group(context) }
    }
  }

  func insert(_ context: NSManagedObjectContext) throws -> Int {
    squad.fill(context)
    try context.save()
    return squad.players.count
  }

  // MARK: Reading

  private func fetch(_ context: NSManagedObjectContext) throws -> Outcome {
    // The results are deallocated after the time is taken, here as in the other contender.
    var players: [Player] = []
    defer { withExtendedLifetime(players) {} }
    return try timed {
      players = try context.fetch(Player.fetchRequest())
      return players.reduce(0) { $0 + length($1) }
    }
  }

  private func length(_ player: Player) -> Int {
    player.firstName.utf8.count + player.lastName.utf8.count + player.email.utf8.count
  }

  private func lookUp(_ context: NSManagedObjectContext) throws -> Outcome {
    let request = NSFetchRequest<NSManagedObjectID>(entityName: "Player")
    request.resultType = .managedObjectIDResultType
    // Otherwise the rows would be in memory.
    request.includesPropertyValues = false
    request.sortDescriptors = [NSSortDescriptor(key: "self", ascending: true)]
    let all = try Self.context(context.persistentStoreCoordinator).fetch(request)
    let wanted = Squad.scattered(10_000, of: squad.players.count).map { all[Int($0) - 1] }
    return try timed {
      var total = 0
      for id in wanted {
        if let player = try context.existingObject(with: id) as? Player { total += length(player) }
      }
      return total
    }
  }

  private func search(_ context: NSManagedObjectContext, _ rounds: Int) throws -> Int {
    var total = 0
    for round in 0..<rounds {
      let (low, high) = Squad.prefix(round)
      let request: NSFetchRequest<Player> = Player.fetchRequest()
      request.predicate = NSPredicate(format: "lastName >= %@ AND lastName < %@", low, high)
      request.sortDescriptors = [NSSortDescriptor(key: "lastName", ascending: true)]
      request.fetchLimit = 50
      total += try context.fetch(request).reduce(0) { $0 + length($1) }
    }
    return total
  }

  private func walk(_ context: NSManagedObjectContext, prefetches: Bool) throws -> Outcome {
    let request: NSFetchRequest<Team> = Team.fetchRequest()
    if prefetches { request.relationshipKeyPathsForPrefetching = ["players"] }
    var teams: [Team] = []
    defer { withExtendedLifetime(teams) {} }
    return try timed {
      teams = try context.fetch(request)
      return teams.reduce(0) { total, team in
        team.players.reduce(total) { $0 + length($1) }
      }
    }
  }

  private func count(
    _ context: NSManagedObjectContext,
    by number: Int,
    all rounds: Int
  ) throws -> Outcome {
    let teams = try context.fetch(Team.fetchRequest())
    return try timed {
      var total = 0
      for index in 0..<number {
        let request: NSFetchRequest<Player> = Player.fetchRequest()
        request.predicate = NSPredicate(format: "team == %@", teams[index % teams.count])
        total += try context.count(for: request)
      }
      for _ in 0..<rounds { total += try context.count(for: Player.fetchRequest()) }
      return total
    }
  }

  private func group(_ context: NSManagedObjectContext) throws -> Int {
    let request = NSFetchRequest<NSDictionary>(entityName: "Player")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = [
      "team", function("count:", "players", .integer64), function("max:", "highest", .integer16),
    ]
    request.propertiesToGroupBy = ["team"]
    var total = 0
    for _ in 0..<10 {
      for group in try context.fetch(request) {
        total += group["players"] as? Int ?? 0
        total += group["highest"] as? Int ?? 0
      }
    }
    return total
  }

  private func function(
    _ name: String,
    _ title: String,
    _ type: NSAttributeDescription.AttributeType
  ) -> NSExpressionDescription {
    let description = NSExpressionDescription()
    description.name = title
    description.resultType = type
    description.expression = _NSExpression(
      forFunction: name,
      arguments: [_NSExpression(forKeyPath: "jerseyNumber")]
    )
    return description
  }

  // MARK: Writing

  private func update(_ context: NSManagedObjectContext) throws -> Outcome {
    let request: NSFetchRequest<Player> = Player.fetchRequest()
    request.returnsObjectsAsFaults = false
    let players = try context.fetch(request)
    return try timed {
      for player in players { player.jerseyNumber = (player.jerseyNumber ?? 0) + 100 }
      try context.save()
      return players.count
    }
  }

  private func deleteSet(_ context: NSManagedObjectContext) throws -> Int {
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Team")
    request.predicate = NSPredicate(format: "SELF IN %@", try firstTeams(context))
    try context.execute(NSBatchDeleteRequest(fetchRequest: request))
    return try context.count(for: Player.fetchRequest())
  }

  private func deleteObjects(_ context: NSManagedObjectContext) throws -> Int {
    for team in try firstTeams(context) { context.delete(team) }
    try context.save()
    return try context.count(for: Player.fetchRequest())
  }

  private func firstTeams(_ context: NSManagedObjectContext) throws -> [Team] {
    let request: NSFetchRequest<Team> = Team.fetchRequest()
    request.sortDescriptors = [NSSortDescriptor(key: "self", ascending: true)]
    request.fetchLimit = 200
    return try context.fetch(request)
  }

  private func smallSaves(_ context: NSManagedObjectContext) throws -> Int {
    let team = try context.fetch(Team.fetchRequest()).first
    for number in 0..<5_000 {
      squad.players[number % squad.players.count].insert(into: context, team: team)
      try context.save()
    }
    return 5_000
  }
}
