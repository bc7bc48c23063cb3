import CommandLineParsing
import LeagueOperations

/// `league player delete`: deletes a player.
enum PlayerDeleteVerb: Verb {
  static let noun: Noun? = .player

  static let command = Command(
    "delete",
    "Delete a player.",
    operands: [PlayerChoice.operand],
    options: [PlayerChoice.team, DeleteOptions.yes],
    examples: [Example("league player delete Lovelace", "Delete a player, after confirmation.")]
  )

  static func run(_ arguments: ParsedArguments, in session: Session) throws {
    let store = try session.store()
    let player = try PlayerChoice.player(in: arguments, session, store)
    if !arguments.has("yes") {
      try session.console.confirm("Delete the player \(player.words)?", choice: "Delete Player")
    }
    try store.change("delete the player \(player.fullName)") { league in
      try league.delete(league.player(id: player.id))
    }
    try session.say("Deleted the player \(player.fullName).")
  }
}
