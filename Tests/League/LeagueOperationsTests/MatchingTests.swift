import LeagueModel
import LeagueOperations
import Testing

struct MatchingTests {
  let store: LeagueStore

  init() throws {
    store = try LeagueStore(StoreLocation(.memory))
    try store.add("Burn", players: ["Ada Hopper", "Al Hopper"])
    try store.add("Crew", players: ["Ada Lovelace", "Ada Hopper"])
    try store.change("") { league in
      let form = PlayerForm(firstName: "Anna Maria", lastName: "van Dyke", email: "am@example.org")
      try league.addPlayer(form, to: league.team(matching: "Burn"))
    }
  }

  @Test(
    "A search term matches an address, a full name, a last name or a first name",
    arguments: [
      ("al@example.org", "Al Hopper"), ("AL@EXAMPLE.ORG", "Al Hopper"), ("Al Hopper", "Al Hopper"),
      ("lovelace", "Ada Lovelace"), ("Al", "Al Hopper"), (" Al  Hopper ", "Al Hopper"),
      ("Anna Maria van Dyke", "Anna Maria van Dyke"), ("van dyke", "Anna Maria van Dyke"),
    ]
  )
  func player(word: String, name: String) throws {
    #expect(try store.read { try $0.player(matching: word).fullName } == name)
  }

  @Test("The id means a player, too; the team may be said")
  func idAndTeam() throws {
    let id = try store.read { try $0.player(matching: "Lovelace").recordID }
    #expect(try store.read { try $0.player(matching: id).lastName } == "Lovelace")
    let team = try store.read { league in
      try league.player(matching: "Ada Hopper", in: league.team(matching: "burn")).team?.name
    }
    #expect(team == "Burn")
    #expect(throws: LeagueError.unknown(.player, id)) {
      try store.read { try $0.player(matching: id, in: $0.team(matching: "Burn")).email }
    }
  }

  @Test("Ambiguous names are asked about")
  func ambiguous() throws {
    let error = #expect(throws: LeagueError.self) {
      try store.read { try $0.player(matching: "Hopper").email }
    }
    #expect(error.map { "\($0)" } == "there are 3 players 'Hopper'")
    let ids = try store.read { league in
      try league.players().filter { $0.fullName == "Ada Hopper" }.map(\.recordID)
    }
    // The two Adas share their address as well.
    let hint = try #require(error?.hint)
    #expect(hint.contains("al@example.org (Al Hopper, Burn)"))
    for id in ids { #expect(hint.contains("\(id) (Ada Hopper, ")) }
  }

  @Test("A long list of candidates is cut")
  func many() throws {
    try store.add("Dash", players: (10..<30).map { "F\($0) Same" })
    let error = #expect(throws: LeagueError.self) {
      try store.read { try $0.player(matching: "Same").email }
    }
    #expect(error?.hint?.hasSuffix("or one of 10 more") == true)
  }

  @Test("A typing error is pointed at")
  func suggestions() throws {
    #expect(throws: LeagueError.unknown(.player, "Lovelacce", suggestion: "Lovelace")) {
      try store.read { try $0.player(matching: "Lovelacce").email }
    }
    #expect(throws: LeagueError.unknown(.team, "Cerw", suggestion: "Crew")) {
      try store.read { try $0.team(matching: "Cerw").name }
    }
    #expect(throws: LeagueError.unknown(.team, "")) {
      try store.read { try $0.team(matching: "").name }
    }
  }

  @Test("The exact name precedes one that differs in case")
  func teams() throws {
    try store.add("crew", "Red")
    #expect(try store.read { try $0.team(matching: "crew").uniformColor } == "Red")
    #expect(try store.read { try $0.team(matching: "Crew").uniformColor } == "Blue")
    #expect(try store.read { try $0.team(matching: "BURN").name } == "Burn")
    let error = #expect(throws: LeagueError.self) {
      try store.read { try $0.team(matching: "CREW").name }
    }
    #expect(error.map { "\($0)" } == "there are 2 teams 'CREW'")
  }
}
