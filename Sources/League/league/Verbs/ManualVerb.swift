import CommandLineParsing
import Files
import LeagueOperations
import ModelFiles
import ProgramVersion

/// `league manual`: writes the manual pages of the program.
enum ManualVerb: Verb {
  static let noun: Noun? = nil

  static let command = Command(
    "manual",
    "Print a manual page, or write all of them for man.",
    discussion: "Without VERB, the page of the program is printed.",
    group: "Other",
    operands: [Operand(.text("VERB"), count: .many(atLeast: 0), "The verb, as in 'team add'.")],
    options: [
      .value(
        "output",
        short: "o",
        .directory("FOLDER"),
        "Write all pages into a folder, which is created if it is missing."
      )
    ],
    examples: [Example("league manual team add | man -l -", "Read a page.")]
  )

  static func run(_ arguments: ParsedArguments, in session: Session) throws {
    let pages = ManualPages(LeagueProgram.command, version: "league \(ProgramVersion.number)")
    let verbs = arguments.operands("VERB")
    guard let folder = arguments.value("output") else {
      return try session.console.write(pages.page(for: verbs).text)
    }
    if let verb = verbs.first {
      throw UsageError(.unexpectedOperand(verb), command: ["league", "manual"])
    }
    do {
      try FileWriter().makeFolder(folder)
      for page in pages.all {
        try FileWriter().write(Array(page.text.utf8), to: "\(folder)/\(page.fileName)")
      }
    } catch {
      throw LeagueError.store("'\(folder)': \(error.reason)")
    }
    try session.console.write("\(folder): \(pages.all.count) pages\n")
  }
}
