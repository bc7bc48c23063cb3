import CoreData
import Foundation
import Testing

/// Tests of the statements and rows that fixed scripts leave in SQLite stores, step by step.
///
/// Refactoring objects, rows and saving must not change a store. With `RECORD_GOLDENS` in the environment the files
/// in `Golden` are recorded again, and the test fails.
@Suite("Stores that a script makes") struct StoreBytesGoldenTests {
  private static let goldens = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden")

  @Test(
    "The store is the recorded one after each step",
    arguments: StoreScript.all,
    ScriptClasses.allCases
  )
  func recorded(_ script: StoreScript, _ classes: ScriptClasses) throws {
    let recording = try StoreRecording(classes)
    try script.run(recording)
    let file = Self.goldens.appendingPathComponent("\(script.name).txt")
    let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil
    if isRecording, classes == .plain {
      try recording.text.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(file.path)")
    } else if !isRecording {
      let golden = try String(contentsOf: file, encoding: .utf8)
      let (old, new) = (lines(golden, classes), lines(recording.text, classes))
      for change in new.difference(from: old) {
        switch change {
        case .remove(let number, let line, _):
          Issue.record("line \(number + 1) is missing: \(line)")
        case .insert(let number, let line, _):
          Issue.record("line \(number + 1) is not in the golden: \(line)")
        }
      }
    }
  }

  /// The lines of a recording; those of the embedded model only if it names no classes.
  private func lines(_ text: String, _ classes: ScriptClasses) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      classes == .plain || !line.contains("INSERT INTO Z_MODELCACHE")
    }
  }
}

/// A series of steps that change one store.
struct StoreScript: Sendable, CustomTestStringConvertible {
  let name: String
  let run: @Sendable (StoreRecording) throws -> Void

  var testDescription: String { name }

  static let all: [StoreScript] = league + company + everything
}
