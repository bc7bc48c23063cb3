import CoreData
import Foundation
import Testing

@Suite("The SQLite store") struct SQLiteStoreTests {
  private let folder: StoreFolder

  init() throws {
    folder = try StoreFolder()
  }

  private func makePlayers(_ context: NSManagedObjectContext) throws {
    let team = Team(context: context)
    team.setValue("Reds", forKey: "title")
    for number in 1...3 {
      let player = Player(context: context)
      player.name = "Player \(number)"
      player.goals = Int32(number)
      player.team = number < 3 ? team : nil
    }
    try context.save()
  }

  @Test("The contents of the file for another program")
  func fileAsOthersSeeIt() throws {
    try makePlayers(folder.context(Club.makeModel()))
    let tables = try folder.query("SELECT name FROM sqlite_master WHERE type = 'table'")
    #expect(
      tables.split(separator: "\n") == [
        "ZPERSON", "ZTEAM", "Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE",
      ]
    )
    #expect(
      try folder.query("SELECT Z_ENT, Z_OPT, ZGOALS, ZTEAM, ZNAME FROM ZPERSON ORDER BY ZNAME")
        == "2|1|1|1|Player 1\n2|1|2|1|Player 2\n2|1|3||Player 3"
    )
    #expect(
      try folder.query("SELECT * FROM Z_PRIMARYKEY ORDER BY 1")
        == "1|Person|0|3\n2|Player|1|0\n3|Team|0|1"
    )
    #expect(try folder.query("PRAGMA integrity_check; PRAGMA journal_mode") == "ok\nwal")
    #expect(try folder.query("PRAGMA auto_vacuum; PRAGMA page_size") == "2\n4096")
  }

  @Test("Objects are there again in another coordinator, with their relationships")
  func reopening() throws {
    try makePlayers(folder.context(Club.makeModel()))
    let context = try folder.context(Club.makeModel())
    let request = NSFetchRequest<Player>(entityName: "Player")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
    let players = try context.fetch(request)
    #expect(players.map(\.name) == ["Player 3", "Player 2", "Player 1"])
    #expect(players.map(\.goals) == [3, 2, 1])
    let team = try #require(players[1].team)
    #expect((team.value(forKey: "players") as? Set<NSManagedObject>)?.count == 2)
    #expect(players[0].team == nil)
  }

  @Test("Only changes are written, and the version is incremented")
  func updating() throws {
    let context = try folder.context(Club.makeModel())
    try makePlayers(context)
    let request = NSFetchRequest<Player>(entityName: "Player")
    request.predicate = NSPredicate(format: "goals == 2")
    let player = try #require(try context.fetch(request).first)
    player.goals = 20
    player.team = nil
    try context.save()
    let row = try folder.query(
      "SELECT Z_OPT, ZGOALS, ZTEAM, ZNAME FROM ZPERSON WHERE Z_PK = \(key(player))"
    )
    #expect(row == "2|20||Player 2")
    context.delete(player)
    try context.save()
    #expect(try folder.query("SELECT COUNT(*) FROM ZPERSON") == "2")
    let fresh = Player(context: context)
    try context.save()
    #expect(key(fresh) == "4")
  }

  private func key(_ object: NSManagedObject) -> String {
    String(object.objectID.uriRepresentation().lastPathComponent.dropFirst())
  }

  @Test("Of two contexts that change one object the second gets a conflict")
  func conflict() throws {
    let first = try folder.context(Club.makeModel())
    try makePlayers(first)
    let second = try folder.context(Club.makeModel())
    let request = NSFetchRequest<Player>(entityName: "Player")
    request.predicate = NSPredicate(format: "name == 'Player 1'")
    let mine = try #require(try first.fetch(request).first)
    let theirs = try #require(try second.fetch(request).first)
    mine.goals = 10
    theirs.goals = 11
    try first.save()
    #expect(throws: (any Error).self) { try second.save() }
    #expect(theirs.hasChanges)
    let goals = try folder.query("SELECT ZGOALS FROM ZPERSON WHERE ZNAME = 'Player 1'")
    #expect(goals == "10")
  }

  @Test("A model that the store was not made with is refused, with both sets of hashes")
  func otherModel() throws {
    try makePlayers(folder.context(Club.makeModel()))
    let model = Club.makeModel()
    model.entitiesByName["Team"]?.properties.removeAll { $0.name == "title" }
    let error = #expect(throws: NSError.self) { try folder.context(model) }
    #expect(error?.code == 134_100)
    #expect(error?.userInfo["storeVersionHashes"] != nil)
    #expect(error?.userInfo["modelVersionHashes"] != nil)
  }

  @Test("A store in memory, at /dev/null")
  func inMemory() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Club.makeModel())
    try coordinator.addPersistentStore(type: .sqlite, at: URL(fileURLWithPath: "/dev/null"))
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    try makePlayers(context)
    #expect(try context.count(for: NSFetchRequest<Player>(entityName: "Player")) == 3)
  }

  @Test("Nothing is written to a store that was opened read-only")
  func readOnly() throws {
    try makePlayers(folder.context(Club.makeModel()))
    let context = try folder.context(
      Club.makeModel(),
      options: [NSReadOnlyPersistentStoreOption: true]
    )
    let player = try #require(try context.fetch(NSFetchRequest<Player>(entityName: "Player")).first)
    player.goals = 99
    #expect(throws: (any Error).self) { try context.save() }
  }

  @Test("A file that is not a store is refused", arguments: ["", "SQLite format 3\0", "nonsense"])
  func noStore(start: String) throws {
    let bytes = Data(start.utf8) + Data(repeating: 0x5A, count: start.isEmpty ? 0 : 4_096)
    try bytes.write(to: folder.store())
    if start.isEmpty {
      #expect(throws: Never.self) { try folder.context(Club.makeModel()) }
    } else {
      #expect(throws: (any Error).self) { try folder.context(Club.makeModel()) }
    }
  }
}
