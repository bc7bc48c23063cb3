import CommandLineParsing
import Diagnostics
import Files
import Foundation
import LeagueOperations

/// `league import`: adds teams and players from a CSV file.
enum ImportVerb: Verb {
  static let noun: Noun? = nil

  static let command = Command(
    "import",
    "Add the teams and players of a CSV file.",
    discussion: """
      The first line names the columns: team, color, first, last and email, in any order. Fields are separated
      by commas, semicolons, tabs or bars; the text is UTF-8. A new team is created and needs a color; a player
      need not have a team. Players that a team already has, with the same names and address, are skipped, so
      that a file may be imported again; lines that repeat an earlier one are listed.

      If anything is wrong or Ctrl-C is pressed, nothing is added.
      """,
    group: "Everything",
    operands: [Operand(.path("FILE", extensions: "csv"), "The file; '-' is standard input.")],
    examples: [Example("league import players.csv", "Add the content of a file.")]
  )

  static func run(_ arguments: ParsedArguments, in session: Session) throws {
    let path = arguments.operand("FILE") ?? "-"
    let bytes = try bytes(of: path)
    let store = try session.store()
    let interruption = try EndSignal([SIGINT], second: .isIgnored)
    var bar = ProgressLine(on: session.console)
    defer { bar.clear() }
    let summary = try store.importCSV(bytes, path: path == "-" ? "standard input" : path) {
      if interruption.hasHappened { throw CanceledCommand.interrupt }
      bar.show($0.fraction, "\($0.stage.rawValue) \(path)")
    }
    bar.clear()
    try session.say(sentence(summary))
  }

  private static func bytes(of path: String) throws -> [UInt8] {
    let files = FileReader(maximumBytes: .max)
    do {
      if path == "-" { return try files.standardInput() }
      // A pipe can be read as well, which `bytes(of:)` does not support.
      if case .other? = files.kind(of: path) { return try files.stream(of: path) }
      return try files.bytes(of: path)
    } catch {
      let near = error.errorNumber == ENOENT ? NearPath(files: files).nearest(to: path) : nil
      let hint = near.map { "; did you mean '\($0)'?" } ?? ""
      throw LeagueError.store("'\(path)': \(error.reason)\(hint)")
    }
  }

  private static func sentence(_ summary: ImportSummary) -> String {
    let teams = summary.teams == 1 ? "1 team" : "\(summary.teams) teams"
    let players = summary.players == 1 ? "1 player" : "\(summary.players) players"
    var sentence = "Added \(teams) and \(players)"
    switch summary.knownPlayers {
    case 0: break
    case 1: sentence += "; 1 was there already"
    default: sentence += "; \(summary.knownPlayers) were there already"
    }
    if summary.repeatedPlayers > 0 { sentence += "; \(repeats(summary))" }
    return sentence + "."
  }

  /// The lines of the file that repeat earlier ones.
  private static func repeats(_ summary: ImportSummary) -> String {
    let lines = summary.repeatedLines.map(String.init).joined(separator: ", ")
    guard summary.repeatedPlayers > 1 else { return "line \(lines) repeats an earlier one" }
    let rest = summary.repeatedPlayers - summary.repeatedLines.count
    let more = rest > 0 ? " and \(rest) more" : ""
    return "\(summary.repeatedPlayers) lines repeat earlier ones: \(lines)\(more)"
  }
}
