import Foundation
import Testing

@testable import league

struct ImportVerbTests {
  let typing: Typing

  init() throws {
    typing = try Typing()
  }

  @Test("An export is imported")
  func roundTrip() throws {
    typing.run("team add Crew --color Blue")
    typing.run("player add --team Crew --first Ada --last Lovelace --email ada@example.org")
    let csv = typing.path("players.csv")
    #expect(typing.run("export \(csv)").output.isEmpty)
    #expect(try String(contentsOfFile: csv, encoding: .utf8) == typing.run("export").output)
    #expect(
      typing.run("import \(csv)").output == "Added 0 teams and 0 players; 1 was there already.\n"
    )
    typing.run("team delete Crew --yes")
    #expect(typing.run("import \(csv)").output == "Added 1 team and 1 player.\n")
  }

  @Test("Problems are reported with line and column")
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

  @Test("Many errors are summed up, and lines that repeat others are listed")
  func sums() throws {
    let csv = typing.path("players.csv")
    let header = "team;color;first;last;email\n"
    let wrong = (1...25).map { "Crew;Blue;Ada\($0);;a@b\n" }.joined()
    try Data((header + wrong).utf8).write(to: URL(filePath: csv))
    let lines = typing.run("import \(csv)").errors.split(separator: "\n")
    #expect(lines.count == 21 && lines[0] == "\(csv):2:16: error: a last name is needed")
    #expect(
      lines[20] == """
        error: 25 errors in all, of which the first 20 are shown; nothing was imported \
        (25 times: a last name is needed)
        """
    )
    let twice = String(repeating: "Crew;Blue;Ada;Lovelace;a@b\n", count: 13)
    try Data((header + twice).utf8).write(to: URL(filePath: csv))
    #expect(
      typing.run("import \(csv)").output == """
        Added 1 team and 1 player; 12 lines repeat earlier ones: 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 2 more.

        """
    )
  }

  @Test("Players with equal names are listed with distinguishing details")
  func duplicates() {
    typing.run("team add Crew --color Blue")
    for _ in 0..<2 {
      typing.run("player add --team Crew --first Ada --last Lovelace --email ada@example.org")
    }
    #expect(
      typing.run("player list").output == """
        LAST NAME  FIRST NAME  E-MAIL           TEAM  ID
        Lovelace   Ada         ada@example.org  Crew  p1
        Lovelace   Ada         ada@example.org  Crew  p2

        """
    )
    #expect(typing.run("player delete p2 --yes").status == 0)
    #expect(!typing.run("player list").output.contains("ID"))
  }

  @Test("A missing or unwritable file is named")
  func files() {
    let missing = typing.run("import \(typing.path("none.csv"))")
    #expect(missing.status == 1 && missing.errors.contains("none.csv"))
    #expect(missing.errors.contains("No such file or directory"))
    for name in ["no.csv", "nine.csv"] {
      _ = FileManager.default.createFile(atPath: typing.path(name), contents: nil)
    }
    #expect(typing.run("import \(typing.path("nime.csv"))").errors.contains("did you mean"))
    let folder = typing.run("import \(typing.folder.path)")
    #expect(folder.status == 1 && folder.errors.contains("it is a folder"))
    let unwritable = typing.run("export \(typing.path("none/x.csv"))")
    #expect(unwritable.status == 1 && unwritable.errors.contains("none/x.csv"))
  }
}
