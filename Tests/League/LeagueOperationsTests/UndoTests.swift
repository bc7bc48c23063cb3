import CoreData
import Foundation
import LeagueModel
import LeagueOperations
import Testing

/// Undoing from another run of the program: each step opens the store again.
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

  @Test("Later changes of another program are kept")
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

  @Test("Objects that cannot be restored are reported with the reason")
  func nameTaken() throws {
    try scratch.open().change("delete Crew") { try $0.delete($0.team(matching: "Crew")) }
    let other = try scratch.open()
    try save(other) { try $0.addTeam(TeamForm(name: "Crew", uniformColor: "Pink")) }
    let taken = EntryProblem(.name, "there is a team 'Crew' already")
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

  @Test("A run without changes keeps the undo journal")
  func nothing() throws {
    try scratch.open().change("do nothing") { _ = try $0.teams() }
    #expect(try scratch.open().undo().title == "add Crew")
  }

  @Test(
    "A record that is damaged or belongs to another store is ignored",
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

  // MARK: Changes by their names

  /// Makes a change with its own identifier.
  private func change(_ title: String, _ work: (League) throws -> Void) throws -> UUID {
    let id = UUID()
    try scratch.open().change(title, id: id, work)
    return id
  }

  @Test("A change is undone by its name, regardless of later changes")
  func byName() throws {
    let before = try scratch.open().contents
    let deletion = try change("delete Crew") { try $0.delete($0.team(matching: "Crew")) }
    try scratch.open().add("Dash", "Red", players: ["Alan Turing"])
    let undoable = try scratch.open().undoable(deletion)
    #expect(undoable?.title == "delete Crew" && undoable?.deletedTeams == ["Crew"])
    #expect(undoable?.deletedPlayers.sorted() == ["Ada Lovelace", "Grace Hopper"])
    let undone = try scratch.open().undo(deletion)
    #expect(undone.title == "delete Crew" && undone.restored.map(\.noun) == [.team])
    #expect(try scratch.open().contents == before + ["Dash Red", "  Alan Turing alan@example.org"])
    let name = try scratch.open().read { try $0.team(id: undone.restored[0].id).name }
    #expect(name == "Crew")
    // Only once, although the players could be there twice.
    #expect(throws: LeagueError.alreadyUndone("delete Crew")) { try scratch.open().undo(deletion) }
    #expect(try scratch.open().undoable(deletion) == nil)
    #expect(try scratch.open().undo().isRedone)
    #expect(try scratch.open().contents.first == "Burn Orange")
    #expect(throws: LeagueError.nothingToUndo) { try scratch.open().undo(UUID()) }
  }

  @Test("A player comes back into the team, unless that is gone")
  func playerByName() throws {
    let first = try change("delete Ada") { try $0.delete($0.player(matching: "Ada")) }
    let undone = try scratch.open().undo(first)
    let team = try scratch.open().read { try $0.team(matching: "Crew").recordID }
    #expect(undone.restored.map(\.team) == [team] && undone.restored.map(\.noun) == [.player])
    let second = try change("delete Ada") { try $0.delete($0.player(matching: "Ada")) }
    _ = try change("delete Crew") { try $0.delete($0.team(matching: "Crew")) }
    let contents = try scratch.open().contents
    #expect(throws: LeagueError.changedSince("delete Ada")) { try scratch.open().undo(second) }
    #expect(try scratch.open().contents == contents)
    #expect(try scratch.open().undo().title == "delete Crew")
  }

  @Test(
    "Objects that were restored under other ids are found",
    arguments: [StoreKind.sqlite, .xml, .custom, .postgresql]
  )
  func cameBack(kind: StoreKind) throws {
    func change(_ title: String, _ work: (League) throws -> Void) throws -> UUID {
      let id = UUID()
      try scratch.open(kind).change(title, id: id, work)
      return id
    }
    func contents() throws -> [String] { try scratch.open(kind).contents }
    let nothing = try contents()
    let addition = try change("add Dash") {
      let team = try $0.addTeam(TeamForm(name: "Dash", uniformColor: "Red"))
      let form = PlayerForm(firstName: "Alan", lastName: "Turing", email: "alan@example.org")
      try $0.addPlayer(form, to: team)
    }
    let added = try contents()
    let edit = try change("edit Dash") {
      try $0.edit($0.team(matching: "Dash"), TeamForm(name: "Dash", uniformColor: "Blue"))
    }
    let edited = try contents()
    let first = try change("delete Alan") { try $0.delete($0.player(matching: "Alan")) }
    // The team is restored twice, each time with another id.
    for _ in 0..<2 {
      let deletion = try change("delete Dash") { try $0.delete($0.team(matching: "Dash")) }
      #expect(try scratch.open(kind).undo(deletion).restored.count == 1)
    }
    #expect(try scratch.open(kind).undo(first).restored.count == 1)
    #expect(try contents() == edited)
    _ = try scratch.open(kind).undo(edit)
    #expect(try contents() == added)
    _ = try scratch.open(kind).undo(addition)
    #expect(try contents() == nothing)
  }

  @Test("A team whose name is taken is reported, and can be restored later")
  func nameTakenByName() throws {
    let deletion = try change("delete Crew") { try $0.delete($0.team(matching: "Crew")) }
    try scratch.open().add("Crew", "Pink")
    let taken = LeagueError.invalid([EntryProblem(.name, "there is a team 'Crew' already")])
    #expect(throws: taken) { try scratch.open().undo(deletion) }
    try scratch.open().change("rename") {
      try $0.edit($0.team(matching: "Crew"), TeamForm(name: "Pinks", uniformColor: "Pink"))
    }
    #expect(try scratch.open().undo(deletion).restored.count == 1)
  }

  @Test("A program that dies while it saves leaves no older change as the last one")
  func interruptedSave() throws {
    let deletion = try change("delete Ada") { try $0.delete($0.player(matching: "Ada")) }
    let url = URL(fileURLWithPath: scratch.location().url.path + "-undo")
    let journal = try FileHandle(forUpdating: url)
    try journal.seekToEnd()
    try journal.write(contentsOf: Data("{\"store\": \"half wri".utf8))
    try journal.close()
    #expect(throws: LeagueError.nothingToUndo) { try scratch.open().undo() }
    // Later changes are known again, and earlier ones by their identifiers.
    try scratch.open().add("Dash", "Red")
    #expect(try scratch.open().undo().title == "add Dash")
    #expect(try scratch.open().undo(deletion).restored.count == 1)
  }

  @Test(
    "The record of an import is small, whatever the store",
    arguments: [StoreKind.sqlite, .xml]
  )
  func bulk(kind: StoreKind) throws {
    let rows = (0..<2_000).map { "T\($0 % 10),Red,F\($0),L\($0),p\($0)@example.org\n" }
    let bytes = Array(("team,color,first,last,email\n" + rows.joined()).utf8)
    let before = try scratch.open(kind).contents
    _ = try scratch.open(kind).importCSV(bytes, path: "f.csv")
    let url = URL(fileURLWithPath: scratch.location(kind).url.path + "-undo")
    let size = try #require(try url.resourceValues(forKeys: [.fileSizeKey]).fileSize)
    #expect(size < (kind == .sqlite ? 2_000 : bytes.count * 2))
    let other = try scratch.open(kind)
    try save(other) { try $0.player(matching: "p7@example.org").lastName = "Else" }
    #expect(throws: LeagueError.changedSince("import f.csv")) { try scratch.open(kind).undo() }
    try save(other) { try $0.player(matching: "p7@example.org").lastName = "L7" }
    #expect(try scratch.open(kind).undo().title == "import f.csv")
    #expect(try scratch.open(kind).contents == before)
    #expect(try scratch.open(kind).undo().isRedone)
    #expect(try scratch.open(kind).contents.count == before.count + 2_010)
  }
}
