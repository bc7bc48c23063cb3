import CommandLineParsing
import Diagnostics
import Dispatch
import Files
import ModelEditing
import StoreBrowsing
import Studio

/// The program from its arguments to its exit code.
enum StudioProgram {
  static func run(_ words: [String]) -> Int32 {
    guard words.count == 6, let port = UInt16(words[2]), let editing = Self.editing[words[5]] else {
      return failure("this program is started by 'momgen studio'")
    }
    do {
      // Before anything is started, so that an early signal is not lost.
      let ending = try EndSignal([SIGINT, SIGTERM], second: .ends)
      let studio = try Studio(
        model: words[0].isEmpty ? nil : words[0],
        store: words[1].isEmpty ? nil : words[1],
        editing: editing,
        port: port,
        generator: words[3].isEmpty ? nil : words[3]
      )
      let text = "The studio is at \(studio.address) until Ctrl-C is pressed.\n"
      try OutputDescriptor.standardOutput.write(Array(text.utf8))
      if words[4] == "open" { BrowserOpening.open(studio.address) }
      ending.wait()
      let isStopped = DispatchSemaphore(value: 0)
      Task {
        await studio.stop()
        isStopped.signal()
      }
      isStopped.wait()
      return 0
    } catch let problem as EditProblem {
      return failure(problem.message + (problem.hint.map { "\n  hint: \($0)" } ?? ""))
    } catch let error as BrowsingError {
      return failure(
        "cannot read the store: \(error.message)" + (error.hint.map { "\n  hint: \($0)" } ?? "")
      )
    } catch let problem as FileProblem {
      return failure(problem.reason)
    } catch {
      return failure("\(error)")
    }
  }

  /// The arguments for the editing mode of a store.
  private static let editing: [String: StoreEditing] = [
    "read": .never, "edit": .afterBackup, "edit-without-backup": .withoutBackup,
  ]

  private static func failure(_ message: String) -> Int32 {
    try? OutputDescriptor.standardError.write(Array("error: \(message)\n".utf8))
    return 2
  }
}
