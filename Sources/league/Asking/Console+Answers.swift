import Diagnostics
import Foundation

extension Console {
  /// Asks for something, and waits for the answer; nil if that is an empty line.
  ///
  /// - Throws: ``Cancellation/answer`` at the end of the input.
  func answer(to question: String) throws -> String? {
    writeError("\(question.visible): ")
    guard let line = readLine() else {
      writeError("\n")
      throw Cancellation.answer
    }
    let answer = line.trimmingCharacters(in: .whitespaces)
    return answer.isEmpty ? nil : answer
  }

  /// Asks whether something may be deleted.
  ///
  /// - Parameters:
  ///   - question: What would happen.
  ///   - choice: What may be chosen instead of "Cancel", in words that begin differently.
  /// - Throws: A ``Cancellation`` unless it may.
  func confirm(_ question: String, choice: String) throws {
    guard isInteractive else { throw Cancellation.nobodyToConfirm(question) }
    let letter = choice.prefix(1)
    writeError("\(question.visible)\n  \(letter)  \(choice)\n  C  Cancel\n")
    let answer = try answer(to: "\(letter) or C")?.lowercased() ?? ""
    guard [String(letter).lowercased(), "delete", choice.lowercased()].contains(answer) else {
      throw Cancellation.answer
    }
  }
}
