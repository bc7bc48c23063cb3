import CoreData
import LeagueModel

/// Adds what the rows of a file say to the teams and players that there are.
struct PlayerImport {
  private let league: League
  private var teams: [String: Team] = [:]
  private var players: Set<KnownPlayer> = []
  private(set) var summary = ImportSummary()
  private(set) var problems: [CSVProblem] = []

  /// A player, by everything that can be said of one in a file.
  private struct KnownPlayer: Hashable {
    let team: String
    let form: PlayerForm
  }

  init(into league: League) throws {
    self.league = league
    for team in try league.teams() { teams[team.name] = team }
    for player in try league.players() {
      players.insert(KnownPlayer(team: player.team?.name ?? "", form: PlayerForm(player)))
    }
  }

  mutating func add(_ row: ImportedTable.Row) {
    let name = row.text(.team)
    let team = name.isEmpty ? noTeam(row) : team(name, row)
    let form = PlayerForm(
      firstName: row.text(.first),
      lastName: row.text(.last),
      email: row.text(.email)
    )
    // A team without players has a line, too.
    if form == PlayerForm(firstName: "", lastName: "", email: "") { return }
    guard players.insert(KnownPlayer(team: name, form: form)).inserted else {
      summary.knownPlayers += 1
      return
    }
    let player = Player(context: league.context)
    if let team { player.team = team }
    let league = league
    collect(row) { try league.edit(player, form) }
    summary.players += 1
  }

  /// Players need not have a team; a colour does.
  private mutating func noTeam(_ row: ImportedTable.Row) -> Team? {
    if !row.text(.color).isEmpty { note("a colour without a team", at: row.offset(of: .color)) }
    return nil
  }

  private mutating func team(_ name: String, _ row: ImportedTable.Row) -> Team {
    let color = row.text(.color)
    if let team = teams[name] {
      if !color.isEmpty, color != team.uniformColor {
        note(
          "the colour of the team \(name) is \(team.uniformColor)",
          at: row.offset(of: .color)
        )
      }
      return team
    }
    let team = Team(context: league.context)
    teams[name] = team
    let league = league
    collect(row) { try league.edit(team, TeamForm(name: name, uniformColor: color)) }
    summary.teams += 1
    return team
  }

  /// Does something, and notes what is wrong with the fields of a row.
  private mutating func collect(_ row: ImportedTable.Row, _ work: () throws -> Void) {
    do {
      try work()
    } catch LeagueError.invalid(let found) {
      for problem in found {
        note(problem.message, at: row.offset(of: ImportedColumn(problem.field)))
      }
    } catch {
      note("\(error)", at: row.offset)
    }
  }

  private mutating func note(_ message: String, at offset: Int) {
    problems.append(CSVProblem(message: message, offset: offset))
  }
}
