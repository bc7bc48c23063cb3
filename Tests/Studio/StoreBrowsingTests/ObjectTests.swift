import CoreData
import Foundation
import StoreBrowsing
import StoreMigration
import Testing

/// Objects with their values, the history, and what stays as it is.
struct ObjectTests {
  @Test("An object is shown with its values, decoded without the classes of its program")
  func details() throws {
    let sample = try BrowsedSample(players: 60)
    let model = try sample.store.model(candidates: [])
    let name = ObjectName(entity: "Player", key: "p1")
    let details = try #require(try sample.store.reading(model) { try $0.details(of: name) })
    let values = Dictionary(uniqueKeysWithValues: details.attributes.map { ($0.name, $0.value) })
    #expect(details.name.title == "Player 0")
    #expect(values["name"] == .text("Player 0", count: 8))
    #expect(values["number"] == .word("0"))
    #expect(values["born"] == .word("2001-01-01 00:00:00.500 UTC"))
    #expect(
      values["home"] == .composite([.init(name: "street", value: .text("Main Street", count: 11))])
    )
    guard case .bytes(let photo)? = values["photo"], case .bytes(let tags)? = values["tags"] else {
      Issue.record("\(values)")
      return
    }
    #expect(photo.picture == "image/png")
    #expect(photo.count == BrowsedSample.picture?.count)
    #expect(tags.lines == ["NSArray", "  0: \"tall\"", "  1: \"quick\""])
    let bytes = try sample.store.reading(model) { try $0.bytes(of: "photo", in: name) }
    #expect(bytes.map { Data($0) } == BrowsedSample.picture)
    let team = try #require(details.relationships.first { $0.name == "team" })
    #expect(team.objects == [ObjectName(entity: "Team", key: "p1")])
    let other = try sample.store.reading(model) {
      try $0.details(of: ObjectName(entity: "Team", key: "p1"))
    }
    #expect(other?.relationships[0].count == 30)
    #expect(other?.relationships[0].objects.count == 20)
    #expect(other?.relationships[0].objects[0].title == "Player 0")
    #expect(other?.attributes[1].value == .word("yes"))
  }

  @Test(
    "A missing object is nil",
    arguments: ["p77", "p0", "p-1", "x", "", "../Team/p1", "p1%00", "p99999999999999999999"]
  )
  func absent(_ key: String) throws {
    let sample = try BrowsedSample()
    let model = try sample.store.model(candidates: [])
    let name = ObjectName(entity: "Player", key: key)
    #expect(try sample.store.reading(model) { try $0.details(of: name) } == nil)
    #expect(try sample.store.reading(model) { try $0.bytes(of: "photo", in: name) } == nil)
  }

  @Test("The history is read from the newest transaction on")
  func history() throws {
    let sample = try BrowsedSample()
    for number in 0..<60 {
      try sample.withContext { context in
        let team = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Team"))[0]
        team.setValue("City \(number)", forKey: "city")
        context.transactionAuthor = "author \(number)"
        try context.save()
      }
    }
    let model = try sample.store.model(candidates: [])
    let newest = try #require(try sample.store.reading(model) { try $0.history(upTo: nil) })
    #expect(newest.last == 61)
    #expect(newest.transactions.map(\.number) == (12...61).reversed())
    #expect(newest.transactions[0].author == "author 59")
    let oldest = try #require(try sample.store.reading(model) { try $0.history(upTo: 11) })
    #expect(oldest.transactions.map(\.number) == (1...11).reversed())
    let change = try #require(try sample.store.reading(model) { try $0.transaction(61) })
    #expect(change.changes.map(\.kind) == [.updated])
    #expect(change.changes[0].properties == ["city"])
    #expect(change.changes[0].object == ObjectName(entity: "Team", key: "p1"))
    #expect(try sample.store.reading(model) { try $0.transaction(99) } == nil)
    try sample.withContext { context in
      let history = NSPersistentHistoryChangeRequest.fetchHistory(
        after: nil as NSPersistentHistoryToken?
      )
      let all = try context.execute(history) as? NSPersistentHistoryResult
      let tenth = (all?.result as? [NSPersistentHistoryTransaction])?[19]
      try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: tenth))
    }
    let left = try #require(try sample.store.reading(model) { try $0.history(upTo: 30) })
    #expect(left.transactions.map(\.number) == (20...30).reversed())
  }

  @Test("Reading a store changes nothing, and creates no file beside it")
  func untouched() throws {
    let sample = try BrowsedSample()
    let files = sample.files
    let bytes = try Data(contentsOf: sample.url)
    let moment = try FileManager.default.attributesOfItem(atPath: sample.url.path)[
      .modificationDate
    ]
    let model = try sample.store.model(candidates: [])
    _ = try sample.store.inspection(.everything, candidates: [])
    _ = try sample.store.reading(model) { try $0.table(TableQuery("Player")) }
    _ = try sample.store.reading(model) { try $0.history(upTo: nil) }
    #expect(sample.files == files)
    #expect(try Data(contentsOf: sample.url) == bytes)
    let now = try FileManager.default.attributesOfItem(atPath: sample.url.path)[.modificationDate]
    #expect(now as? Date == moment as? Date)
  }

  @Test("Saves of another program are visible while it has the store open")
  func live() throws {
    let sample = try BrowsedSample()
    let model = try sample.store.model(candidates: [])
    try sample.withContext { context in
      let team = NSEntityDescription.insertNewObject(forEntityName: "Team", into: context)
      team.setValue("Bern", forKey: "city")
      try context.save()
      let table = try sample.store.reading(model) { try $0.table(TableQuery("Team")) }
      #expect(table.count == 3)
      #expect(table.rows[2].values[0] == .text("Bern", count: 4))
    }
    #expect(try sample.store.reading(model) { try $0.table(TableQuery("Team")) }.count == 3)
  }

  @Test("A file that is not a store is an error with a message")
  func noStore() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "none-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = folder.appending(path: "text.sqlite")
    try Data("SQLite format 3\0 but not really".utf8).write(to: text)
    let empty = folder.appending(path: "empty.sqlite")
    try Data().write(to: empty)
    for url in [text, empty, folder, folder.appending(path: "absent.sqlite")] {
      let store = BrowsedStore(url.path)
      #expect(throws: BrowsingError.self) { try store.model(candidates: []) }
      #expect(throws: BrowsingError.self) { try store.inspection(.everything, candidates: []) }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
  }
}
