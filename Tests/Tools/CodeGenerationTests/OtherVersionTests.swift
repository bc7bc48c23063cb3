import BuiltPrograms
import CorpusFiles
import Foundation
import ManagedModel
import ModelFiles
import Testing

@testable import CodeGeneration

/// Classes that were generated from one version of a model, in a program that opens the version before or after it.
///
/// Each property that the opened version has with the same type has its value. Each other one has none, and a
/// message names it.
@Suite("Generated classes and the version before and after theirs")
struct OtherVersionTests {
  private static let bundles = [
    "objcio+core-data/Migrations/Migrations/Moody",
    "alemar11+CoreDataPlus/Tests/Resources/SampleModel/SampleModel",
  ]

  @Test(.enabled(if: Corpus.isAvailable() && BuiltModules.isThere), arguments: bundles)
  func versions(bundle: String) throws {
    let url = Corpus.folder.appending(path: "models/\(bundle).xcdatamodeld")
    let versions = try FileManager.default.contentsOfDirectory(atPath: url.path)
      .filter { $0.hasSuffix(".xcdatamodel") }.map { String($0.dropLast(12)) }
      .sorted { ($0.count, $0) < ($1.count, $1) }
    try #require(versions.count > 2)
    let scratch = try Scratch()
    for name in versions {
      let contents = try String(
        contentsOf: url.appending(components: "\(name).xcdatamodel", "contents"),
        encoding: .utf8
      )
      try scratch.write(Self.withClasses(contents), to: "\(name).xcdatamodel/contents")
    }
    for (number, name) in versions.enumerated() {
      let program = try Self.program(scratch.path("\(name).xcdatamodel"), in: scratch)
      for other in versions[max(0, number - 1)...min(number + 1, versions.count - 1)] {
        try Self.run(program, scratch.path("\(other).xcdatamodel"), isOwn: other == name)
      }
    }
  }

  /// The contents of a model in which each entity has a generated class with its own name.
  private static func withClasses(_ contents: String) -> String {
    contents.replacing(#/ representedClassName="[^"]*"/#, with: "")
      .replacing(#/ codeGenerationType="[^"]*"/#, with: "")
      .replacing(#/<entity name="([^"]*)"/#) { match in
        "<entity name=\"\(match.1)\" representedClassName=\"\(match.1)\" codeGenerationType=\"class\""
      }
  }

  /// The program with the classes of one version.
  private static func program(_ path: String, in scratch: Scratch) throws -> BuiltProgram {
    let model = ContextModel(try #require(ModelLoader().load(path).loaded))
    let files = try RenderedSet("portable", model, parameters: ["files=model"]).files.values
    return try BuiltProgram(
      files.map(\.text) + [
        CompilerRun.ownTypes(of: model), OtherVersionProbe(model: model.resolved).source,
      ]
    )
  }

  private static func run(_ program: BuiltProgram, _ model: String, isOwn: Bool) throws {
    let scratch = try Scratch()
    let result = try program.run([model, scratch.path("store.sqlite")])
    let title = "\(program.name) opens \(model)"
    #expect(result.status == 0, "\(title): \(result.errors)")
    let lines = result.output.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("wrong") } == [], "\(title)")
    #expect(lines.filter { $0.hasPrefix("right") }.count > 50, "\(title)")
    let none = Set(lines.filter { $0.hasPrefix("none: ") }.map { $0.dropFirst(6) })
    #expect(!isOwn || none.isEmpty, "\(title): \(none)")
    for place in none {
      let name = place.split(separator: ".").last ?? ""
      #expect(result.errors.contains("property \(name)"), "\(title): no message for \(place)")
    }
  }
}
