import CommandLineParsing
import Diagnostics
import ProgramVersion

/// The program as a value.
enum LeagueProgram {
  /// All verbs, in the order of the help.
  static var verbs: [any Verb.Type] {
    [
      TeamListVerb.self, TeamAddVerb.self, TeamEditVerb.self, TeamDeleteVerb.self,
      PlayerListVerb.self, PlayerAddVerb.self, PlayerEditVerb.self, PlayerMoveVerb.self,
      PlayerDeleteVerb.self,
      UndoVerb.self, ImportVerb.self, ExportVerb.self, ServeVerb.self,
      CompletionsVerb.self, ManualVerb.self,
    ]
  }

  /// The verbs and options of the command line.
  static let command = Command(
    "league",
    "Manages the teams of a league and their players.",
    discussion: """
      TEAM is the name of a team. PLAYER is a player's e-mail address, full name or last name. Either may also
      be the "id" that '--json' shows.

      On a terminal, the program asks for missing values.
      """,
    options: StoreOptions.all,
    subcommands: Noun.allCases.map(command) + verbs.filter { $0.noun == nil }.map { $0.command },
    examples: [
      Example("league team add Crew --color Blue", "Add a team."),
      Example("league player list --team Crew", "Show its players."),
      Example("league help player add", "Show the help of a verb."),
    ],
    exitCodes: ExitStatus.documentation
  )

  private static func command(_ noun: Noun) -> Command {
    Command(
      noun.rawValue,
      noun.abstract,
      subcommands: verbs.filter { $0.noun == noun }.map { $0.command }
    )
  }

  /// Runs the verb in the arguments.
  static func run(_ words: [String], on console: Console) -> ExitStatus {
    do {
      switch try command.parse(words) {
      case .version: try console.write(ProgramVersion.line(of: "league"))
      case .help(let path):
        try console.write(HelpText(command, width: console.width ?? 80).text(for: path))
      case .run(let arguments): try run(arguments, on: console)
      }
      return .success
    } catch {
      let complaint = ErrorMessage(error)
      console.writeError(complaint.text(isColored: console.isErrorColored))
      return complaint.exitStatus
    }
  }

  private static func run(_ arguments: ParsedArguments, on console: Console) throws {
    let session = Session(console: console, location: try StoreOptions.location(in: arguments))
    let verb = verbs.first { verb in
      (verb.noun.map { [$0.rawValue] } ?? []) + [verb.command.name] == arguments.path
    }
    try verb?.run(arguments, in: session)
  }
}

/// The kinds of objects that verbs work on.
enum Noun: String, Sendable, CaseIterable {
  case team
  case player

  fileprivate var abstract: String {
    switch self {
    case .team: "List, add, edit and delete teams."
    case .player: "List, add, edit, move and delete players."
    }
  }
}

/// A verb of the command line.
///
/// Each has its own file in `Verbs/`.
protocol Verb: Sendable {
  /// The word before the verb, if there is one.
  static var noun: Noun? { get }

  /// The name of the verb and its arguments.
  static var command: Command { get }

  /// Runs the verb.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the verb.
  ///   - session: The console and the store.
  /// - Throws: The reason of a failure; the program reports it, and exits with the code of ``ErrorMessage``.
  static func run(_ arguments: ParsedArguments, in session: Session) throws
}
