import Diagnostics
import Files
import ModelReview

/// Settles what looks like a rename and does not say so.
struct RenameQuestions {
  /// The renames that are assumed.
  enum Assumption: String, CaseIterable {
    /// A person at a terminal is asked; else nothing is assumed.
    case ask
    /// They are renames.
    case rename
    /// They are what the model says: something gone and something new.
    case removal
  }

  let assumption: Assumption

  /// Asks the user a question, and returns the answer; nil without a terminal.
  let answer: ((String) -> String?)?

  /// The renames that are meant.
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

  /// Asks on the terminal of the process, if it has one for both question and answer.
  static func terminal(_ environment: VerbEnvironment) -> ((String) -> String?)? {
    guard environment.errorConditions.isTerminal, isatty(STDIN_FILENO) == 1 else { return nil }
    return { question in
      let bytes = Array(question.utf8)
      _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      return readLine()
    }
  }
}
