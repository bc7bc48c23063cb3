import LeagueModel
import LeagueOperations

/// A player with what the form needs to know besides: the teams to choose from.
struct ShownPlayer: Sendable {
  let record: PlayerRecord
  let teamID: String?
  let teams: [(id: String, name: String)]

  init(_ player: Player, in league: League) throws {
    record = PlayerRecord(player)
    teamID = player.team?.recordID
    teams = try league.teams().map { ($0.recordID, $0.name) }
  }
}

/// What a person says of a player who can move to another team.
struct MovingForm: Sendable, Hashable {
  var player: PlayerForm

  /// What the store knows the team by.
  var team: String?
}

extension MovingForm {
  init(_ player: Player) {
    self.init(player: PlayerForm(player), team: player.team?.recordID)
  }

  /// What tells these values from others.
  var version: String {
    Fingerprint([player.firstName, player.lastName, player.email, team ?? ""]).description
  }
}

extension TeamForm {
  /// What tells these values from others.
  var version: String { Fingerprint([name, uniformColor]).description }
}
