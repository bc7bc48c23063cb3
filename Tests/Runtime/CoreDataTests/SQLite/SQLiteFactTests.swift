import CoreData
import Foundation
import Testing

@Suite("Facts about SQLite stores") struct SQLiteFactTests {
  private let folder: StoreFolder

  init() throws {
    folder = try StoreFolder()
  }

  @Test("F153 The URI of an object has the UUID of the store, the entity and the primary key")
  func uris() throws {
    let context = try folder.context(Club.makeModel())
    let player = Player(context: context)
    let team = Team(context: context)
    try context.save()
    let store = try #require(context.persistentStoreCoordinator?.persistentStores.first)
    let identifier = try #require(store.identifier)
    #expect(
      player.objectID.uriRepresentation().absoluteString == "x-coredata://\(identifier)/Player/p1"
    )
    #expect(
      team.objectID.uriRepresentation().absoluteString == "x-coredata://\(identifier)/Team/p1"
    )
  }

  @Test("F280 A store at /dev/null is in memory, and each is another one")
  func nowhere() throws {
    let url = URL(fileURLWithPath: "/dev/null")
    let coordinators = [0, 1].map { _ in
      NSPersistentStoreCoordinator(managedObjectModel: Club.makeModel())
    }
    let contexts = try coordinators.map { coordinator in
      let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
      #expect(store.type == NSSQLiteStoreType && store.url == url)
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      return context
    }
    Player(context: contexts[0]).name = "Ada"
    try contexts[0].save()
    contexts[0].reset()
    let request = NSFetchRequest<Player>(entityName: "Player")
    request.predicate = NSPredicate(format: "name BEGINSWITH 'A'")
    #expect(try contexts[0].fetch(request).map(\.name) == ["Ada"])
    #expect(try contexts[1].count(for: request) == 0)
  }

  @Test("F292 The journal is a write-ahead log, unless a pragma says otherwise")
  func journal() throws {
    try writePlayer(in: folder.context(Club.makeModel()))
    let mode = try folder.query("PRAGMA journal_mode")
    #expect(mode == "wal")
    try writePlayer(
      in: folder.context(
        Club.makeModel(),
        "other.sqlite",
        options: [NSSQLitePragmasOption: ["journal_mode": "DELETE"]]
      )
    )
    #expect(try folder.query("PRAGMA journal_mode", "other.sqlite") == "delete")
    let again = try folder.context(Club.makeModel(), "other.sqlite")
    #expect(try folder.query("PRAGMA journal_mode", "other.sqlite") == "wal")
    try writePlayer(in: again)
  }

  @Test("F292 A file that is not a store, or is read-only, keeps its journal")
  func keptJournal() throws {
    _ = try folder.query("CREATE TABLE a (b)", "foreign.sqlite")
    #expect(throws: NSError.self) {
      _ = try folder.context(
        Club.makeModel(),
        "foreign.sqlite",
        options: [NSReadOnlyPersistentStoreOption: true]
      )
    }
    #expect(try folder.query("PRAGMA journal_mode", "foreign.sqlite") == "delete")
    let pragmas = [NSSQLitePragmasOption: ["journal_mode": "DELETE"]]
    try writePlayer(in: folder.context(Club.makeModel(), "kept.sqlite", options: pragmas))
    let context = try folder.context(
      Club.makeModel(),
      "kept.sqlite",
      options: [NSReadOnlyPersistentStoreOption: true]
    )
    #expect(try context.count(for: NSFetchRequest<Player>(entityName: "Player")) == 1)
    #expect(try folder.query("PRAGMA journal_mode", "kept.sqlite") == "delete")
  }

  private func writePlayer(in context: NSManagedObjectContext) throws {
    Player(context: context).name = "Ada"
    try context.save()
  }

  @Test("F054 An old row in memory is used again, unless the staleness interval is 0")
  func staleness() throws {
    let writer = try folder.context(Club.makeModel())
    Player(context: writer).name = "old"
    try writer.save()
    let reader = try folder.context(Club.makeModel())
    let request = NSFetchRequest<Player>(entityName: "Player")
    let player = try #require(try reader.fetch(request).first)
    #expect(player.name == "old")
    let theirs = try #require(try writer.fetch(request).first)
    theirs.name = "new"
    try writer.save()
    reader.refresh(player, mergeChanges: false)
    #expect(player.name == "old")
    reader.stalenessInterval = 0
    #expect(player.name == "old")
    reader.refresh(player, mergeChanges: false)
    #expect(player.name == "new")
  }

  @Test("F382 A pinned context sees one state of the store until it saves, is reset or moved on")
  func generations() throws {
    let context = try folder.context(Club.makeModel())
    Player(context: context).name = "Ada"
    try context.save()
    let coordinator = try #require(context.persistentStoreCoordinator)
    let pinned = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    pinned.persistentStoreCoordinator = coordinator
    try pinned.setQueryGenerationFrom(.current)
    let token = try #require(pinned.queryGenerationToken)
    let request = NSFetchRequest<Player>(entityName: "Player")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    let ada = try #require(try context.fetch(request).first)
    ada.name = "Eve"
    Player(context: context).name = "Zoe"
    try context.save()
    #expect(try pinned.fetch(request).map(\.name) == ["Ada"])
    #expect(try pinned.count(for: request) == 1)
    context.delete(ada)
    try context.save()
    pinned.refreshAllObjects()
    #expect(try pinned.fetch(request).map(\.name) == ["Ada"])
    #expect(pinned.queryGenerationToken == token)
    let follower = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    follower.persistentStoreCoordinator = coordinator
    try follower.setQueryGenerationFrom(token)
    #expect(try follower.fetch(request).map(\.name) == ["Ada"])
    try pinned.setQueryGenerationFrom(.current)
    #expect(try pinned.fetch(request).map(\.name) == ["Zoe"])
    Player(context: pinned).name = "Mia"
    try pinned.save()
    Player(context: context).name = "Bob"
    try context.save()
    #expect(try pinned.fetch(request).map(\.name) == ["Mia", "Zoe"])
    pinned.reset()
    #expect(try pinned.fetch(request).map(\.name) == ["Bob", "Mia", "Zoe"])
    try follower.setQueryGenerationFrom(nil)
    #expect(follower.queryGenerationToken == nil)
    #expect(try follower.fetch(request).count == 3)
  }

  @Test("F382 Without a write-ahead log a context stays unpinned, and writers are not blocked")
  func unpinned() throws {
    let context = try folder.context(
      Club.makeModel(),
      options: [NSSQLitePragmasOption: ["journal_mode": "DELETE"]]
    )
    try context.setQueryGenerationFrom(.current)
    #expect(context.queryGenerationToken == nil)
    try writePlayer(in: context)
  }

  @Test("F349 Data kept outside of the database are data like others")
  func externalData() throws {
    let entity = NSEntityDescription()
    entity.name = "Picture"
    entity.managedObjectClassName = "NSManagedObject"
    let bytes = NSAttributeDescription()
    bytes.name = "bytes"
    bytes.type = .binaryData
    bytes.isOptional = true
    bytes.allowsExternalBinaryDataStorage = true
    entity.properties = [bytes]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let context = try folder.context(model)
    let values = [Data(), Data([1, 2, 3]), Data(repeating: 7, count: 3_000_000)]
    for value in values {
      NSManagedObject(entity: entity, insertInto: context).setValue(value, forKey: "bytes")
    }
    try context.save()
    let other = try folder.context(model.copy() as? NSManagedObjectModel ?? model)
    let found = try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Picture"))
    #expect(Set(found.map { $0.value(forKey: "bytes") as? Data }) == Set(values))
  }
}
