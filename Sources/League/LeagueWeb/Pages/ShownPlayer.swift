import CoreData
import LeagueModel
import LeagueOperations

/// A player with the teams to choose from in the form.
struct ShownPlayer: Sendable {
  let record: PlayerRecord
  let teamID: String?

  /// The teams to choose from; nil if there are too many, so that the name has to be typed.
  let teams: [(id: String, name: String)]?

  /// The maximum number of teams in a choice.
  static let teamLimit = 200

  init(_ player: Player, in league: League) throws {
    record = PlayerRecord(player)
    teamID = player.team?.recordID
    let request = Team.fetchRequest()
    request.sortDescriptors = Team.byName
    request.fetchLimit = Self.teamLimit + 1
    let teams = try league.context.fetch(request)
    self.teams = teams.count > Self.teamLimit ? nil : teams.map { ($0.recordID, $0.name) }
  }
}

/// The input of the form for a player, including the team.
struct MovingForm: Sendable, Hashable {
  var player: PlayerForm

  /// The identifier of the team in the store.
  var team: String?

  /// The name of the team, if it was typed.
  var teamName: String?
}

extension MovingForm {
  init(_ player: Player) {
    self.init(player: PlayerForm(player), team: player.team?.recordID)
  }

  /// The fingerprint of these values.
  var version: String {
    Fingerprint([player.firstName, player.lastName, player.email, team ?? ""]).description
  }
}

extension TeamForm {
  /// The fingerprint of these values.
  var version: String { Fingerprint([name, uniformColor]).description }
}
