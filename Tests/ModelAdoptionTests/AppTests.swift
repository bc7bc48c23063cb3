import BuiltPrograms
import CorpusFiles
import Foundation
import ModelFiles
import SwiftSource
import Testing

@testable import ModelAdoption

/// An app's model layer: adopted, with a companion, compiled and run.
///
/// The files of `App` are those of an app for Apple's platforms, and do not compile here as they are.
@Suite(.serialized) struct AppTests {
  static let folder = Corpus.package.appending(path: "Tests/ModelAdoptionTests/App")
  static let golden = Corpus.package.appending(path: "Tests/ModelAdoptionTests/Golden/App.diff")

  /// The files of the app, adopted, by their paths below the folder.
  static func adopted() throws -> (module: SourceModule, texts: [AdoptedText]) {
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
    let module = SourceModule(name: "Harbor", files: files, model: model.resolved)
    let adoption = Adoption(of: module, rules: Set(AdoptionRule.allCases))
    return (module, adoption.texts)
  }

  @Test func nothingIsLeftToDo() throws {
    let (module, texts) = try Self.adopted()
    #expect(texts.count >= 60)
    let findings = texts.flatMap { text in text.findings.map { "\(text.path): \($0.message)" } }
    #expect(
      findings == [
        "Model/Pilot+Overrides.swift: 'willSave' is overridden in an extension, which needs Objective-C"
      ]
    )
    let again = texts.map { AdoptedFile(path: $0.path, bytes: $0.bytes) }
    for file in again { #expect(file.source.problems == [], "\(file.path)") }
    let second = SourceModule(name: "Harbor", files: again, model: module.model)
    for text in Adoption(of: second, rules: Set(AdoptionRule.allCases)).texts {
      #expect(text.edits.isEmpty, "\(text.path): \(text.edits.map(\.message))")
    }
  }

  /// The edits are those that were recorded; `RECORD_GOLDENS=1` records them anew.
  @Test func editsAreThoseRecorded() throws {
    let (module, texts) = try Self.adopted()
    var record = ""
    for (file, text) in zip(module.files, texts) where !text.edits.isEmpty {
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

  @Test(arguments: ["5", "6"]) func compilesAndRuns(_ mode: String) throws {
    let (module, texts) = try Self.adopted()
    let again = texts.map { AdoptedFile(path: $0.path, bytes: Self.byHand($0)) }
    let adopted = SourceModule(name: "Harbor", files: again, model: module.model)
    let companion = Companion(of: adopted, sourceNames: "Harbor")
    #expect(companion.unsupplied.map { "\($0.name): \($0.reason)" } == [])
    let program = try AppProgram(
      again.map { ($0.path, $0.source.bytes) } + [("Companions.swift", Array(companion.text.utf8))],
      mode: mode
    )
    let output = try program.run([Self.folder.appending(path: "Harbor.xcdatamodeld").path])
    // Nested and private classes are not found by the names in a model, as DEVIATIONS says.
    let lines = output.split(separator: "\n").filter { !$0.contains("Unable to load class named") }
    #expect(lines == ["all is well"])
  }

  /// The one edit by hand that the tool asks for.
  private static func byHand(_ text: AdoptedText) -> [UInt8] {
    guard text.path == "Model/Pilot+Overrides.swift" else { return text.bytes }
    return Array(
      String(decoding: text.bytes, as: UTF8.self)
        .replacing("override public func willSave()", with: "func willSaveByHand()").utf8
    )
  }
}

/// A program of some sources and the modules of this build.
struct AppProgram {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  struct Failure: Error {
    let messages: String
  }

  init(_ sources: [(path: String, bytes: [UInt8])], mode: String) throws {
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
      ["swiftc", "-Onone", "-module-name", "Harbor", "-swift-version", mode, "-suppress-warnings"]
        + ["-o", output] + BuiltModules.flags + paths + BuiltModules.objects()
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
