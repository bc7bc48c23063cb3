import CommandLineParsing
import LeagueOperations

/// `league player edit`: changes the names or the address of a player.
enum PlayerEditVerb: Verb {
  static let noun: Noun? = .player

  static let command = Command(
    "edit",
    "Change the names or the address of a player.",
    operands: [PlayerChoice.operand],
    options: [
      PlayerChoice.team,
      .value("first", .text("NAME"), "The new first name."),
      .value("last", .text("NAME"), "The new last name."),
      .value("email", .text("ADDRESS"), "The new e-mail address."),
    ],
    examples: [Example("league player edit Lovelace --email ada@example.com", "Change an address.")]
  )

  static func run(_ arguments: ParsedArguments, in session: Session) throws {
    let store = try session.store()
    let old = try PlayerChoice.player(in: arguments, session, store)
    try ArgumentPrompter(arguments, in: session).fill([
      PromptedField(.firstName, .option("first"), asking: "First name", old: old.firstName),
      PromptedField(.lastName, .option("last"), asking: "Last name", old: old.lastName),
      PromptedField(.email, .option("email"), asking: "E-mail", old: old.email),
    ]) { values in
      let form = PlayerForm(firstName: values[0], lastName: values[1], email: values[2])
      try store.change("edit the player \(old.fullName)") { league in
        try league.edit(league.player(id: old.id), form)
      }
    }
    try session.say("Changed the player \(old.fullName).")
  }
}
