import CommandLineParsing
import LeagueOperations

/// `league player move`: moves a player to another team.
enum PlayerMoveVerb: Verb {
  static let noun: Noun? = .player

  static let command = Command(
    "move",
    "Move a player to another team.",
    operands: [PlayerChoice.operand],
    options: [PlayerChoice.team, .value("to", .text("TEAM"), "The other team.")],
    examples: [Example("league player move Lovelace --to Burn", "Move a player.")]
  )

  static func run(_ arguments: ParsedArguments, in session: Session) throws {
    let store = try session.store()
    let player = try PlayerChoice.player(in: arguments, session, store)
    let words = ArgumentPrompter(arguments, in: session)
    let team = try words.option("to", asking: "To the team") { word in
      try store.read { TeamRecord(try $0.team(matching: word)) }
    }
    try store.change("move the player \(player.fullName)") { league in
      league.move(try league.player(id: player.id), to: try league.team(id: team.id))
    }
    try session.say("Moved the player \(player.fullName) to \(team.name).")
  }
}
