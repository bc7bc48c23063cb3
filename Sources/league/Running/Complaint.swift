import CommandLineWords
import Diagnostics
import LeagueOperations

/// What is said when something was not done.
struct Complaint {
  /// What is wrong, all of it.
  let problems: [Diagnostic]
  let exitStatus: ExitStatus

  init(_ error: any Error) {
    switch error {
    case let error as UsageError:
      self.init([error.message], hint: error.hint, .usage)
    case LeagueError.invalid(let problems):
      self.init(problems.map(\.message))
    case let error as ImportFailure:
      self.init(error.problems, .failure)
    case let error as LeagueError:
      self.init([error.description], hint: error.hint)
    case let error as OutputProblem:
      self.init([error.description], .output)
    case let error as Cancellation:
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

  /// The lines that a person reads.
  func text(isColored: Bool) -> String {
    TextRenderer(isColored: isColored).text(of: problems)
  }
}
