import CommandLineParsing
import LeagueOperations

/// `league player list`: lists the players, sorted by last name.
enum PlayerListVerb: Verb {
  static let noun: Noun? = .player

  static let command = Command(
    "list",
    "List the players by last name.",
    options: [.value("team", .text("TEAM"), "Only those of this team."), ListOptions.json],
    examples: [Example("league player list --team Crew", "List the players of a team.")]
  )

  static func run(_ arguments: ParsedArguments, in session: Session) throws {
    let players = try session.store().read { league in
      let team = try arguments.value("team").map(league.team(matching:))
      return try league.players(of: team).map(PlayerRecord.init)
    }
    if arguments.has("json") { return try session.show(players.map(\.json)) }
    try session.show(
      PlayerRecord.table(of: players),
      ifEmpty: "There are no players yet; 'league player add' adds one."
    )
  }
}
