import CorpusFiles
import Foundation
import JSON
import ModelFiles
import Testing

@testable import CodeGeneration

/// The context of each case equals that in `Golden/<case>/context.json`.
///
/// With `RECORD_GOLDENS` in the environment the files are written anew; such a run fails, so that nobody
/// takes it for a test.
struct GoldenTests {
  @Test(arguments: ["Company", "Everything", "League"])
  func contextIsAsRecorded(name: String) throws {
    let path = Corpus.package.appending(path: "Models/\(name).xcdatamodeld").path
    let loaded = try #require(ModelLoader().load(path).loaded)
    let value = GenerationContext([ContextModel(loaded)]).value
    let text = JSONText(.pretty).text(of: JSONValue(value)) + "\n"
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(components: "Golden", name, "context.json")
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(text.utf8).write(to: file)
      Issue.record("recorded \(name)/context.json")
      return
    }
    let recorded = try String(contentsOf: file, encoding: .utf8)
    guard text != recorded else { return }
    let changes = text.split(separator: "\n").difference(from: recorded.split(separator: "\n"))
    Issue.record("\(name)/context.json differs: \(changes.prefix(12))")
  }
}
