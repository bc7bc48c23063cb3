import CorpusFiles
import Foundation
import Testing

/// Expected output that lies beside the test as a file.
///
/// With `RECORD_GOLDENS` in the environment the files are written anew, and every test that compares
/// with one fails, so that a recording is never mistaken for a passing run.
enum Golden {
  static func expect(
    _ actual: String,
    equals name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = Corpus.package.appending(path: "Tests/Tools/momgenTests/Golden/\(name)")
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(actual.utf8).write(to: file)
      Issue.record("recorded \(name)", sourceLocation: sourceLocation)
      return
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(actual == expected, "see \(name)", sourceLocation: sourceLocation)
  }
}
