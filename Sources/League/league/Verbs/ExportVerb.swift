import CommandLineParsing
import Files
import LeagueOperations

/// `league export`: writes everything as a CSV file.
enum ExportVerb: Verb {
  static let noun: Noun? = nil

  static let command = Command(
    "export",
    "Write all teams and players as CSV.",
    discussion: "The file can be imported into any store.",
    group: "Everything",
    operands: [
      Operand(
        .path("FILE", extensions: "csv"),
        count: .optional,
        default: "-",
        "The output file; '-' is standard output."
      )
    ],
    examples: [Example("league export players.csv", "Write a file.")]
  )

  static func run(_ arguments: ParsedArguments, in session: Session) throws {
    let path = arguments.operand("FILE") ?? "-"
    let csv = try session.store().read { try $0.csv() }
    guard path != "-" else { return try session.console.write(csv) }
    do {
      try FileWriter().write(Array(csv.utf8), to: path)
    } catch {
      throw LeagueError.store("'\(path)': \(error.reason)")
    }
  }
}
