import CommandLineWords
import LeagueOperations

/// `league team edit`: another name or colour for a team.
enum TeamEditVerb: Verb {
  static let noun: Noun? = .team

  static let command = Command(
    "edit",
    "Change the name or the colour of a team.",
    operands: [Operand(.text("TEAM"), count: .optional, "The team.")],
    options: [
      .value("name", .text("NAME"), "What it is to be called."),
      .value("color", .text("COLOR"), "What the colour of its uniform is to be."),
    ],
    examples: [Example("league team edit Crew --color Red", "Give it another colour.")]
  )

  static func run(_ arguments: ParsedArguments, in session: Session) throws {
    let words = GivenWords(arguments, in: session)
    let word = try words.operand("TEAM", asking: "Team")
    let store = try session.store()
    let old = try store.read { TeamRecord(try $0.team(matching: word)) }
    let edits = try words.edits([
      ("name", "Name", old.name), ("color", "Colour", old.uniformColor),
    ])
    try store.change("edit the team \(old.name)") { league in
      try league.edit(
        league.team(id: old.id),
        TeamForm(name: edits[0], uniformColor: edits[1])
      )
    }
    session.say("Changed the team \(old.name).")
  }
}
