import CommandLineWords
import LeagueOperations

/// `league player edit`: other names or another address for a player.
enum PlayerEditVerb: Verb {
  static let noun: Noun? = .player

  static let command = Command(
    "edit",
    "Change the names or the address of a player.",
    operands: [PlayerChoice.operand],
    options: [
      PlayerChoice.team,
      .value("first", .text("NAME"), "What the first name is to be."),
      .value("last", .text("NAME"), "What the last name is to be."),
      .value("email", .text("ADDRESS"), "What the e-mail address is to be."),
    ],
    examples: [Example("league player edit Lovelace --email ada@example.com", "Change an address.")]
  )

  static func run(_ arguments: ParsedArguments, in session: Session) throws {
    let store = try session.store()
    let old = try PlayerChoice.player(in: arguments, session, store)
    let edits = try GivenWords(arguments, in: session).edits([
      ("first", "First name", old.firstName), ("last", "Last name", old.lastName),
      ("email", "E-mail", old.email),
    ])
    try store.change("edit the player \(old.fullName)") { league in
      try league.edit(
        league.player(id: old.id),
        PlayerForm(firstName: edits[0], lastName: edits[1], email: edits[2])
      )
    }
    session.say("Changed the player \(old.fullName).")
  }
}
