import Foundation
import ObjectRows
import SQLDriver
import SQLStore
import SQLiteDriver
import Testing

@testable import CoreData

/// Contexts that read while another one saves: each thread is let go on when the other has come so far.
@Suite("Several readers of an SQLite store", .timeLimit(.minutes(10))) struct ReadersTests {
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

  @Test("While a save goes on others fetch, count and fault what was saved before")
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
      // As in a save: the coordinator is in use, and a transaction has written what nobody may see yet.
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

  @Test("What a slow reader has read before a save is not kept for those who come after it")
  func outdatedRows() throws {
    let cache = RowCache()
    let reference = Reference(number: 1, entity: 1, store: 1)
    let old = Row.make(.of([]))
    let new = Row.make(.of([]))
    old.version = 1
    new.version = 2
    let start = cache.present
    cache.set(new, for: reference)
    cache.offer(old, for: reference, since: start)
    #expect(cache[reference] === new)
    #expect(cache.has(reference, version: 2))
    cache.remove(reference)
    cache.offer(old, for: reference, since: start)
    #expect(cache[reference] == nil)
    cache.offer(old, for: reference, since: cache.present)
    #expect(cache[reference] === old)
  }

  @Test("A row that is taken out of the midst of others leaves these where they are found")
  func cacheOfManyRows() {
    let cache = RowCache(limit: 10_000)
    var kept: [Reference: Row] = [:]
    var dice = Dice(5)
    for _ in 0..<30_000 {
      let reference = Reference(
        number: .random(in: 1...4_000, using: &dice),
        entity: .random(in: 1...2, using: &dice),
        store: 1
      )
      if Bool.random(using: &dice) {
        let row = Row.make(.of([]))
        cache.set(row, for: reference)
        kept[reference] = row
      } else {
        cache.remove(reference)
        kept[reference] = nil
      }
    }
    for entity in 1...2 {
      for number in 1...Int64(4_000) {
        let reference = Reference(number: number, entity: entity, store: 1)
        #expect(cache[reference] === kept[reference])
      }
    }
  }

  @Test("Many threads read and write; nobody sees half a save")
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
