import CorpusFiles
import Foundation
import ModelFiles
import Testing

@testable import CodeGeneration

/// The files of each case equal those in `Golden/<case>/<set>`; the targets in `Tests/Runtime/GeneratedCode` compile
/// them.
///
/// With `RECORD_GOLDENS` in the environment the files are recorded; such a run fails.
struct CompiledGoldenTests {
  /// Versions with more constructs than the current one.
  private static let versions = ["Company": "Company 2", "League": "League 2"]

  /// Parameters of the set `portable`.
  private static let parameters = ["Everything": ["primitives"], "League": ["primitives"]]

  @Test(
    arguments: ["Company", "Contacts", "Everything", "League"],
    ["portable", "stack"]
  )
  func filesAreAsRecorded(name: String, set: String) throws {
    let bundle = Corpus.package.appending(path: "Models/\(name).xcdatamodeld").path
    let loaded = try #require(ModelLoader().load(bundle, version: Self.versions[name]).loaded)
    let parameters = set == "portable" ? Self.parameters[name] ?? [] : []
    let rendered = try RenderedSet(set, ContextModel(loaded), parameters: parameters).files
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(components: "Golden", name, set)
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      try? FileManager.default.removeItem(at: folder)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (path, file) in rendered {
        try Data(file.text.utf8).write(to: folder.appending(path: path))
      }
      Issue.record("recorded \(name)/\(set)")
      return
    }
    let recorded = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(recorded.sorted() == rendered.keys.sorted())
    for (path, file) in rendered {
      let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      guard text != file.text else { continue }
      let changes = file.text.split(separator: "\n").difference(from: text.split(separator: "\n"))
      Issue.record("\(name)/\(set)/\(path) differs: \(changes.prefix(12))")
    }
  }

  /// A formatter would change nothing in white space, and every file ends in one line break.
  @Test(arguments: ["Company", "Contacts", "Everything", "League"], ["entity", "model"])
  func whiteSpaceIsTidy(name: String, files: String) throws {
    let bundle = Corpus.package.appending(path: "Models/\(name).xcdatamodeld").path
    let model = ContextModel(
      try #require(ModelLoader().load(bundle, version: Self.versions[name]).loaded)
    )
    let portable = try RenderedSet("portable", model, parameters: ["files=\(files)"]).files
    let stack = try RenderedSet("stack", model).files
    for (path, file) in portable.merging(stack, uniquingKeysWith: { first, _ in first }) {
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(!lines.contains { $0.last == " " || $0.contains("\t") }, "\(path)")
      #expect(!file.text.contains("\n\n\n"), "\(path)")
      #expect(
        file.text.hasSuffix("}\n") || file.text.hasSuffix("#endif\n") || files == "model",
        "\(path)"
      )
      #expect(!file.text.hasSuffix("\n\n"), "\(path)")
    }
  }
}
