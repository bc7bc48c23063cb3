import Foundation
import Testing

@testable import momgen

struct InspectVerbTests {
  @Test func text() throws {
    let store = try SampleStore()
    let run = Run("inspect", store.path)
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    try Golden.expect(store.plain(run.output), equals: "inspect/League.txt")
  }

  @Test func json() throws {
    let store = try SampleStore()
    try store.execute("UPDATE ZPLAYER SET ZTEAM = 7 WHERE Z_PK = 2")
    let run = Run("inspect", store.path, "--format", "json", "--model", SampleStore.league)
    #expect(run.exitCode == 0)
    try Golden.expect(store.plain(run.output), equals: "inspect/League.json")
  }

  @Test(arguments: ["League", "League 2"])
  func theVersionIsNamed(version: String) throws {
    let store = try SampleStore(version: version, keepsModel: false)
    let run = Run("inspect", store.path, "--model", SampleStore.league)
    #expect(run.output.contains("  model         version '\(version)'\n"), "\(run.output)")
    #expect(Run("inspect", store.path).output.contains("  model         not known\n"))
  }

  @Test func entitiesThatDifferAreNamed() throws {
    let store = try SampleStore()
    let run = Run("inspect", store.path, "--model", SampleModel.path("Company"))
    #expect(run.exitCode == 0)
    #expect(
      run.output.contains(
        "no version of the given model\n                Employee: only in"
      )
    )
    #expect(run.output.contains("                Player: only in the store\n"))
    #expect(run.output.contains("[other-model]"))
  }

  @Test func unreadablePartsAreReported() throws {
    let scratch = try Scratch()
    let missing = Run("inspect", scratch.path("none.sqlite"))
    #expect(missing.exitCode == 3)
    #expect(missing.errorOutput.contains("error: cannot read the store: there is no such file"))
    let text = try scratch.write(String(repeating: "no database ", count: 99), to: "text.sqlite")
    let run = Run("inspect", text)
    #expect(run.exitCode == 3)
    #expect(run.errorOutput.contains("[damaged-store]"), "\(run.errorOutput)")
    let empty = Run("inspect", try scratch.write("", to: "empty.sqlite"))
    #expect(empty.exitCode == 3)
    #expect(empty.errorOutput.contains("the database is empty"))
    let store = try SampleStore()
    #expect(Run("inspect", store.path, "--model", scratch.path("M.momd")).exitCode == 3)
    #expect(Run("inspect").exitCode == 2)
  }
}
