import CommandLineParsing
import LeagueOperations

/// `league player add`: adds a player to a team.
enum PlayerAddVerb: Verb {
  static let noun: Noun? = .player

  static let command = Command(
    "add",
    "Add a player to a team.",
    options: [
      .value("team", .text("TEAM"), "The team."),
      .value("first", .text("NAME"), "The first name."),
      .value("last", .text("NAME"), "The last name."),
      .value("email", .text("ADDRESS"), "The e-mail address."),
    ],
    examples: [
      Example(
        "league player add --team Crew --first Ada --last Lovelace --email ada@example.org",
        "Add a player."
      ),
      Example("league player add --team Crew", "Ask for the rest."),
    ]
  )

  static func run(_ arguments: ParsedArguments, in session: Session) throws {
    let words = ArgumentPrompter(arguments, in: session)
    let store = try session.store()
    let team = try words.option("team", asking: "Team") { word in
      try store.read { TeamRecord(try $0.team(matching: word)) }
    }
    let player = try words.fill([
      PromptedField(.firstName, .option("first"), asking: "First name"),
      PromptedField(.lastName, .option("last"), asking: "Last name"),
      PromptedField(.email, .option("email"), asking: "E-mail"),
    ]) { values in
      let form = PlayerForm(firstName: values[0], lastName: values[1], email: values[2])
      return try store.change("add the player \(form.firstName) \(form.lastName)") { league in
        PlayerRecord(try league.addPlayer(form, to: league.team(id: team.id)))
      }
    }
    try session.say("Added the player \(player.fullName) to \(team.name).")
  }
}
