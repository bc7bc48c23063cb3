/// A command that was canceled at a prompt.
enum CanceledCommand: Error, Hashable, CustomStringConvertible {
  /// By the answer to a question.
  case answer

  /// By Ctrl-C.
  case interrupt

  /// The input is not a terminal, so that a deletion cannot be confirmed.
  case nonInteractive(String)

  var description: String {
    switch self {
    case .answer: "canceled; nothing was changed"
    case .interrupt: "interrupted; nothing was changed"
    case .nonInteractive(let question): "cannot ask without a terminal: \(question)"
    }
  }

  var hint: String? {
    switch self {
    case .answer, .interrupt: nil
    case .nonInteractive: "'--yes' deletes without confirmation"
    }
  }

  var exitStatus: ExitStatus {
    switch self {
    case .answer: .failure
    case .interrupt: .interrupted
    case .nonInteractive: .usage
    }
  }
}
