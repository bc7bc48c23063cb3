import Foundation
import LeagueOperations
import Synchronization

@testable import league

/// A folder with a store, and a simulated user who types commands.
final class Typing {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "league-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The path of a file in the folder.
  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// The result of a command.
  struct Outcome {
    let output: String
    let errors: String
    let status: Int32
  }

  /// Runs the program in this process.
  ///
  /// - Parameters:
  ///   - line: The arguments, separated by spaces; `_` is a space within an argument.
  ///   - answers: The answers typed at a terminal; nil for no terminal.
  ///   - width: The width of the terminal.
  /// - Returns: The output, and the exit code.
  @discardableResult
  func run(_ line: String, answers: [String]? = nil, width: Int? = nil) -> Outcome {
    let words = line.split(separator: " ").map { String($0.replacing("_", with: " ")) }
    let output = Text()
    let errors = Text()
    let input = Lines(answers ?? [])
    let console = Console(
      isInteractive: answers != nil,
      width: width,
      write: { output.add($0) },
      writeError: { errors.add($0) },
      readLine: { input.next() }
    )
    let status = LeagueProgram.run(["--store", path("League.sqlite")] + words, on: console)
    return Outcome(output: output.text, errors: errors.text, status: status.rawValue)
  }

  private final class Text: Sendable {
    private let content = Mutex("")
    var text: String { content.withLock { $0 } }
    func add(_ more: String) { content.withLock { $0 += more } }
  }

  private final class Lines: Sendable {
    private let lines: Mutex<[String]>
    init(_ lines: [String]) { self.lines = Mutex(lines.reversed()) }
    func next() -> String? { lines.withLock { $0.popLast() } }
  }
}
