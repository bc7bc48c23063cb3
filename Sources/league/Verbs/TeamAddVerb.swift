import CommandLineWords
import LeagueOperations

/// `league team add`: one more team.
enum TeamAddVerb: Verb {
  static let noun: Noun? = .team

  static let command = Command(
    "add",
    "Add a team.",
    operands: [Operand(.text("NAME"), count: .optional, "What the team is called.")],
    options: [.value("color", .text("COLOR"), "The colour of its uniform.")],
    examples: [Example("league team add Crew --color Blue", "Add a team.")]
  )

  static func run(_ arguments: ParsedArguments, in session: Session) throws {
    let words = GivenWords(arguments, in: session)
    let form = TeamForm(
      name: try words.operand("NAME", asking: "Name"),
      uniformColor: try words.option("color", asking: "Colour")
    )
    let team = try session.store().change("add the team \(form.name)") { league in
      TeamRecord(try league.addTeam(form))
    }
    session.say("Added the team \(team.name).")
  }
}
