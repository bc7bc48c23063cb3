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
    #expect(summary.teams == 2 && summary.players == 2 && summary.knownPlayers == 1)
    #expect(summary.repeatedPlayers == 1 && summary.repeatedLines == [6])
    #expect(
      try store.contents == [
        "Burn Orange", "  Al \"The Wall\" van, Dyke al@example.org", "Crew Blue",
        "  Grace Hopper grace@example.org", "  Ada Lovelace ada@example.org", "Dash Red",
      ]
    )
    #expect(try store.undo().title == "import f.csv")
    #expect(try store.contents == ["Crew Blue", "  Ada Lovelace ada@example.org"])
  }

  @Test("Columns may be in any order, and that of colors absent")
  func columns() throws {
    #expect(try read("EMAIL, Last ,first,team\r\na@b,B,A,Crew\r\n").players == 1)
    #expect(try store.contents == ["Crew Blue", "  A B a@b", "  Ada Lovelace ada@example.org"])
  }

  @Test(
    "An unknown column is reported with advice",
    arguments: [
      ("team,colour,first,last,email\n", "did you mean 'color'?"),
      (
        "team,color,first,last,email,\n",
        "a separator at the end of each line makes one: remove it"
      ),
      ("team,color,first,last,email,goals\n", "the columns are team, color, first, last, email"),
    ]
  )
  func unknownColumns(text: String, hint: String) {
    let failure = #expect(throws: ImportFailure.self) { try read(text) }
    #expect(failure?.problems.map(\.hint) == [hint])
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
          "2:6 the color of the team Crew is Blue", "2:14 this is not an e-mail address",
          "3:6 a color is needed", "3:9 a last name is needed", "4:2 a color without a team",
          "5:1 2 fields where the header has 5",
          "6:12 something between a closing quotation mark and the end of the field",
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

  @Test(
    "A quotation mark that is never closed is one error",
    arguments: [
      // In the first field, in the middle, and in the last one, where the number of fields is that of the header.
      ("team,color,first,last,email\n\"Burn,Red,A,B,a@b\nCrew,Blue,C,D,c@d\n", "2:1"),
      ("team,color,first,last,email\nBurn,Red,A,\"B,a@b\nCrew,Blue,C,D,c@d\n", "2:12"),
      ("team,color,first,last,email\nBurn,Red,A,B,\"a@b\nCrew,Blue,C,D,c@d\n", "2:14"),
      ("team,color,first,last,email\nBurn,Red,A,B,a@b\nCrew,Blue,C,D,\"", "3:15"),
      ("\"team,color,first,last,email\nBurn,Red,A,B,a@b\n", "1:1"),
      ("team,color,\"first,last,email\nBurn,Red,A,B,a@b\n", "1:12"),
    ]
  )
  func unclosedQuote(text: String, place: String) throws {
    let failure = #expect(throws: ImportFailure.self) { try read(text) }
    let found = failure?.problems.map { problem in
      "\(problem.place.line ?? 0):\(problem.place.column ?? 0) \(problem.message)"
    }
    #expect(found == ["\(place) a quotation mark that is never closed"])
    #expect(failure?.count == 1)
    #expect(try store.contents.count == 2)
  }

  @Test("Fields are numbered from one in messages")
  func numbersOfFields() {
    let failure = #expect(throws: ImportFailure.self) {
      try read("team,color,first,last,email\nCrew\nCrew,Blue\nCrew,Blue,A,B,a@b,\n")
    }
    #expect(
      failure?.problems.map(\.message) == [
        "1 field where the header has 5", "2 fields where the header has 5",
        "6 fields where the header has 5",
      ]
    )
  }

  @Test("Only the first new team without a color gets advice about colors")
  func hintOfColors() {
    let failure = #expect(throws: ImportFailure.self) {
      try read("team,color,first,last,email\nBurn,,A,B,a@b\nDash,,C,D,c@d\n,Red,E,F,e@f\n")
    }
    #expect(
      failure?.problems.map { "\($0.message) | \($0.hint ?? "")" } == [
        "a color is needed | a new team needs one, in the column 'color'",
        "a color is needed | ", "a color without a team | ",
      ]
    )
  }

  @Test("An export can be imported elsewhere")
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

  @Test("An import reports its progress, and can be stopped until it is saved")
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
    let saving = seen.filter { $0.stage == .saving }.map(\.fraction)
    #expect(saving.first == 0 && saving.last == 1 && saving == saving.sorted())
    #expect(saving.count > 2, "it does not move while it saves")
    #expect(seen.last?.stage == .saving && seen.count > 8)
    #expect(try store.undo().isRedone == false)
    #expect(try store.contents.count == 2)
  }

  @Test("An error while it is being saved does not stop it")
  func lateStop() throws {
    struct Stop: Error {}
    let rows = (0..<3_000).map { "T,Red,F\($0),L\($0),p\($0)@example.org\n" }
    let bytes = Array(("team,color,first,last,email\n" + rows.joined()).utf8)
    let summary = try store.importCSV(bytes, path: "f.csv") {
      if $0.stage == .saving, $0.fraction > 0 { throw Stop() }
    }
    #expect(summary.players == 3_000)
    #expect(try store.contents.count == 3_003)
  }

  @Test(
    "Other separators than commas are recognized",
    arguments: [
      "team;color;first;last;email\nBurn;Red;Al;\"van; Dyke, sr.\";al@example.org\n",
      "sep=;\r\nteam;color;first;last;email\r\nBurn;Red;Al;\"van; Dyke, sr.\";al@example.org\r\n",
      "\u{FEFF}team\tcolor\tfirst\tlast\temail\nBurn\tRed\tAl\tvan; Dyke, sr.\tal@example.org\n",
      "email|first|last|team|color\nal@example.org|Al|van; Dyke, sr.|Burn|Red\n",
      "sep=,\nteam,color,first,last,email\nBurn,Red,Al,\"van; Dyke, sr.\",al@example.org\n",
    ]
  )
  func separators(text: String) throws {
    #expect(try read(text).players == 1)
    #expect(try store.contents.prefix(2) == ["Burn Red", "  Al van; Dyke, sr. al@example.org"])
  }

  /// Files that are not CSV, and a part of the only message.
  static let foreign: [(bytes: [UInt8], message: String)] = [
    (Array("PK\u{3}\u{4}\u{14}\0\0[Content_Types].xml\n\n\n,,,\n".utf8), "a ZIP archive"),
    (Array("SQLite format 3\0\u{10}\n\n,\n".utf8), "an SQLite database"),
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13], "a file that is not text"),
    (Array("\u{FEFF}team,color\n".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, "UTF-16"),
    (Array("{\n  \"teams\": [\n    {\"name\": \"Crew\"}\n  ]\n}\n".utf8), "this is not a CSV file"),
    (Array("<html>\n<p class=\"a\">1, 2\n</html>\n".utf8), "this is not a CSV file"),
    (Array("Crew,Blue,Ada,Lovelace,ada@example.org\nCrew,Blue,A,B,a\n".utf8), "names none of"),
    ([0xE4, 0xF6, 0xFC, 0x0A, 0xE4, 0x2C, 0xFC, 0x0A], "this is not a CSV file"),
  ]

  @Test("A file that is no CSV gives one error", arguments: foreign)
  func noCSV(bytes: [UInt8], message: String) throws {
    let failure = #expect(throws: ImportFailure.self) {
      try store.importCSV(bytes, path: "f.csv")
    }
    let problems = try #require(failure?.problems)
    #expect(problems.count == 1 && failure?.count == 1)
    #expect(problems[0].message.contains(message), "\(problems[0].message)")
    #expect(problems[0].hint != nil)
    #expect(try store.contents.count == 2)
  }

  @Test("Of many errors the first are reported, and all are counted")
  func manyErrors() throws {
    let rows = (0..<500).map { "Crew,Blue,\($0 < 30 ? "" : "A"),B\($0),wrong\n" }
    let failure = #expect(throws: ImportFailure.self) {
      try read("team,color,first,last,email\n" + rows.joined())
    }
    #expect(failure?.count == 530)
    #expect(failure?.problems.count == ImportFailure.limit)
    #expect(failure?.problems.first?.place.line == 2)
    #expect(failure?.problems.last?.place.line == 11)
    #expect(
      failure?.messages.map { "\($0.count) \($0.text)" } == [
        "500 this is not an e-mail address", "30 a first name is needed",
      ]
    )
  }
}
