import Diagnostics
import Foundation
import LeagueOperations
import Testing

struct ImportTests {
  let store: LeagueStore

  init() throws {
    store = try LeagueStore(StoreLocation(.memory))
    try store.add("Crew", players: ["Ada Lovelace"])
  }

  private func read(_ text: String) throws -> ImportSummary {
    try store.importCSV(Array(text.utf8), path: "f.csv")
  }

  @Test("Teams and players are added; what there is stays")
  func additions() throws {
    let summary = try read(
      #"""
      team,color,first,last,email
      Crew,Blue,Ada,Lovelace,ada@example.org
      Crew,,Grace,Hopper,grace@example.org
      Burn,Orange,"Al ""The Wall""","van, Dyke", al@example.org

      Burn,Orange,"Al ""The Wall""","van, Dyke",al@example.org
      Dash,Red,,,
      """#
    )
    #expect(summary.teams == 2 && summary.players == 2 && summary.knownPlayers == 2)
    #expect(
      try store.contents == [
        "Burn Orange", "  Al \"The Wall\" van, Dyke al@example.org", "Crew Blue",
        "  Grace Hopper grace@example.org", "  Ada Lovelace ada@example.org", "Dash Red",
      ]
    )
    #expect(try store.undo().title == "import f.csv")
    #expect(try store.contents == ["Crew Blue", "  Ada Lovelace ada@example.org"])
  }

  @Test("Columns may be in any order, and that of colours absent")
  func columns() throws {
    #expect(try read("EMAIL, Last ,first,team\r\na@b,B,A,Crew\r\n").players == 1)
    #expect(try store.contents == ["Crew Blue", "  A B a@b", "  Ada Lovelace ada@example.org"])
  }

  @Test(
    "All problems of a file are found at once, and nothing is changed",
    arguments: [
      ("", ["1:1 the first line must name the columns; missing: team, first, last, email"]),
      (
        "team,colour,first,team\n",
        [
          "1:1 the first line must name the columns; missing: last, email",
          "1:6 there is no column 'colour'", "1:19 the column 'team' is there twice",
        ]
      ),
      (
        "team,color,first,last,email\n"
          + "Crew,Red,A,B,ab\n"
          + "Burn,,A,,a@b\n"
          + ",Red,A,B,a@b\n"
          + "Crew,Blue\n"
          + "Crew,\"Blue\"x,A,B,a@b\n"
          + "Crew,Blue,Ä,\"\n\",a@b\n"
          + "Dash,Red,A,B,\"a@b\n",
        [
          "2:6 the colour of the team Crew is Blue", "2:14 this is not an e-mail address",
          "3:6 a colour is needed", "3:9 a last name is needed", "4:2 a colour without a team",
          "5:1 2 fields where the header has 5",
          "6:12 something between a closing quotation mark and the next comma",
          "7:13 a last name is needed", "9:14 a quotation mark that is never closed",
        ]
      ),
    ]
  )
  func problems(text: String, expected: [String]) throws {
    let failure = #expect(throws: ImportFailure.self) { try read(text) }
    let found = failure?.problems.map { problem in
      "\(problem.place.line ?? 0):\(problem.place.column ?? 0) \(problem.message)"
    }
    #expect(found == expected)
    #expect(try store.contents == ["Crew Blue", "  Ada Lovelace ada@example.org"])
  }

  @Test("What is exported can be imported elsewhere")
  func roundTrip() throws {
    let text = """
      team,color,first,last,email\r
      Burn,Orange,Al,"van, Dyke",al@example.org\r
      Dash,"Red, mostly",,,\r

      """
    _ = try read(text)
    let csv = try store.read { try $0.csv() }
    #expect(
      csv.hasPrefix("team,color,first,last,email\r\nCrew,Blue,Ada,Lovelace,ada@example.org\r\n")
    )
    let other = try LeagueStore(StoreLocation(.memory))
    _ = try other.importCSV(Array(csv.utf8), path: "f.csv")
    #expect(try other.contents == store.contents)
    #expect(try other.read { try $0.csv() } == csv)
    #expect(try other.importCSV(Array(csv.utf8), path: "f.csv").players == 0)
  }

  @Test("Players without a team go to a file and come back")
  func withoutTeam() throws {
    #expect(try read("team,color,first,last,email\n,,Alan,Turing,alan@example.org\n").players == 1)
    let csv = try store.read { try $0.csv() }
    #expect(csv.hasSuffix(",,Alan,Turing,alan@example.org\r\n"))
    let other = try LeagueStore(StoreLocation(.memory))
    #expect(try other.importCSV(Array(csv.utf8), path: "f.csv").players == 2)
    #expect(try other.read { try $0.csv() } == csv)
    #expect(try other.importCSV(Array(csv.utf8), path: "f.csv").knownPlayers == 2)
    let alan = try other.read { PlayerRecord(try $0.player(matching: "Turing")) }
    #expect(alan.team == nil)
  }

  @Test("An import tells how far it is, and can be stopped until it is saved")
  func progress() throws {
    struct Stop: Error {}
    let rows = (0..<3_000).map { "T\($0 % 10),Red,F\($0),L\($0),p\($0)@example.org\n" }
    let bytes = Array(("team,color,first,last,email\n" + rows.joined()).utf8)
    for stage in [ImportProgress.Stage.reading, .adding, .saving] {
      #expect(throws: Stop.self) {
        try store.importCSV(bytes, path: "f.csv") { if $0.stage == stage { throw Stop() } }
      }
      #expect(try store.contents.count == 2)
    }
    var seen: [ImportProgress] = []
    #expect(try store.importCSV(bytes, path: "f.csv") { seen.append($0) }.players == 3_000)
    #expect(seen.map(\.fraction).allSatisfy { (0...1).contains($0) })
    #expect(seen.last == ImportProgress(.saving, 0) && seen.count > 8)
    #expect(try store.undo().isRedone == false)
    #expect(try store.contents.count == 2)
  }
}
