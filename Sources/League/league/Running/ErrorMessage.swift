import CommandLineParsing
import Diagnostics
import Files
import LeagueOperations

/// The message for a failure.
struct ErrorMessage {
  /// All problems.
  let problems: [Diagnostic]
  let exitStatus: ExitStatus

  init(_ error: any Error) {
    switch error {
    case let error as UsageError:
      self.init([error.message], hint: error.hint, .usage)
    case LeagueError.invalid(let problems):
      self.init(problems.map(\.message))
    case let error as ImportFailure:
      self.init(error.problems + [Self.sum(of: error)].compactMap { $0 }, .failure)
    case let error as LeagueError:
      self.init([error.description], hint: error.hint)
    case let error as FileProblem:
      self.init([error.reason])
    case let error as OutputProblem:
      self.init([error.description], .output)
    case let error as CanceledCommand:
      self.init([error.description], hint: error.hint, error.exitStatus)
    default:
      self.init(["\(error)"])
    }
  }

  private init(_ problems: [Diagnostic], _ exitStatus: ExitStatus) {
    self.problems = problems
    self.exitStatus = exitStatus
  }

  private init(_ messages: [String], hint: String? = nil, _ exitStatus: ExitStatus = .failure) {
    self.init(
      messages.map { Diagnostic(.error, rule: "", $0, at: Place(), hint: hint) },
      exitStatus
    )
  }

  /// The number of errors of a file, if they are too many to be listed.
  private static func sum(of failure: ImportFailure) -> Diagnostic? {
    guard failure.count > failure.problems.count else { return nil }
    let kinds = 5
    var parts = failure.messages.prefix(kinds).map { "\($0.count) times: \($0.text)" }
    let rest = failure.messages.dropFirst(kinds).reduce(0) { $0 + $1.count }
    if rest > 0 { parts.append("\(rest) others") }
    return Diagnostic(
      .error,
      rule: "",
      "\(failure.count) errors in all, of which the first \(failure.problems.count) are shown; "
        + "nothing was imported (\(parts.joined(separator: "; ")))",
      at: Place()
    )
  }

  /// The text of the message.
  func text(isColored: Bool) -> String {
    TextRenderer(isColored: isColored).text(of: problems)
  }
}
