import CoreData
import Diagnostics
import LeagueModel

/// Adds the rows of a file to the existing teams and players.
struct PlayerImport {
  private let league: League
  private var teams: [String: Team] = [:]

  /// The players that existed before.
  private var known: Set<KnownPlayer> = []

  /// The players of the file.
  private var added: Set<KnownPlayer> = []

  /// The offsets of rows that repeat an earlier one.
  private var repeats: [Int] = []
  private var summary = ImportSummary()
  private(set) var problems: [CSVProblem] = []

  /// A player with all values in a file.
  private struct KnownPlayer: Hashable {
    let team: String
    let form: PlayerForm
  }

  init(into league: League) throws {
    self.league = league
    for team in try league.teams() { teams[team.name] = team }
    for player in try league.players() {
      known.insert(KnownPlayer(team: player.team?.name ?? "", form: PlayerForm(player)))
    }
  }

  /// The rows that were added, and the lines of the file that were left out.
  func summary(in bytes: [UInt8]) -> ImportSummary {
    var summary = summary
    summary.repeatedPlayers = repeats.count
    guard !repeats.isEmpty else { return summary }
    let lines = TextLines(bytes)
    summary.repeatedLines = repeats.prefix(10).compactMap { lines.place(of: $0, in: "").line }
    return summary
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
    let named = KnownPlayer(team: name, form: form)
    if known.contains(named) {
      summary.knownPlayers += 1
      return
    }
    guard added.insert(named).inserted else {
      repeats.append(row.offset)
      return
    }
    let player = Player(context: league.context)
    if let team { player.team = team }
    let league = league
    collect(row) { try league.edit(player, form) }
    summary.players += 1
  }

  /// Handles a row without a team: players need none, but a color does.
  private mutating func noTeam(_ row: ImportedTable.Row) -> Team? {
    if !row.text(.color).isEmpty { note("a color without a team", at: row.offset(of: .color)) }
    return nil
  }

  private mutating func team(_ name: String, _ row: ImportedTable.Row) -> Team {
    let color = row.text(.color)
    if let team = teams[name] {
      if !color.isEmpty, color != team.uniformColor {
        note(
          "the color of the team \(name) is \(team.uniformColor)",
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

  /// Calls a closure, and records the problems of the fields of a row.
  private mutating func collect(_ row: ImportedTable.Row, _ work: () throws -> Void) {
    do {
      try work()
    } catch LeagueError.invalid(let found) {
      for problem in found {
        let isMissingColor =
          problem.field == .uniformColor && row.text(.color).isEmpty
          && !problems.contains { $0.message == problem.message }
        note(
          problem.message,
          at: row.offset(of: ImportedColumn(problem.field)),
          hint: isMissingColor
            ? "a new team needs one, in the column 'color'" : nil
        )
      }
    } catch {
      note("\(error)", at: row.offset)
    }
  }

  private mutating func note(_ message: String, at offset: Int, hint: String? = nil) {
    problems.append(CSVProblem(message: message, offset: offset, hint: hint))
  }
}
