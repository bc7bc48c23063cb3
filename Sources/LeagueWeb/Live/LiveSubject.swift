import CoreData
import LeagueModel
import LeagueOperations

/// What is followed while somebody looks at a page.
enum LiveSubject: Hashable, Sendable {
  case teams
  case players(ofTeam: String)
  case team(String)
  case player(String)

  /// What the page at a path shows.
  static func shown(on page: Route) -> [LiveSubject] {
    switch page {
    case .teams: [.teams]
    case .team(let id): [.team(id), .players(ofTeam: id)]
    case .editTeam(let id), .deleteTeam(let id), .newPlayer(let id): [.team(id)]
    case .player(let id), .deletePlayer(let id): [.player(id)]
    case .newTeam, .asset, .events: []
    }
  }

  var feed: FeedName {
    switch self {
    case .teams: .teams
    case .players: .players
    case .team, .player: .subject
    }
  }

  /// What finds the objects.
  ///
  /// - Throws: ``LeagueError/gone(_:)`` if what it is about is not there.
  func request(in league: League) throws -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: entityName)
    request.sortDescriptors = isAboutTeams ? Team.byName : Player.byLastName
    request.predicate =
      switch self {
      case .teams: nil
      case .players(let team): NSPredicate(format: "team == %@", try league.team(id: team))
      case .team(let id): NSPredicate(format: "SELF == %@", try league.team(id: id))
      case .player(let id): NSPredicate(format: "SELF == %@", try league.player(id: id))
      }
    return request
  }

  var entityName: String { isAboutTeams ? Team.entityName : Player.entityName }

  private var isAboutTeams: Bool {
    switch self {
    case .teams, .team: true
    case .players, .player: false
    }
  }

  /// How a page shows one of the objects.
  func row(_ object: NSManagedObject) -> LiveRow? {
    switch (self, object) {
    case (.teams, let team as Team):
      LiveRow(listing: TeamRecord(team), players: Self.playerCount(of: team))
    case (.players, let player as Player): LiveRow(listing: PlayerRecord(player))
    case (.team, let team as Team): LiveRow(about: TeamRecord(team))
    case (.player, let player as Player): LiveRow(about: PlayerRecord(player))
    default: nil
    }
  }

  /// How many players a team has in the store, whatever the context has in memory of them.
  private static func playerCount(of team: Team) -> Int? {
    let request = Player.fetchRequest()
    request.predicate = NSPredicate(format: "team == %@", team)
    request.includesPendingChanges = false
    return try? team.managedObjectContext?.count(for: request)
  }
}
