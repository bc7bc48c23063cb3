/// That a person did not want something after all.
enum CanceledCommand: Error, Hashable, CustomStringConvertible {
  /// By the answer to a question.
  case answer

  /// By Ctrl-C.
  case interrupt

  /// Nobody is there who could be asked whether to delete something.
  case nobodyToConfirm(String)

  var description: String {
    switch self {
    case .answer: "canceled; nothing was changed"
    case .interrupt: "interrupted; nothing was changed"
    case .nobodyToConfirm(let question): "nobody is there to be asked: \(question)"
    }
  }

  var hint: String? {
    switch self {
    case .answer, .interrupt: nil
    case .nobodyToConfirm: "'--yes' deletes without a question"
    }
  }

  var exitStatus: ExitStatus {
    switch self {
    case .answer: .failure
    case .interrupt: .interrupted
    case .nobodyToConfirm: .usage
    }
  }
}
