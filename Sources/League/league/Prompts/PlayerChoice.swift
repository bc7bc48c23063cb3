import CommandLineParsing
import LeagueOperations

/// The arguments with which verbs name a player.
enum PlayerChoice {
  static let operand = Operand(
    .text("PLAYER"),
    count: .optional,
    "The player: an e-mail address, a full name or a last name."
  )

  static let team = Option.value(
    "team",
    .text("TEAM"),
    "The team of the player, if several players have the same name."
  )

  /// Returns the named player.
  static func player(
    in arguments: ParsedArguments,
    _ session: Session,
    _ store: LeagueStore
  ) throws -> PlayerRecord {
    let teamID = try store.read { league in
      try arguments.value(team.name).map { TeamRecord(try league.team(matching: $0)).id }
    }
    return try ArgumentPrompter(arguments, in: session).operand(operand.name, asking: "Player") {
      word in
      try store.read { league in
        let team = try teamID.map(league.team(id:))
        return PlayerRecord(try league.player(matching: word, in: team))
      }
    }
  }
}
