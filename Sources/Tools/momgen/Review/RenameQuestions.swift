import Diagnostics
import Files
import ModelReview

/// Decides about likely renames that the model does not declare.
struct RenameQuestions {
  /// The treatment of likely renames.
  enum Assumption: String, CaseIterable {
    /// The user is asked in a terminal; otherwise nothing is assumed.
    case ask
    /// They are renames.
    case rename
    /// They are a removed and an added part, as in the model.
    case removal
  }

  let assumption: Assumption

  /// Asks the user a question, and returns the answer; nil without a terminal.
  let answer: ((String) -> String?)?

  /// The renames to assume.
  func accepted(of renames: [LikelyRename]) -> [LikelyRename] {
    switch assumption {
    case .rename: renames
    case .removal: []
    case .ask: renames.filter(isMeant)
    }
  }

  private func isMeant(_ rename: LikelyRename) -> Bool {
    let question =
      "Is \(rename.newTitle.visible) the new name of \(rename.oldTitle.visible)? [y/N] "
    guard let answer = answer?(question) else { return false }
    return ["y", "yes"].contains(answer.lowercased())
  }

  /// Asks on the terminal of the process, if both input and output are one.
  static func terminal(_ environment: VerbEnvironment) -> ((String) -> String?)? {
    guard environment.errorConditions.isTerminal, isatty(STDIN_FILENO) == 1 else { return nil }
    return { question in
      let bytes = Array(question.utf8)
      _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      return readLine()
    }
  }
}
