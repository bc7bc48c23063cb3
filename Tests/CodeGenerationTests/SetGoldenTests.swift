import CorpusFiles
import Foundation
import ModelFiles
import Testing

@testable import CodeGeneration

/// The files of each case equal those in `Golden/<case>/<set>`; the targets in `Tests/GeneratedCode` compile
/// them.
///
/// With `RECORD_GOLDENS` in the environment the files are written anew; such a run fails.
struct SetGoldenTests {
  @Test(
    arguments: ["Company", "Contacts", "Everything", "League"],
    ["portable", "stack"]
  )
  func filesAreAsRecorded(name: String, set: String) throws {
    let path = Corpus.package.appending(path: "Models/\(name).xcdatamodeld").path
    let loaded = try #require(ModelLoader().load(path).loaded)
    let rendered = try RenderedSet(set, of: ContextModel(loaded)).files
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(components: "Golden", name, set)
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      try? FileManager.default.removeItem(at: folder)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for file in rendered {
        try Data(file.text.utf8).write(to: folder.appending(path: file.path))
      }
      Issue.record("recorded \(name)/\(set)")
      return
    }
    let recorded = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(recorded.sorted() == rendered.map(\.path).sorted())
    for file in rendered {
      let text = try String(contentsOf: folder.appending(path: file.path), encoding: .utf8)
      guard text != file.text else { continue }
      let changes = file.text.split(separator: "\n").difference(from: text.split(separator: "\n"))
      Issue.record("\(name)/\(set)/\(file.path) differs: \(changes.prefix(12))")
    }
  }

  /// Nothing that a formatter would take away, and every file ends in one line end.
  @Test(arguments: ["Company", "Contacts", "Everything", "League"], ["entity", "model"])
  func whiteSpaceIsTidy(name: String, files: String) throws {
    let path = Corpus.package.appending(path: "Models/\(name).xcdatamodeld").path
    let model = ContextModel(try #require(ModelLoader().load(path).loaded))
    let portable = try RenderedSet("portable", of: model, ["files=\(files)"]).files
    for file in try portable + RenderedSet("stack", of: model).files {
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(!lines.contains { $0.last == " " || $0.contains("\t") }, "\(file.path)")
      #expect(!file.text.contains("\n\n\n"), "\(file.path)")
      #expect(
        file.text.hasSuffix("}\n") || file.text.hasSuffix("#endif\n") || files == "model",
        "\(file.path)"
      )
      #expect(!file.text.hasSuffix("\n\n"), "\(file.path)")
    }
  }
}
