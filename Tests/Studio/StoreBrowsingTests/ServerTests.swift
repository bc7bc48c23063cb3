import CoreData
import Foundation
import PostgreSQLServer
import StoreBrowsing
import StoreMigration
import Testing

/// Stores in PostgreSQL.
@Suite(.serialized) struct ServerTests {
  @Test("A store on a server is looked into as one in a file is")
  func server() throws {
    let sample = try BrowsedSample(players: 70, at: PostgreSQLServer.url(), type: .postgreSQL)
    let model = try sample.store.model(candidates: [])
    let query = TableQuery(
      "Player",
      predicate: "team.city == 'Rome' AND number > 3",
      order: "number",
      isAscending: false
    )
    let table = try sample.store.reading(model) { try $0.table(query) }
    #expect(table.count == 33)
    #expect(table.rows[0].values[0] == .text("Player 68", count: 9))
    let details = try sample.store.reading(model) { try $0.details(of: table.rows[32].object) }
    #expect(details?.attributes[0].value == .text("Player 4", count: 8))
    #expect(try sample.store.reading(model) { try $0.history(upTo: nil) }?.transactions.count == 1)
    let inspection = try sample.store.inspection(.everything, candidates: [])
    #expect(inspection.objectCount == 72)
    let second = try sample.store.reading(model) {
      try $0.table(TableQuery("Player", page: 2))
    }
    #expect(second.rows.count == 20)
  }

  @Test("Objects of a store on a server are edited, without overwriting what others save")
  func editing() throws {
    let sample = try BrowsedSample(players: 3, at: PostgreSQLServer.url(), type: .postgreSQL)
    let model = try sample.store.model(candidates: [])
    let editor = StoreEditor(sample.store, makesBackup: true)
    let teams = try sample.store.reading(model) {
      try $0.table(TableQuery("Team", order: "city"))
    }
    let oslo = try #require(teams.rows.first?.object)
    try editor.make(.set(oslo, [FieldText(["city"], "Bergen")]), model)
    let new = try #require(try editor.make(.add(entity: "Team"), model))
    try editor.make(.set(new, [FieldText(["city"], "Turin")]), model)
    #expect(try editor.save(.refuse) == .saved)
    #expect(editor.state.backup == nil)
    let saved = try sample.store.reading(model) {
      try $0.table(TableQuery("Team", order: "city"))
    }
    #expect(saved.rows.compactMap(\.values.first).map { "\($0)" }.count == 3)
    #expect(saved.rows[0].values[0] == .text("Bergen", count: 6))
    #expect(saved.rows[2].values[0] == .text("Turin", count: 5))
    try editor.make(.set(oslo, [FieldText(["city"], "Mine")]), model)
    let other = StoreEditor(sample.store, makesBackup: true)
    try other.make(.set(oslo, [FieldText(["city"], "Theirs")]), model)
    #expect(try other.save(.refuse) == .saved)
    other.discard()
    guard case .conflict(let conflicts) = try editor.save(.refuse) else {
      Issue.record("there is no conflict")
      return
    }
    #expect(conflicts.map(\.object.key) == [oslo.key])
    editor.discard()
    let kept = try sample.store.reading(model) { try $0.details(of: oslo) }
    #expect(kept?.attributes.first { $0.name == "city" }?.value == .text("Theirs", count: 6))
  }

  @Test("Only the displayed part of a large value is sent")
  func beginnings() throws {
    let sample = try BrowsedSample(players: 3, at: PostgreSQLServer.url(), type: .postgreSQL)
    try TableTests.largeSample(sample, .postgreSQL)
    try TableTests.expectBeginnings(sample)
  }

  @Test("A watch finds what other programs save, and nothing else", arguments: [true, false])
  func watch(_ keepsHistory: Bool) throws {
    let sample = try BrowsedSample(
      at: PostgreSQLServer.url(),
      type: .postgreSQL,
      keepsHistory: keepsHistory
    )
    let watch = try #require(sample.store.watch)
    defer { watch.end() }
    watch.begin()
    #expect(!watch.hasChanged())
    // Another store on the same server uses transaction numbers too.
    _ = try BrowsedSample(players: 1, at: PostgreSQLServer.url(), type: .postgreSQL)
    #expect(!watch.hasChanged())
    try sample.withContext(.postgreSQL, keepsHistory: keepsHistory) { context in
      let team = NSEntityDescription.insertNewObject(forEntityName: "Team", into: context)
      team.setValue("Bern", forKey: "city")
      try context.save()
    }
    #expect(watch.hasChanged())
    #expect(!watch.hasChanged())
    #expect(BrowsedSample.storeInFile.watch == nil)
  }

  @Test("No message has the password of a URL")
  func password() throws {
    let store = BrowsedStore("postgresql://ann:s3cret@127.0.0.1:1/club?connect_timeout=1")
    #expect(!store.path.contains("s3cret"))
    for error in [
      #expect(throws: BrowsingError.self) { try store.model(candidates: []) },
      #expect(throws: BrowsingError.self) { try store.inspection(.survey, candidates: []) },
    ] {
      #expect(error?.message.contains("s3cret") == false)
      #expect(error?.hint?.contains("s3cret") != true)
    }
  }
}
