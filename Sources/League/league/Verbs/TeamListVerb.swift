import CommandLineParsing
import LeagueOperations

/// `league team list`: lists the teams, sorted by name.
enum TeamListVerb: Verb {
  static let noun: Noun? = .team

  static let command = Command(
    "list",
    "List the teams by name.",
    options: [ListOptions.json],
    examples: [Example("league team list --json", "List them for another program.")]
  )

  static func run(_ arguments: ParsedArguments, in session: Session) throws {
    let teams = try session.store().read { try $0.teams().map(TeamRecord.init) }
    if arguments.has("json") { return try session.show(teams.map(\.json)) }
    try session.show(
      Table(TeamRecord.columns, rows: teams.map(\.row)),
      ifEmpty: "There are no teams yet; 'league team add' adds one."
    )
  }
}
