import CommandLineParsing
import Testing

@testable import league
@testable import momgen

/// The commands in the text of pages, whose arguments the programs must accept.
struct CommandWordsTests {
  @Test(
    "The programs parse the commands in the text of a page",
    arguments: Page.all.flatMap { page in page.spans.map { (page.path, $0) } }
      .filter { $0.1.hasPrefix("momgen ") || $0.1.hasPrefix("league ") }
  )
  func understood(path: String, command: String) {
    var words = Self.words(of: command)
    let program = words.removeFirst()
    // A placeholder for any verb, or for the rest of a command.
    guard !words.contains(where: { $0.contains("…") || $0 == "VERB" }) else { return }
    do {
      if program == "momgen" {
        _ = try Momgen.command.parse(words)
      } else {
        _ = try LeagueProgram.command.parse(words)
      }
    } catch {
      // Missing operands are allowed, since the text only mentions the command.
      switch error.problem {
      case .missingOperand, .missingOption, .missingVerb, .missingValue: break
      default: Issue.record("\(path): \(command)\n\(error.message)")
      }
    }
  }

  /// The words of a command, in which apostrophes keep words together.
  private static func words(of command: String) -> [String] {
    command.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .flatMap { index, part in
        index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
      }
  }
}
