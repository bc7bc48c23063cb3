import Foundation
import SQLDriver
import Testing

@testable import momgen

struct VerifyVerbTests {
  @Test func aSoundStore() throws {
    let store = try SampleStore()
    let run = Run("verify", store.path, "--model", SampleStore.league)
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(store.plain(run.output) == "League.sqlite: 2 entities, 3 objects, no problems\n")
    #expect(run.errorOutput.isEmpty)
  }

  @Test func problemsAreDiagnostics() throws {
    let store = try SampleStore()
    try store.execute("UPDATE ZPLAYER SET ZTEAM = 7, ZEMAIL = NULL WHERE Z_PK = 2")
    let run = Run("verify", store.path)
    #expect(run.exitCode == 1)
    #expect(run.output.isEmpty)
    #expect(
      store.plain(run.errorOutput) == """
        League.sqlite: error: 1 object of Player leads by 'team' to objects that do not exist (key 2) \
        [dangling-reference]
        League.sqlite: error: 1 object of Player lacks a value for 'email', which is mandatory (key 2) \
        [missing-value]

        """
    )
    let sarif = Run("verify", store.path, "--diagnostics", "sarif")
    #expect(sarif.output.contains("\"dangling-reference\""))
    #expect(sarif.errorOutput.isEmpty)
  }

  @Test func anotherModelIsAProblem() throws {
    let store = try SampleStore()
    let run = Run("verify", store.path, "--model", SampleModel.path("Company"))
    #expect(run.exitCode == 1)
    #expect(run.errorOutput.contains("[other-model]"))
    #expect(run.errorOutput.contains("hint: 'momgen migrate' migrates"))
  }

  /// The first page of a table is damaged: nothing can be counted, but SQLite reports the problem.
  @Test func uncountableDamageIsReported() throws {
    let store = try SampleStore()
    let root = try store.withConnection {
      try $0.value("SELECT rootpage FROM sqlite_master WHERE name = 'ZPLAYER'")
    }
    guard case .integer(let page) = root else {
      Issue.record("no such table")
      return
    }
    var bytes = try store.bytes()
    let start = (Int(page) - 1) * 4_096
    bytes.replaceSubrange(start..<(start + 4_096), with: Data(repeating: 0xEE, count: 4_096))
    try bytes.write(to: URL(filePath: store.path))
    #expect(Run("inspect", store.path).exitCode == 3)
    let run = Run("verify", store.path)
    #expect(run.exitCode == 1)
    #expect(run.errorOutput.contains("[damaged-database]"), "\(run.errorOutput)")
    #expect(!run.errorOutput.contains("***"))
    #expect(run.output.isEmpty)
  }

  @Test func notesAreNoFindings() throws {
    let store = try SampleStore(keepsModel: false)
    let run = Run("verify", store.path)
    #expect(run.exitCode == 0)
    #expect(run.errorOutput.contains("note: the model of the store is unknown"))
  }

  @Test func foreignFilesAreUnreadable() throws {
    let scratch = try Scratch()
    #expect(Run("verify", try scratch.write("", to: "e.sqlite")).exitCode == 3)
    #expect(Run("verify", scratch.folder.path).exitCode == 3)
  }
}
