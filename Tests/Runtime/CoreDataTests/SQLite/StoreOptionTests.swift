import Foundation
import PropertyLists
import SQLDriver
import SQLiteDriver
import StoreMigration
import Testing

@testable import CoreData

@Suite("Options and metadata of SQLite stores") struct StoreOptionTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func pages() throws -> Int? {
    Int(try folder.query("PRAGMA page_count"))
  }

  @Test("NSSQLiteManualVacuumOption gives free space back, NSSQLiteAnalyzeOption looks at indexes")
  func upkeep() throws {
    do {
      let context = try folder.context(Bookshop.makeModel())
      for number in 0..<2_000 {
        Bookshop.make(
          "Book",
          ["isbn": "\(number)", "title": String(repeating: "x", count: 300)],
          in: context
        )
      }
      try context.save()
      let all = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
      all.predicate = NSPredicate(format: "isbn != '1'")
      try context.execute(NSBatchDeleteRequest(fetchRequest: all))
    }
    let before = try pages()
    do {
      let context = try folder.context(
        Bookshop.makeModel(),
        options: [NSSQLiteManualVacuumOption: true, NSSQLiteAnalyzeOption: true]
      )
      #expect(try Bookshop.values("isbn", of: "Book", in: context) == ["1"])
    }
    guard let before, let after = try pages() else { return }
    #expect(after < before / 2)
    let statistics = "SELECT COUNT(*) > 0 FROM sqlite_stat1 WHERE tbl = 'ZBOOK'"
    #expect(try folder.query(statistics) == "1")
  }

  @Test("Pragmas of NSSQLitePragmasOption hold for the store's connection")
  func pragmas() throws {
    let context = try folder.context(
      Bookshop.makeModel(),
      options: [NSSQLitePragmasOption: ["synchronous": "OFF", "cache_size": "123"]]
    )
    let open = try #require(context.persistentStoreCoordinator?.openStores.first)
    let adapter = try #require(open.adapter as? SQLiteAdapter)
    #expect(try adapter.connection.value("PRAGMA synchronous") == .integer(0))
    #expect(try adapter.connection.value("PRAGMA cache_size") == .integer(123))
  }

  @Test("Metadata of others stay as they are when some are changed")
  func foreignMetadata() throws {
    let context = try folder.context(Bookshop.makeModel())
    let file = try SQLiteFile(folder.store(), access: .readWrite)
    var stored = try #require(try file.metadata())
    let foreign: [PropertyListDictionary.Entry] = [
      .init("zz", .array([.uid(3), .date(1.5), .data([0, 255])])),
      .init("aa", .dictionary(PropertyListDictionary([.init("k", .real(0.1))]))),
    ]
    stored.dictionary = PropertyListDictionary(foreign + stored.dictionary.entries)
    try file.connection.run(
      "UPDATE Z_METADATA SET Z_PLIST = ?",
      .blob(PropertyList.dictionary(stored.dictionary).binary())
    )
    let other = try folder.context(Bookshop.makeModel())
    let coordinator = try #require(other.persistentStoreCoordinator)
    let store = try #require(coordinator.persistentStores.first)
    var metadata = coordinator.metadata(for: store)
    metadata["mine"] = "here"
    coordinator.setMetadata(metadata, for: store)
    try other.save()
    let written = try #require(try file.metadata()).dictionary
    #expect(Array(written.entries.prefix(2)) == foreign)
    #expect(written.entries.last == .init("mine", .string("here")))
    #expect(context.persistentStoreCoordinator != nil)
  }
}
