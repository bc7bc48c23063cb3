import EveryStore
import Foundation
import ObjectRows
import SQLDriver
import Testing

@testable import CoreData

/// Tests of fetched faults, whose cached rows must not hide that the store's rows are gone.
@Suite("Prefetched rows of faults", .everyDatabase) struct PrefetchedRowTests {
  private let folder: StoreFolder
  private let writer: NSManagedObjectContext

  // Objects do not retain their context.
  private let context: NSManagedObjectContext
  private let books = NSFetchRequest<NSManagedObject>(entityName: "Book")

  init() throws {
    folder = try StoreFolder()
    writer = try folder.context(Bookshop.makeModel())
    context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = writer.persistentStoreCoordinator
    for number in 1...3 {
      _ = Bookshop.make("Book", ["isbn": "\(number)", "title": "old"], in: writer)
    }
    try writer.save()
  }

  private func change(_ title: String) throws {
    for book in try writer.fetch(books) { book.setValue(title, forKey: "title") }
    try writer.save()
  }

  private func titles(_ found: [NSManagedObject]) -> [String] {
    found.map { $0.value(forKey: "title") as? String ?? "none" }
  }

  @Test("Fetched objects are faults with a prefetched row")
  func fault() throws {
    let found = try context.fetch(books)
    for book in found {
      #expect(book.isFault)
      #expect(book.row == nil)
      #expect(book.state.contains(.hasPrefetchedRow))
    }
    #expect(titles(found) == ["old", "old", "old"])
    #expect(found.allSatisfy { !$0.isFault && !$0.state.contains(.hasPrefetchedRow) })
  }

  @Test("A fault whose row was changed since gets the new one")
  func saved() throws {
    let found = try context.fetch(books)
    try change("new")
    #expect(titles(found) == ["new", "new", "new"])
  }

  @Test("A fault whose row was deleted since has no values")
  func deleted() throws {
    let found = try context.fetch(books)
    for book in try writer.fetch(books) { writer.delete(book) }
    try writer.save()
    #expect(titles(found) == ["none", "none", "none"])
  }

  @Test("Another fetch gives faults the current rows")
  func fetchedAgain() throws {
    let found = try context.fetch(books)
    try change("new")
    #expect(try context.fetch(books) == found)
    #expect(found.allSatisfy { $0.state.contains(.hasPrefetchedRow) })
    #expect(titles(found) == ["new", "new", "new"])
  }

  @Test("A context that sees another generation of the store uses the rows of that generation")
  func generations() throws {
    try context.setQueryGenerationFrom(.current)
    let found = try context.fetch(books)
    try change("new")
    #expect(found.first.map { titles([$0]) } == ["old"])
    try context.setQueryGenerationFrom(nil)
    #expect(found.last.map { titles([$0]) } == ["new"])
  }

  @Test("A row of an earlier generation is not taken for the newest one")
  func conflictAfterGeneration() throws {
    try context.setQueryGenerationFrom(.current)
    let found = try context.fetch(books)
    #expect(titles(found) == ["old", "old", "old"])
    // The rows of the query generation stay cached as long as another context is pinned to it.
    let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    other.persistentStoreCoordinator = writer.persistentStoreCoordinator
    try other.setQueryGenerationFrom(context.queryGenerationToken)
    try change("new")
    try context.setQueryGenerationFrom(nil)
    let watched = try #require(found.first)
    context.detectConflicts(for: watched)
    let error = #expect(throws: CocoaError.self) { try context.save() }
    #expect(error?.code == .managedObjectMerge)
    #expect(other.queryGenerationToken != nil)
  }

  @Test("The rows of a store that is closed are not seen")
  func closed() throws {
    let found = try context.fetch(books)
    let coordinator = try #require(context.persistentStoreCoordinator)
    for store in coordinator.persistentStores { try coordinator.remove(store) }
    #expect(titles(found) == ["none", "none", "none"])
  }

  @Test("Values of a certain age are read again", .stores(.sqlite), arguments: [true, false])
  func staleness(isKnownBefore: Bool) throws {
    if isKnownBefore { context.stalenessInterval = 0 }
    let found = try context.fetch(books)
    context.stalenessInterval = 0
    let coordinator = try #require(context.persistentStoreCoordinator)
    let adapter = try #require(coordinator.openStores.first?.adapter as? SQLiteAdapter)
    _ = try adapter.connection.run("UPDATE ZBOOK SET ZTITLE = 'other'")
    #expect(titles(found) == ["other", "other", "other"])
  }
}
