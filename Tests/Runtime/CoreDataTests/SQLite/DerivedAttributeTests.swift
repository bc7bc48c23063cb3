import CoreData
import EveryStore
import Foundation
import Testing

@Suite("Derived attributes in databases", .everyDatabase) struct DerivedAttributeTests {
  private let folder: StoreFolder
  private let context: NSManagedObjectContext

  init() throws {
    folder = try StoreFolder()
    context = try folder.context(Self.makeModel())
  }

  private static func makeModel() -> NSManagedObjectModel {
    let model = Bookshop.makeModel()
    let derivations = [
      ("Book", "search", NSAttributeDescription.AttributeType.string, "canonical:(title)"),
      ("Book", "shelfName", .string, "shelf.name"),
      ("Book", "changed", .date, "now()"),
      ("Shelf", "count", .integer64, "books.@count"),
      ("Shelf", "pages", .integer64, "books.pages.@sum"),
    ]
    for (entity, name, type, text) in derivations {
      let attribute = NSDerivedAttributeDescription()
      attribute.name = name
      attribute.type = type
      attribute.isOptional = true
      attribute.derivationExpression = _NSExpression(format: text)
      model.entitiesByName[entity]?.properties.append(attribute)
    }
    return model
  }

  @Test(
    "F346 F347 Derived values are computed by the save, and then equal those of the store"
  )
  func derivations() throws {
    let shelf = Bookshop.make("Shelf", ["name": "A"], in: context)
    let book = Bookshop.make("Book", ["isbn": "1", "title": "Éma", "pages": 3], in: context)
    book.setValue(shelf, forKey: "shelf")
    Bookshop.make("Novel", ["isbn": "2", "pages": 4, "shelf": shelf], in: context)
    try context.save()
    #expect(book.value(forKey: "search") as? String == "ema")
    #expect(book.value(forKey: "shelfName") as? String == "A")
    let first = try #require(book.value(forKey: "changed") as? Date)
    #expect(abs(first.timeIntervalSinceNow) < 60)
    context.stalenessInterval = 0
    context.refresh(shelf, mergeChanges: false)
    #expect(shelf.value(forKey: "count") as? Int == 2)
    #expect(shelf.value(forKey: "pages") as? Int == 7)
    shelf.setValue("B", forKey: "name")
    book.setValue("Other", forKey: "title")
    try context.save()
    #expect(book.value(forKey: "search") as? String == "other")
    context.refresh(book, mergeChanges: false)
    #expect(book.value(forKey: "shelfName") as? String == "B")
    // Derived values updated in the meantime do not conflict with the next save.
    shelf.setValue("C", forKey: "name")
    book.setValue(nil, forKey: "shelf")
    try context.save()
    context.refresh(shelf, mergeChanges: false)
    #expect(shelf.value(forKey: "count") as? Int == 1)
  }

  @Test(
    "The next fetch of values derived from objects that others change gives those of the store",
    arguments: ["save", "update", "insertion", "deletion"]
  )
  func derivedElsewhere(_ change: String) throws {
    let shelf = Bookshop.make("Shelf", ["name": "A"], in: context)
    let book = Bookshop.make("Book", ["isbn": "1", "pages": 3, "shelf": shelf], in: context)
    Bookshop.make("Book", ["isbn": "2", "pages": 4, "shelf": shelf], in: context)
    try context.save()
    func derived() throws -> [String?] {
      let other = NSManagedObjectContext(.privateQueue)
      other.persistentStoreCoordinator = context.persistentStoreCoordinator
      let shelves = try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Shelf"))
      let books = NSFetchRequest<NSManagedObject>(entityName: "Book")
      books.predicate = NSPredicate(format: "isbn == '2'")
      let sum = try #require(shelves.first?.value(forKey: "pages") as? Int)
      return ["\(sum)", try other.fetch(books).first?.value(forKey: "shelfName") as? String]
    }
    #expect(try derived() == ["7", "A"])
    switch change {
    case "save":
      book.setValue(10, forKey: "pages")
      shelf.setValue("B", forKey: "name")
      try context.save()
      #expect(try derived() == ["14", "B"])
    case "update":
      let update = NSBatchUpdateRequest(entityName: "Book")
      update.propertiesToUpdate = ["pages": 10]
      try context.execute(update)
      #expect(try derived() == ["20", "A"])
    case "insertion":
      let row: [String: Any] = ["isbn": "3", "pages": 5, "shelf": shelf.objectID]
      try context.execute(NSBatchInsertRequest(entityName: "Book", objects: [row]))
      #expect(try derived() == ["12", "A"])
    default:
      let books = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
      books.predicate = NSPredicate(format: "isbn == '1'")
      try context.execute(NSBatchDeleteRequest(fetchRequest: books))
      #expect(try derived() == ["4", "A"])
    }
  }
}
