import CommandLineParsing
import LeagueOperations

/// `league team edit`: changes the name or the color of a team.
enum TeamEditVerb: Verb {
  static let noun: Noun? = .team

  static let command = Command(
    "edit",
    "Change the name or the color of a team.",
    operands: [Operand(.text("TEAM"), count: .optional, "The team.")],
    options: [
      .value("name", .text("NAME"), "The new name."),
      .value("color", .text("COLOR"), "The new color of its uniform."),
    ],
    examples: [Example("league team edit Crew --color Red", "Give it another color.")]
  )

  static func run(_ arguments: ParsedArguments, in session: Session) throws {
    let words = ArgumentPrompter(arguments, in: session)
    let store = try session.store()
    let old = try words.operand("TEAM", asking: "Team") { word in
      try store.read { TeamRecord(try $0.team(matching: word)) }
    }
    try words.fill([
      PromptedField(.name, .option("name"), asking: "Name", old: old.name),
      PromptedField(.uniformColor, .option("color"), asking: "Color", old: old.uniformColor),
    ]) { values in
      try store.change("edit the team \(old.name)") { league in
        let form = TeamForm(name: values[0], uniformColor: values[1])
        try league.edit(league.team(id: old.id), form)
      }
    }
    try session.say("Changed the team \(old.name).")
  }
}
