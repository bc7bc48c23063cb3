import CoreData
import Foundation
import LeagueModel
import LeagueOperations
import Testing

struct EditingTests {
  let scratch: ScratchStore

  init() throws {
    scratch = try ScratchStore()
  }

  @Test(
    "Saved objects are there when the store is opened again",
    arguments: [StoreKind.sqlite, .binary, .xml, .custom]
  )
  func kinds(kind: StoreKind) throws {
    try scratch.open(kind).add("Crew", players: ["Grace Hopper", "Ada Lovelace", "Al Hopper"])
    try scratch.open(kind).add("Burn", "Orange")
    #expect(
      try scratch.open(kind).contents == [
        "Burn Orange", "Crew Blue", "  Al Hopper al@example.org",
        "  Grace Hopper grace@example.org",
        "  Ada Lovelace ada@example.org",
      ]
    )
  }

  @Test("Contents of a store in memory end with the store")
  func memory() throws {
    let store = try scratch.open(.memory)
    try store.add("Crew")
    #expect(try store.contents == ["Crew Blue"])
    #expect(try scratch.open(.memory).contents == [])
  }

  @Test("Records describe the stores, and find them again")
  func records() throws {
    let store = try scratch.open()
    try store.add("Crew", players: ["Ada Lovelace"])
    let team = try #require(try store.read { try $0.teams().map(TeamRecord.init) }.first)
    #expect(team.id == "p1" && team.name == "Crew" && team.uniformColor == "Blue")
    #expect(team.playerCount == 1)
    let player = try #require(try store.read { try $0.players().map(PlayerRecord.init) }.first)
    #expect(player.fullName == "Ada Lovelace" && player.email == "ada@example.org")
    #expect(player.team == "Crew")
    #expect(try store.read { try $0.team(id: team.id).name } == "Crew")
    #expect(try store.read { try $0.player(id: player.id).fullName } == "Ada Lovelace")
  }

  @Test(
    "A missing object counts as deleted",
    arguments: ["p2", "", "p", "p1/../p1", "x", "p\u{0}", "ü"]
  )
  func gone(id: String) throws {
    let store = try scratch.open()
    try store.add("Crew")
    #expect(throws: LeagueError.gone(.team)) { try store.read { try $0.team(id: id).name } }
    #expect(throws: LeagueError.gone(.player)) { try store.read { try $0.player(id: id).email } }
  }

  @Test(
    "Names have no control characters",
    arguments: [
      "\u{7}", "\n", "\t", "\u{0}", "\u{7F}", "\u{9B}", "\u{2028}", "\u{202E}", "\u{2066}",
    ]
  )
  func controlCharacters(character: String) throws {
    let store = try scratch.open()
    try store.add("Crew", players: ["Ada Lovelace"])
    let digits = String(character.unicodeScalars.first?.value ?? 0, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: 4 - digits.count) + digits
    let message = "the control character \(code) is in the text"
    let text = "A\(character)B"
    #expect(throws: LeagueError.invalid([.init(.name, message), .init(.uniformColor, message)])) {
      try store.change("") { try $0.addTeam(TeamForm(name: text, uniformColor: text)) }
    }
    #expect(
      throws: LeagueError.invalid([.init(.firstName, message), .init(.lastName, message)])
    ) {
      try store.change("") { league in
        let form = PlayerForm(firstName: text, lastName: text, email: "ada@example.org")
        try league.edit(try league.players()[0], form)
      }
    }
    #expect(try store.contents == ["Crew Blue", "  Ada Lovelace ada@example.org"])
    // Joiners occur in words of some languages.
    try store.add("\u{0645}\u{06CC}\u{200C}\u{062E}")
  }

  @Test("A name is the same however its accents are written")
  func accents() throws {
    let (composed, decomposed) = ("Caf\u{E9}", "Cafe\u{301}")
    let store = try scratch.open()
    try store.add(decomposed, "Blue")
    let stored = try store.read { try $0.teams()[0].name }
    #expect(stored.unicodeScalars.elementsEqual(composed.unicodeScalars))
    for name in [composed, decomposed] {
      #expect(throws: LeagueError.self) { try store.add(name) }
      #expect(try store.read { try $0.team(matching: name).uniformColor } == "Blue")
    }
    // As stored by earlier versions.
    try store.change("") { try $0.team(matching: composed).name = decomposed }
    for name in [composed, decomposed] {
      #expect(throws: LeagueError.self) { try store.add(name) }
      #expect(try store.read { try $0.team(matching: name).uniformColor } == "Blue")
    }
  }

  @Test("Every mistake in a form is reported, field by field")
  func problems() throws {
    let store = try scratch.open()
    try store.add("Crew", players: ["Ada Lovelace"])
    let needed = LeagueError.invalid([
      EntryProblem(.firstName, "a first name is needed"),
      EntryProblem(.lastName, "a last name is needed"),
      EntryProblem(.email, "an e-mail address is needed"),
    ])
    #expect(throws: needed) {
      try store.change("") { league in
        let team = try league.teams()[0]
        try league.addPlayer(PlayerForm(firstName: "", lastName: " ", email: "\n"), to: team)
      }
    }
    #expect(throws: needed) {
      try store.change("") { league in
        let player = try league.players()[0]
        try league.edit(player, PlayerForm(firstName: "", lastName: " ", email: "\n"))
      }
    }
    let taken = LeagueError.invalid([
      EntryProblem(.name, "there is a team 'Crew' already"),
      EntryProblem(.uniformColor, "a color is needed"),
    ])
    #expect(throws: taken) {
      try store.change("") { try $0.addTeam(TeamForm(name: " Crew ", uniformColor: "")) }
    }
    #expect(try store.contents == ["Crew Blue", "  Ada Lovelace ada@example.org"])
  }

  @Test(
    "An address is something at a host",
    arguments: [
      ("ada@example.org", true), ("ada@localhost", true), ("a.b+c@d.e.f", true),
      ("ada", false), ("@example.org", false), ("ada@", false), ("ada@example.", false),
      ("ada@.org", false), ("ada@example..org", false), ("ada l@example.org", false),
      ("ada@exam ple.org", false), ("a@b@c", false), ("ada@example.org\nx@y", false),
    ]
  )
  func addresses(address: String, isRight: Bool) throws {
    let store = try scratch.open(.memory)
    try store.add("Crew")
    let form = PlayerForm(firstName: "Ada", lastName: "Lovelace", email: address)
    let add = { try store.change("") { try $0.addPlayer(form, to: $0.teams()[0]).email } }
    if isRight {
      #expect(try add() == address)
    } else {
      let problem = EntryProblem(.email, "this is not an e-mail address")
      #expect(throws: LeagueError.invalid([problem])) { try add() }
    }
  }

  @Test("The conditions do not change the version of the model")
  func versions() throws {
    try LeagueModel.verify(LeagueModel.validating)
  }

  @Test("An edit changes what differs, and nothing if nothing does")
  func edits() throws {
    let store = try scratch.open()
    try store.add("Crew", players: ["Ada Lovelace"])
    try store.change("") { league in
      let team = try league.teams()[0]
      try league.edit(team, TeamForm(team))
      let player = try league.players()[0]
      try league.edit(player, PlayerForm(player))
      league.move(player, to: team)
      #expect(!league.context.hasChanges)
      try league.edit(team, TeamForm(name: "Crew", uniformColor: "Red"))
      #expect(team.changedValues().keys.sorted() == ["uniformColor"])
    }
    #expect(try store.contents == ["Crew Red", "  Ada Lovelace ada@example.org"])
  }

  @Test("Players move, and go with their team when it is deleted")
  func movingAndDeleting() throws {
    let store = try scratch.open()
    try store.add("Crew", players: ["Ada Lovelace", "Grace Hopper"])
    try store.add("Burn")
    try store.change("") { league in
      try league.move(league.players()[0], to: league.teams()[0])
    }
    #expect(
      try store.contents == [
        "Burn Blue", "  Grace Hopper grace@example.org", "Crew Blue",
        "  Ada Lovelace ada@example.org",
      ]
    )
    try store.change("") { try $0.delete($0.teams()[0]) }
    #expect(try store.contents == ["Crew Blue", "  Ada Lovelace ada@example.org"])
    try store.change("") { try $0.delete($0.players()[0]) }
    #expect(try store.contents == ["Crew Blue"])
  }

  @Test("A change that throws has no effect")
  func failure() throws {
    struct Stop: Error {}
    let store = try scratch.open()
    #expect(throws: Stop.self) {
      try store.change("") { league in
        try league.addTeam(TeamForm(name: "Crew", uniformColor: "Blue"))
        throw Stop()
      }
    }
    #expect(try store.contents == [])
  }

  @Test("Changes of another program are read before an edit")
  func others() throws {
    let one = try scratch.open()
    let other = try scratch.open()
    try one.add("Crew", players: ["Ada Lovelace"])
    let id = try other.read { try TeamRecord($0.team(matching: "Crew")).id }
    #expect(try one.read { try $0.team(id: id).uniformColor } == "Blue")
    try other.change("") { league in
      try league.edit(league.team(id: id), TeamForm(name: "Crew", uniformColor: "Red"))
    }
    #expect(try one.read { try $0.team(id: id).uniformColor } == "Red")
    try one.change("") { league in
      let team = try league.team(id: id)
      try league.edit(team, TeamForm(name: "The Crew", uniformColor: team.uniformColor))
    }
    #expect(try other.contents.first == "The Crew Red")
    try other.change("") { try $0.delete($0.team(id: id)) }
    #expect(throws: LeagueError.gone(.team)) { try one.read { try $0.team(id: id).name } }
    #expect(try one.contents == [])
  }

  @Test("A store that cannot be opened is named, and why")
  func unopenable() throws {
    try Data(repeating: 0x78, count: 2_000).write(to: scratch.location().url)
    for kind in [StoreKind.sqlite, .binary, .xml] {
      let location = StoreLocation(kind, at: scratch.location().url)
      let error = #expect(throws: LeagueError.self) { try LeagueStore(location) }
      #expect("\(error.map(String.init(describing:)) ?? "")".contains(location.url.path))
    }
  }
}
