import CommandLineParsing
import LeagueOperations

/// `league team add`: adds a team.
enum TeamAddVerb: Verb {
  static let noun: Noun? = .team

  static let command = Command(
    "add",
    "Add a team.",
    operands: [Operand(.text("NAME"), count: .optional, "The name of the team.")],
    options: [.value("color", .text("COLOR"), "The color of its uniform.")],
    examples: [Example("league team add Crew --color Blue", "Add a team.")]
  )

  static func run(_ arguments: ParsedArguments, in session: Session) throws {
    let store = try session.store()
    let team = try ArgumentPrompter(arguments, in: session).fill([
      PromptedField(.name, .operand("NAME"), asking: "Name"),
      PromptedField(.uniformColor, .option("color"), asking: "Color"),
    ]) { values in
      try store.change("add the team \(values[0])") { league in
        TeamRecord(try league.addTeam(TeamForm(name: values[0], uniformColor: values[1])))
      }
    }
    try session.say("Added the team \(team.name).")
  }
}
