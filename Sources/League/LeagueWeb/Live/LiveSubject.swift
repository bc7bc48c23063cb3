import CoreData
import HTTPServer
import LeagueModel
import LeagueOperations

/// The list that is followed while a page is open.
enum LiveSubject: Hashable, Sendable {
  /// A page of the teams.
  case teams(ListQuery<TeamOrder>)

  /// A page of the players of a team, or of all.
  case players(ofTeam: String?, ListQuery<PlayerOrder>)
  case team(String)
  case player(String)

  /// The subjects of the page at an address.
  static func shown(on page: Route, _ query: FormFields) -> [LiveSubject] {
    switch page {
    case .teams: [.teams(ListQuery(query))]
    case .players: [.players(ofTeam: nil, ListQuery(query))]
    case .team(let id): [.team(id), .players(ofTeam: id, ListQuery(query))]
    case .editTeam(let id), .deleteTeam(let id), .newPlayer(let id): [.team(id)]
    case .player(let id), .deletePlayer(let id): [.player(id)]
    case .newTeam, .undo, .metrics, .asset, .events: []
    }
  }

  var feed: FeedName {
    switch self {
    case .teams: .teams
    case .players: .players
    case .team, .player: .subject
    }
  }

  /// The request for the objects.
  ///
  /// - Throws: ``LeagueError/gone(_:)`` if the subject does not exist.
  func request(in league: League) throws -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: entityName)
    switch self {
    case .teams(let query): take(league.request(for: query), into: request)
    case .players(let id, let query):
      take(league.request(for: query, in: try id.map(league.team(id:))), into: request)
    case .team(let id):
      request.sortDescriptors = Team.byName
      request.predicate = NSPredicate(format: "SELF == %@", try league.team(id: id))
    case .player(let id):
      request.sortDescriptors = Player.byLastName
      request.predicate = NSPredicate(format: "SELF == %@", try league.player(id: id))
    }
    return request
  }

  /// Copies the properties of a typed request.
  private func take(
    _ typed: NSFetchRequest<some NSManagedObject>,
    into request: NSFetchRequest<NSManagedObject>
  ) {
    request.sortDescriptors = typed.sortDescriptors
    request.predicate = typed.predicate
    request.fetchLimit = typed.fetchLimit
    request.fetchOffset = typed.fetchOffset
  }

  /// The parts around the rows of a list.
  ///
  /// - Parameter total: The number of rows of all pages.
  /// - Returns: The parts; nil for a subject that is not a list.
  func summary(total: Int) -> ListSummary? {
    switch self {
    case .teams(let query):
      ListSummary(ListFrame(route: .teams, feed: feed, query: query, total: total))
    case .players(let team, let query):
      ListSummary(
        ListFrame(route: team.map(Route.team) ?? .players, feed: feed, query: query, total: total)
      )
    case .team, .player: nil
    }
  }

  var entityName: String { isAboutTeams ? Team.entityName : Player.entityName }

  private var isAboutTeams: Bool {
    switch self {
    case .teams, .team: true
    case .players, .player: false
    }
  }

  /// The line of a page for one of the objects.
  func row(_ object: NSManagedObject) -> LiveRow? {
    switch (self, object) {
    case (.teams, let team as Team):
      LiveRow(listing: TeamRecord(team), players: Self.playerCount(of: team))
    case (.players(let team, _), let player as Player):
      LiveRow(listing: PlayerRecord(player), isInTeam: team != nil)
    case (.team, let team as Team): LiveRow(about: TeamRecord(team))
    case (.player, let player as Player): LiveRow(about: PlayerRecord(player))
    default: nil
    }
  }

  /// The number of players of a team in the store, regardless of objects in memory.
  private static func playerCount(of team: Team) -> Int? {
    let request = Player.fetchRequest()
    request.predicate = NSPredicate(format: "team == %@", team)
    request.includesPendingChanges = false
    return try? team.managedObjectContext?.count(for: request)
  }
}
