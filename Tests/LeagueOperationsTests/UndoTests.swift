import CoreData
import Foundation
import LeagueModel
import LeagueOperations
import Testing

/// Undoing from another run of the program: each step opens the store anew.
struct UndoTests {
  let scratch: ScratchStore

  init() throws {
    scratch = try ScratchStore()
    try scratch.open().add("Burn", "Orange", players: ["Al Hopper"])
    try scratch.open().add("Crew", players: ["Ada Lovelace", "Grace Hopper"])
  }

  /// A change, by name.
  struct Change: CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable (League) throws -> Void
  }

  static let changes = [
    Change(testDescription: "add a team") {
      try $0.addTeam(TeamForm(name: "Dash", uniformColor: "Red"))
    },
    Change(testDescription: "add a player") {
      let form = PlayerForm(firstName: "Alan", lastName: "Turing", email: "alan@example.org")
      try $0.addPlayer(form, to: $0.teams()[0])
    },
    Change(testDescription: "add a team and a player") {
      let team = try $0.addTeam(TeamForm(name: "Dash", uniformColor: "Red"))
      let form = PlayerForm(firstName: "Alan", lastName: "Turing", email: "alan@example.org")
      try $0.addPlayer(form, to: team)
    },
    Change(testDescription: "edit a team") {
      try $0.edit($0.teams()[1], TeamForm(name: "Crew", uniformColor: "Red"))
    },
    Change(testDescription: "edit a player") {
      let form = PlayerForm(firstName: "A", lastName: "B", email: "a@b")
      try $0.edit($0.player(matching: "Ada"), form)
    },
    Change(testDescription: "move a player") {
      try $0.move($0.player(matching: "Ada"), to: $0.teams()[0])
    },
    Change(testDescription: "delete a player") { try $0.delete($0.player(matching: "Ada")) },
    Change(testDescription: "delete a team with its players") { try $0.delete($0.teams()[1]) },
    Change(testDescription: "all at once") {
      let team = try $0.addTeam(TeamForm(name: "Dash", uniformColor: "Red"))
      try $0.move($0.player(matching: "Ada"), to: team)
      try $0.edit($0.teams()[0], TeamForm(name: "Bern", uniformColor: "Black"))
      try $0.delete($0.team(matching: "Crew"))
    },
  ]

  @Test("A change is undone, and done again", arguments: changes)
  func thereAndBack(change: Change) throws {
    let before = try scratch.open().contents
    try scratch.open().change("do it", change.run)
    let after = try scratch.open().contents
    #expect(after != before)
    for _ in 0..<2 {
      let undone = try scratch.open().undo()
      #expect(undone.title == "do it" && !undone.isRedone)
      #expect(try scratch.open().contents == before)
      let redone = try scratch.open().undo()
      #expect(redone.title == "do it" && redone.isRedone)
      #expect(try scratch.open().contents == after)
    }
  }

  @Test("Every kind of store can undo", arguments: StoreKind.allCases)
  func kinds(kind: StoreKind) throws {
    let store = try scratch.open(kind)
    #expect(throws: LeagueError.nothingToUndo) {
      try (kind == .sqlite ? LeagueStore(StoreLocation(.memory)) : store).undo()
    }
    if kind != .sqlite { try store.add("Crew", players: ["Ada Lovelace"]) }
    let before = try store.contents
    try store.change("delete it") { try $0.delete($0.team(matching: "Crew")) }
    #expect(try store.contents != before)
    #expect(try store.undo().title == "delete it")
    #expect(try store.contents == before)
  }

  @Test("What another program has changed since is left alone")
  func changedSince() throws {
    let team = try scratch.open().change("add Dash") { league in
      try league.addTeam(TeamForm(name: "Dash", uniformColor: "Red")).recordID
    }
    let refused = LeagueError.changedSince("add Dash")
    // Another program does not use these operations, and so leaves no record.
    let other = try scratch.open()
    try save(other) { try $0.team(id: team).uniformColor = "Green" }
    #expect(throws: refused) { try scratch.open().undo() }
    try save(other) { league in
      try league.team(id: team).uniformColor = "Red"
      try league.player(matching: "Ada").team = try league.team(id: team)
    }
    #expect(throws: refused) { try scratch.open().undo() }
    try save(other) { try $0.delete($0.team(id: team)) }
    #expect(throws: refused) { try scratch.open().undo() }
  }

  private func save(_ store: LeagueStore, _ work: (League) throws -> Void) throws {
    let context = store.container.newBackgroundContext()
    try context.performAndWait {
      try work(League(context))
      try context.save()
    }
  }

  @Test("What cannot come back says why")
  func nameTaken() throws {
    try scratch.open().change("delete Crew") { try $0.delete($0.team(matching: "Crew")) }
    let other = try scratch.open()
    try save(other) { try $0.addTeam(TeamForm(name: "Crew", uniformColor: "Pink")) }
    let taken = FieldProblem(.name, "there is a team 'Crew' already")
    #expect(throws: LeagueError.invalid([taken])) { try scratch.open().undo() }
  }

  @Test("A change that fails can be repeated, and leaves what can be undone")
  func failure() throws {
    #expect(throws: LeagueError.self) {
      try scratch.open().change("add Crew") {
        try $0.addTeam(TeamForm(name: "Crew", uniformColor: ""))
      }
    }
    #expect(try scratch.open().undo().title == "add Crew")
    #expect(try scratch.open().contents == ["Burn Orange", "  Al Hopper al@example.org"])
  }

  @Test("What changes nothing leaves what can be undone")
  func nothing() throws {
    try scratch.open().change("do nothing") { _ = try $0.teams() }
    #expect(try scratch.open().undo().title == "add Crew")
  }

  @Test(
    "A record that is damaged or belongs to another store is none",
    arguments: [
      "", "{", "[]", "{\"store\":\"x\",\"title\":\"\",\"isUndoing\":false,\"changes\":[]}",
    ]
  )
  func damaged(text: String) throws {
    let url = URL(fileURLWithPath: scratch.location().url.path + "-undo")
    #expect(FileManager.default.fileExists(atPath: url.path))
    try Data(text.utf8).write(to: url)
    #expect(throws: LeagueError.nothingToUndo) { try scratch.open().undo() }
  }
}
