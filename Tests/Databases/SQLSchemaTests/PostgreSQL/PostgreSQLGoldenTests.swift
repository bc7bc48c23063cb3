import CorpusFiles
import Diagnostics
import Foundation
import ManagedModel
import ModelFiles
import Testing

@testable import SQLSchema

/// Tests of the complete text of a schema: the sample models against files in `Tests/Databases/GoldenSQL`.
///
/// With `RECORD_GOLDENS=1` in the environment the files are recorded again, and the test fails so that the recording
/// is reviewed.
@Suite struct PostgreSQLGoldenTests {
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil

  @Test(arguments: ["League", "Everything"], PostgreSQLProfile.allCases)
  func schemas(name: String, profile: PostgreSQLProfile) throws {
    let bundle = Corpus.package.appending(path: "Models/\(name).xcdatamodeld")
    let version = try #require(
      FileManager.default.contentsOfDirectory(atPath: bundle.path)
        .filter { $0.hasSuffix(".xcdatamodel") }.sorted().last
    )
    let contents = bundle.appending(components: version, "contents")
    let model = try #require(ContentsReader.read(Array(try Data(contentsOf: contents))).model)
    let schema = PostgreSQLSchema(ResolvedModel(model), options: .init(profile: profile))
    let issues = schema.issues.map {
      "-- \($0.severity.rawValue): \($0.message) [\($0.rule.rawValue)]\n"
    }
    let text = schema.script + "\n" + issues.joined()
    let golden = Corpus.package.appending(
      path: "Tests/Databases/GoldenSQL/\(name).\(profile.rawValue).sql"
    )
    if Self.isRecording {
      try Data(text.utf8).write(to: golden)
      Issue.record("recorded \(golden.lastPathComponent)")
      return
    }
    let expected = try String(contentsOf: golden, encoding: .utf8)
    #expect(text == expected)
  }
}
