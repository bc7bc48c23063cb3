import CommandLineParsing
import LeagueOperations

/// `league team delete`: deletes a team with its players.
enum TeamDeleteVerb: Verb {
  static let noun: Noun? = .team

  static let command = Command(
    "delete",
    "Delete a team and its players.",
    operands: [Operand(.text("TEAM"), count: .optional, "The team.")],
    options: [DeleteOptions.yes],
    examples: [Example("league team delete Crew --yes", "Delete it without confirmation.")]
  )

  static func run(_ arguments: ParsedArguments, in session: Session) throws {
    let store = try session.store()
    let team = try ArgumentPrompter(arguments, in: session).operand("TEAM", asking: "Team") {
      word in
      try store.read { TeamRecord(try $0.team(matching: word)) }
    }
    let words =
      switch team.playerCount {
      case 0: "the team \(team.name)"
      case 1: "the team \(team.name) and its only player"
      default: "the team \(team.name) and its \(team.playerCount) players"
      }
    if !arguments.has("yes") {
      try session.console.confirm("Delete \(words)?", choice: "Delete Team")
    }
    try store.change("delete the team \(team.name)") { try $0.delete($0.team(id: team.id)) }
    try session.say("Deleted \(words).")
  }
}
