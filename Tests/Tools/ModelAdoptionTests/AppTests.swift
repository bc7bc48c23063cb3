import BuiltPrograms
import CorpusFiles
import Foundation
import ModelFiles
import SwiftSource
import Testing

@testable import ModelAdoption
@testable import momgen

/// An app's model layer: adopted, with a companion, compiled and run.
///
/// The files of `App` are those of an app for Apple's platforms, and do not compile here as they are.
@Suite(.serialized) struct AppTests {
  static let folder = Corpus.package.appending(path: "Tests/Tools/ModelAdoptionTests/App")
  static let golden = Corpus.package.appending(
    path: "Tests/Tools/ModelAdoptionTests/Golden/App.diff"
  )

  /// The app, adopted.
  struct Adopted {
    let module: SourceModule
    let texts: [AdoptedText]

    /// The model's file after the edits.
    let model: ModelEdit
  }

  /// The files of the app, adopted, by their paths below the folder.
  static func adopted() throws -> Adopted {
    let home = folder.appending(path: "Harbor").standardizedFileURL.path + "/"
    let names = try #require(FileManager.default.subpaths(atPath: home))
      .filter { $0.hasSuffix(".swift") }.sorted()
    let files = try names.map { name in
      AdoptedFile(path: name, bytes: [UInt8](try Data(contentsOf: URL(filePath: home + name))))
    }
    let outcome = ModelLoader().load(
      folder.appending(path: "Harbor.xcdatamodeld").path,
      version: nil
    )
    let model = try #require(outcome.loaded)
    let module = SourceModule(name: "Harbor", files: files, models: [model.resolved])
    let rules = Set(AdoptionRule.allCases)
    let adoption = Adoption(of: module, rules: rules, editableModels: [0])
    let contents = [UInt8](try Data(contentsOf: URL(filePath: model.version.path)))
    return Adopted(
      module: module,
      texts: adoption.texts,
      model: ModelEdit(contents, entities: adoption.categoryEntities[0] ?? [])
    )
  }

  /// The code that Xcode generates from the model after the edits, for both platforms.
  static func generated(from model: ModelEdit) throws -> [AdoptedFile] {
    let scratch = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let version = scratch.appending(path: "Harbor.xcdatamodel")
    try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
    try Data(model.bytes).write(to: version.appending(path: "contents"))
    let output = scratch.appending(path: "Made")
    let words = [
      "generate", version.path, "--template", "xcode", "--param", "portable", "-o", output.path,
    ]
    #expect(Momgen.run(words, in: .plain).exitCode == .success)
    return try FileManager.default.contentsOfDirectory(atPath: output.path).sorted()
      .filter { $0.hasSuffix(".swift") }
      .map { name in
        let bytes = [UInt8](try Data(contentsOf: output.appending(path: name)))
        return AdoptedFile(path: "Made/" + name, bytes: bytes)
      }
  }

  @Test func nothingIsLeftToDo() throws {
    let adopted = try Self.adopted()
    let (module, texts) = (adopted.module, adopted.texts)
    #expect(texts.count >= 70)
    let findings = texts.flatMap { text in text.findings.map { "\(text.path): \($0.message)" } }
    #expect(findings == [])
    #expect(adopted.model.changes.map(\.entity) == ["Buoy"])
    let again = texts.map { AdoptedFile(path: $0.path, bytes: $0.bytes) }
    for file in again { #expect(file.source.problems == [], "\(file.path)") }
    let second = SourceModule(name: "Harbor", files: again, models: module.models)
    for text in Adoption(of: second, rules: Set(AdoptionRule.allCases)).texts {
      #expect(text.edits.isEmpty, "\(text.path): \(text.edits.map(\.message))")
    }
  }

  /// The edits are those that were recorded; `RECORD_GOLDENS=1` records them anew.
  @Test func editsAreThoseRecorded() throws {
    let adopted = try Self.adopted()
    var record = ""
    for (file, text) in zip(adopted.module.files, adopted.texts) where !text.edits.isEmpty {
      record += "== \(text.path)\n"
      let before = String(decoding: file.source.bytes, as: UTF8.self).components(separatedBy: "\n")
      let after = String(decoding: text.bytes, as: UTF8.self).components(separatedBy: "\n")
      for change in after.difference(from: before) {
        switch change {
        case .remove(let offset, let line, _): record += "-\(offset + 1) \(line)\n"
        case .insert(let offset, let line, _): record += "+\(offset + 1) \(line)\n"
        }
      }
    }
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      try Data(record.utf8).write(to: Self.golden)
    }
    #expect(record == (try String(contentsOf: Self.golden, encoding: .utf8)))
  }

  /// The compiler takes the files of a module by themselves, as for debugging, or as a whole with optimization, as for
  /// a release.
  @Test(arguments: [("5", ["-wmo", "-O"]), ("6", [])])
  func compilesAndRuns(_ mode: String, _ flags: [String]) throws {
    let app = try Self.adopted()
    let files =
      app.texts.map { AdoptedFile(path: $0.path, bytes: $0.bytes) }
      + (try Self.generated(from: app.model))
    let adopted = SourceModule(name: "Harbor", files: files, models: app.module.models)
    let companion = Companion(of: adopted, sourceNames: "Harbor")
    #expect(companion.unsupplied.map { "\($0.name): \($0.reason)" } == [])
    let program = try AppProgram(
      files.map { ($0.path, $0.source.bytes) } + [("Companions.swift", Array(companion.text.utf8))],
      mode: mode,
      flags: flags + ["-suppress-warnings"]
    )
    let output = try program.run([Self.folder.appending(path: "Harbor.xcdatamodeld").path])
    #expect(output == "all is well\n")
  }
}

/// A program of some sources and the modules of this build.
struct AppProgram {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  struct Failure: Error {
    let messages: String
  }

  init(
    _ sources: [(path: String, bytes: [UInt8])],
    mode: String,
    flags: [String] = ["-suppress-warnings"]
  ) throws {
    var paths: [String] = []
    for (path, bytes) in sources {
      let url = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(bytes).write(to: url)
      paths.append(url.path)
    }
    let output = folder.appending(path: "program").path
    let (status, messages) = try run(
      "/usr/bin/env",
      ["swiftc", "-Onone", "-module-name", "Harbor", "-swift-version", mode]
        + flags + ["-o", output] + BuiltModules.flags + paths + BuiltModules.objects()
    )
    guard status == 0 else {
      let errors = messages.split(separator: "\n").filter { $0.contains("error:") }
      throw Failure(messages: errors.prefix(40).joined(separator: "\n"))
    }
  }

  /// The output of the program.
  func run(_ words: [String]) throws -> String {
    try run(folder.appending(path: "program").path, words).text
  }

  private func run(_ program: String, _ words: [String]) throws -> (status: Int32, text: String) {
    let log = folder.appending(path: UUID().uuidString)
    try Data().write(to: log)
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = words
    let handle = try FileHandle(forWritingTo: log)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try String(contentsOf: log, encoding: .utf8))
  }
}
