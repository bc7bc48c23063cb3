import Foundation
import Testing

@testable import league

struct ImportVerbTests {
  let typing: Typing

  init() throws {
    typing = try Typing()
  }

  @Test("What is exported is imported")
  func roundTrip() throws {
    typing.run("team add Crew --color Blue")
    typing.run("player add --team Crew --first Ada --last Lovelace --email ada@example.org")
    let csv = typing.path("players.csv")
    #expect(typing.run("export \(csv)").output.isEmpty)
    #expect(try String(contentsOfFile: csv, encoding: .utf8) == typing.run("export").output)
    #expect(
      typing.run("import \(csv)").output == "Added 0 teams and 0 players; 1 were there already.\n"
    )
    typing.run("team delete Crew --yes")
    #expect(typing.run("import \(csv)").output == "Added 1 team and 1 player.\n")
  }

  @Test("Problems are told by line and column")
  func problems() throws {
    let csv = typing.path("players.csv")
    try Data("team,color,first,last,email\nCrew,Blue,Ada,,a\n".utf8).write(to: URL(filePath: csv))
    let outcome = typing.run("import \(csv)")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == """
        \(csv):2:15: error: a last name is needed
        \(csv):2:16: error: this is not an e-mail address

        """
    )
  }

  @Test("A file that is not there or cannot be written is named")
  func files() {
    let missing = typing.run("import \(typing.path("none.csv"))")
    #expect(missing.status == 1 && missing.errors.contains("none.csv"))
    let unwritable = typing.run("export \(typing.path("none/x.csv"))")
    #expect(unwritable.status == 1 && unwritable.errors.contains("none/x.csv"))
  }
}
