import CommandLineWords
import Foundation
import LeagueOperations

/// `league import`: more teams and players from a CSV file.
enum ImportVerb: Verb {
  static let noun: Noun? = nil

  static let command = Command(
    "import",
    "Add the teams and players of a CSV file.",
    discussion: """
      The first line names the columns: team, color, first, last and email, in any order. A team that is not there
      yet is made, and then needs a colour; a player need not have one. Players whom a team has already are left alone, so that a file may be
      imported again.

      Either everything is added or, if anything is wrong or Ctrl-C is pressed, nothing.
      """,
    group: "Everything",
    operands: [Operand(.path("FILE", extensions: "csv"), "The file; '-' is standard input.")],
    examples: [Example("league import players.csv", "Add what is in a file.")]
  )

  static func run(_ arguments: ParsedArguments, in session: Session) throws {
    let path = arguments.operand("FILE") ?? "-"
    let bytes = try bytes(of: path)
    let store = try session.store()
    let interruption = Interruption()
    var bar = ProgressBar(on: session.console)
    defer { bar.clear() }
    let summary = try store.importCSV(bytes, path: path == "-" ? "standard input" : path) {
      if interruption.hasHappened { throw Cancellation.interrupt }
      bar.show($0.fraction, "\($0.stage.rawValue) \(path)")
    }
    bar.clear()
    try session.say(sentence(summary))
  }

  private static func bytes(of path: String) throws -> [UInt8] {
    do {
      if path == "-" { return Array(try FileHandle.standardInput.readToEnd() ?? Data()) }
      return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw LeagueError.file(path, error)
    }
  }

  private static func sentence(_ summary: ImportSummary) -> String {
    let teams = summary.teams == 1 ? "1 team" : "\(summary.teams) teams"
    let players = summary.players == 1 ? "1 player" : "\(summary.players) players"
    let known = summary.knownPlayers > 0 ? "; \(summary.knownPlayers) were there already" : ""
    return "Added \(teams) and \(players)\(known)."
  }
}
