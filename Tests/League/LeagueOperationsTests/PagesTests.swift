import Foundation
import LeagueModel
import LeagueOperations
import Testing

struct PagesTests {
  let store: LeagueStore

  init() throws {
    let scratch = try ScratchStore()
    store = try scratch.open()
    self.scratch = scratch
    let rows = (1...120).map { "Crew,Blue,Ann\($0),Bell,ann\($0)@example.org\n" }
    let more = "Fire,Dark Red,Zoë,Ängström,zoe@example.org\n,,Al,Noteam,al@example.net\n"
    _ = try store.importCSV(
      Array(("team,color,first,last,email\n" + rows.joined() + more).utf8),
      path: "f.csv"
    )
  }

  private let scratch: ScratchStore

  private func players(
    _ search: String = "",
    _ order: PlayerOrder = .lastName,
    page: Int = 1
  ) throws -> ListPage<PlayerRecord> {
    try store.read { try $0.page(of: ListQuery(search: search, order: order, page: page), in: nil) }
  }

  @Test(
    "Pages follow one another, and nothing is missing or twice",
    arguments: PlayerOrder.allCases
  )
  func pages(order: PlayerOrder) throws {
    var ids: [String] = []
    for number in 1...3 {
      let page = try players("", order, page: number)
      #expect(page.total == 122 && page.number == number)
      #expect(page.records.count == (number < 3 ? 50 : 22))
      ids += page.records.map(\.id)
    }
    #expect(Set(ids).count == 122)
    #expect(try players("", order, page: 1_000).number == 3)
    #expect(try players("", order, page: -1).number == 1)
  }

  static let searches: [(String, Int)] = [
    ("", 122), ("bell", 120), ("ann120", 1), ("ANN BELL 120", 1), ("zoe ang", 1), ("fire", 1),
    ("example.net", 1), ("nobody", 0), ("%", 0), ("_", 0), ("*", 0), ("'", 0), ("ann1", 32),
  ]

  @Test("Each word is looked for in all texts", arguments: searches)
  func search(text: String, count: Int) throws {
    let page = try players(text)
    #expect(page.total == count && page.records.count == min(count, 50))
  }

  @Test("Names are sorted as people expect")
  func orders() throws {
    #expect(try players().records[0].lastName == "Ängström")
    #expect(try players().records.prefix(3).map(\.firstName) == ["Zoë", "Ann1", "Ann2"])
    #expect(try players("", .lastNameBackwards).records[0].lastName == "Noteam")
    #expect(try players("", .email).records[0].email == "al@example.net")
    #expect(try players("", .firstName).records[0].firstName == "Al")
    #expect(try players("", .team, page: 3).records.last?.team == "Fire")
    let teams = try store.read { try $0.page(of: ListQuery(order: TeamOrder.nameBackwards)) }
    #expect(teams.records.map(\.name) == ["Fire", "Crew"])
    #expect(teams.records.map(\.playerCount) == [1, 120])
  }

  @Test("Values that are too long are refused, as long as they may be they are taken")
  func limits() throws {
    let problems = #expect(throws: LeagueError.self) {
      try store.change("add") { league in
        let team = try league.team(matching: "Fire")
        let long = String(repeating: "x", count: 101)
        try league.addPlayer(
          PlayerForm(firstName: long, lastName: long, email: "\(long)\(long)\(long)@x"),
          to: team
        )
      }
    }
    guard case .invalid(let found) = problems else { throw try #require(problems) }
    #expect(found.map(\.field) == [.firstName, .lastName, .email])
    #expect(found[0].message == "a first name has at most 100 characters")
    try store.change("edit") { league in
      let name = String(repeating: "x", count: EntryField.name.limit ?? 0)
      let color = String(repeating: "y", count: EntryField.uniformColor.limit ?? 0)
      try league.edit(
        league.team(matching: "Fire"),
        TeamForm(name: name, uniformColor: color)
      )
    }
  }
}
