import CorpusFiles
import Foundation
import ModelFiles
import Testing

@testable import CodeGeneration

/// The files of each case equal those in `Golden/<case>/expected`.
///
/// A case is a folder with a model, `options.json`, and the output of the set. With
/// `RECORD_GOLDENS` in the environment the files are recorded; such a run fails, so that it is not mistaken
/// for a passing test.
struct SetGoldenTests {
  /// The contents of `options.json`.
  struct Options: Decodable {
    /// The name of a set, or the path of a template from the folder of the cases.
    var set: String
    var parameters: [String]

    /// A model of the project, if the case has none of its own.
    var model: String?
  }

  static let cases: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).sorted().filter {
      FileManager.default.fileExists(atPath: folder.appending(path: "\($0)/options.json").path)
    }
  }()

  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Golden")

  @Test func casesAreFound() {
    #expect(Self.cases.count >= 10)
  }

  @Test(arguments: cases)
  func filesAreAsRecorded(name: String) throws {
    let folder = Self.folder.appending(path: name)
    let options = try JSONDecoder().decode(
      Options.self,
      from: Data(contentsOf: folder.appending(path: "options.json"))
    )
    let own = folder.appending(path: "Model.xcdatamodel").path
    let path =
      options.model.map { Corpus.package.appending(path: "Models/\($0).xcdatamodeld").path } ?? own
    let loaded = try #require(ModelLoader().load(path).loaded)
    let files = try RenderedSet(
      TemplateReference(options.set, relativeTo: Self.folder.path),
      [ContextModel(loaded)],
      parameters: options.parameters
    ).files.mapValues(\.text)
    let expected = folder.appending(path: "expected")
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      try Self.record(files, in: expected)
      Issue.record("recorded \(name)")
      return
    }
    let recorded = try Self.recorded(in: expected)
    #expect(files.keys.sorted() == recorded.keys.sorted())
    for (path, text) in files where recorded[path] != text {
      Issue.record("\(name)/\(path) differs: \(Self.difference(text, recorded[path] ?? ""))")
    }
  }

  /// Expected files end in `.txt`, so that they are not taken for sources of this package.
  private static func record(_ files: [String: String], in folder: URL) throws {
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (path, text) in files {
      try Data(text.utf8).write(to: folder.appending(path: path + ".txt"))
    }
  }

  private static func recorded(in folder: URL) throws -> [String: String] {
    var files: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      files[name.hasSuffix(".txt") ? String(name.dropLast(4)) : name] = text
    }
    return files
  }

  private static func difference(_ text: String, _ recorded: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let old = recorded.split(separator: "\n", omittingEmptySubsequences: false)
    let changes = lines.difference(from: old).prefix(6).map { "\($0)" }
    return changes.joined(separator: " ")
  }
}
