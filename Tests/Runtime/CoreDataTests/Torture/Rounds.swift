import CoreData
import Foundation
import Testing

/// Saves with an invariant that can be checked afterwards.
///
/// Round n inserts a shelf with three books and a tag that all have, and increments a counter in an existing book. If
/// a store has lost part of a round, or a round between others, the check finds it.
enum Rounds {
  static let booksInRound = 3

  /// Inserts the counter into a new store.
  static func begin(_ context: NSManagedObjectContext) throws {
    Bookshop.make("Book", ["isbn": "counter", "pages": 0], in: context)
    try context.save()
  }

  /// Makes the changes of a round without saving.
  static func change(_ round: Int, in context: NSManagedObjectContext) throws {
    let shelf = Bookshop.make("Shelf", ["name": "\(round)"], in: context)
    let tag = Bookshop.make("Tag", ["name": "\(round)"], in: context)
    for number in 0..<booksInRound {
      let book = Bookshop.make(
        number == 0 ? "Novel" : "Book",
        ["isbn": "\(round)-\(number)", "title": String(repeating: "title ", count: 20)],
        in: context
      )
      book.setValue(shelf, forKey: "shelf")
      book.setValue(Set([tag]), forKey: "tags")
    }
    try counter(in: context).setValue(round + 1, forKey: "pages")
  }

  /// Checks the invariant, and returns the number of rounds.
  static func check(_ context: NSManagedObjectContext) throws -> Int {
    let count = try #require(try counter(in: context).value(forKey: "pages") as? Int)
    let shelves = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Shelf"))
    #expect(
      Set(shelves.compactMap { $0.value(forKey: "name") as? String })
        == Set((0..<count).map(String.init))
    )
    let tags = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Tag"))
    for object in shelves + tags {
      #expect((object.value(forKey: "books") as? Set<NSManagedObject>)?.count == booksInRound)
    }
    let books = NSFetchRequest<NSManagedObject>(entityName: "Book")
    #expect(shelves.count == count)
    #expect(tags.count == count)
    #expect(try context.count(for: books) == count * booksInRound + 1)
    return count
  }

  private static func counter(in context: NSManagedObjectContext) throws -> NSManagedObject {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
    request.predicate = NSPredicate(format: "isbn == 'counter'")
    return try #require(try context.fetch(request).first)
  }
}
