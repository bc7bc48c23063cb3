import Diagnostics
import Foundation
import LeagueOperations

extension Console {
  /// Asks a question, and waits for the answer; nil for an empty line.
  ///
  /// - Throws: ``CanceledCommand/answer`` at the end of the input.
  func answer(to question: String) throws -> String? {
    writeError("\(question.visible): ")
    guard let line = readLine() else {
      writeError("\n")
      throw CanceledCommand.answer
    }
    let answer = line.trimmingCharacters(in: .whitespaces)
    return answer.isEmpty ? nil : answer
  }

  /// Reports the problem of an answer.
  func complain(_ error: LeagueError) {
    writeError(ErrorMessage(error).text(isColored: isErrorColored))
  }

  /// Asks for the confirmation of a deletion; an answer that is neither yes nor no is asked for again, a few times.
  ///
  /// - Parameters:
  ///   - question: The consequences.
  ///   - choice: The alternative to "Cancel", with another initial letter.
  /// - Throws: A ``CanceledCommand`` unless the user confirms.
  func confirm(_ question: String, choice: String) throws {
    guard isInteractive else { throw CanceledCommand.nonInteractive(question) }
    let letter = choice.prefix(1)
    writeError("\(question.visible)\n  \(letter)  \(choice)\n  C  Cancel\n")
    for _ in 0..<5 {
      switch try answer(to: "\(letter) or C")?.lowercased() ?? "c" {
      case letter.lowercased(), "delete", choice.lowercased(): return
      case "c", "cancel": throw CanceledCommand.answer
      default: continue
      }
    }
    throw CanceledCommand.answer
  }
}
