import EveryStore
import Foundation
import SQLDriver
import SQLiteDriver
import Testing

@testable import CoreData

/// Tests of contexts that read while another one saves, with threads synchronized step by step.
@Suite("Several readers of a store in a database", .timeLimit(.minutes(30)), .everyDatabase)
struct ReadersTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private static func context(
    _ coordinator: NSPersistentStoreCoordinator?
  ) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func titles(_ context: NSManagedObjectContext) throws -> [String] {
    try Bookshop.values("title", of: "Book", in: context)
  }

  @Test(
    "During a save others fetch, count and fault earlier values",
    .stores(.sqlite)
  )
  func readingWhileSaving() throws {
    let writer = try folder.context(Bookshop.makeModel())
    let coordinator = try #require(writer.persistentStoreCoordinator)
    let shelf = Bookshop.make("Shelf", ["name": "A"], in: writer)
    for number in 1...3 {
      let book = Bookshop.make("Book", ["isbn": "\(number)", "title": "old"], in: writer)
      book.setValue(shelf, forKey: "shelf")
    }
    try writer.save()
    let isHeld = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    let hasEnded = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      // As during a save: the coordinator is locked, and a transaction has written rows that are not visible yet.
      coordinator.lock.withLock {
        let adapter = coordinator.openStores.first?.adapter as? SQLiteAdapter
        try? adapter?.connection.begin(.write)
        _ = try? adapter?.connection.run("UPDATE ZBOOK SET ZTITLE = 'new', Z_OPT = Z_OPT + 1")
        isHeld.signal()
        mayEnd.wait()
        try? adapter?.connection.commit()
      }
      hasEnded.signal()
    }
    isHeld.wait()
    let reader = Self.context(coordinator)
    #expect(try titles(reader) == ["old", "old", "old"])
    #expect(try reader.count(for: NSFetchRequest<NSManagedObject>(entityName: "Book")) == 3)
    let shelves = try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Shelf"))
    #expect((shelves.first?.value(forKey: "books") as? Set<NSManagedObject>)?.count == 3)
    #expect(shelves.first?.objectID.isTemporaryID == false)
    mayEnd.signal()
    hasEnded.wait()
    #expect(try titles(Self.context(coordinator)) == ["new", "new", "new"])
  }

  @Test("A connection that failed once is made later", .stores(.sqlite))
  func transientFailure() throws {
    let writer = try folder.context(Bookshop.makeModel())
    Bookshop.make("Book", ["isbn": "1", "title": "old"], in: writer)
    try writer.save()
    let store = writer.persistentStoreCoordinator?.openStores.first
    let readers = try #require((store?.adapter as? SQLiteAdapter)?.readers)
    let url = folder.store()
    let elsewhere = folder.store("elsewhere.sqlite")
    try FileManager.default.moveItem(at: url, to: elsewhere)
    #expect(readers.read { _ in true } == nil)
    try FileManager.default.moveItem(at: elsewhere, to: url)
    #expect(readers.read { _ in true } == true)
  }

  @Test("Many threads read and write; no reader sees half a save")
  func crowd() async throws {
    let writer = try folder.context(Bookshop.makeModel())
    let coordinator = try #require(writer.persistentStoreCoordinator)
    try Rounds.begin(writer)
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for round in 0..<40 {
          try? Rounds.change(round, in: writer)
          try? writer.save()
        }
      }
      for _ in 0..<3 {
        group.addTask {
          for _ in 0..<40 {
            let reader = Self.context(coordinator)
            let books = NSFetchRequest<NSManagedObject>(entityName: "Book")
            let found = (try? reader.fetch(books)) ?? []
            #expect(found.count % Rounds.booksInRound == 1)
            for book in found { #expect(book.value(forKey: "isbn") != nil) }
          }
        }
      }
    }
    #expect(try Rounds.check(folder.context(Bookshop.makeModel())) == 40)
  }
}
