import CoreData
import EveryStore
import Foundation
import Testing

@Suite("Batch requests to stores in databases", .everyDatabase) struct BatchRequestTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func insert(
    _ request: NSBatchInsertRequest,
    _ type: NSBatchInsertRequestResultType,
    in context: NSManagedObjectContext
  ) throws -> Any? {
    request.resultType = type
    return (try context.execute(request) as? NSBatchInsertResult)?.result
  }

  @Test("F355 F356 Dictionaries are inserted, and contexts are not notified")
  func insertion() throws {
    let context = try folder.context(Bookshop.makeModel())
    let rows: [[String: Any]] = [["isbn": "1", "title": "Emma"], ["isbn": "2", "pages": 7]]
    let request = NSBatchInsertRequest(entityName: "Novel", objects: rows)
    #expect(try insert(request, .statusOnly, in: context) as? Bool == true)
    #expect(context.registeredObjects.isEmpty && !context.hasChanges)
    #expect(try Bookshop.values("title", of: "Book", in: context) == ["-", "Emma"])
    #expect(try Bookshop.values("pages", of: "Novel", in: context) == ["100", "7"])
    let more = NSBatchInsertRequest(entityName: "Book", objects: [["isbn": "3"]])
    let ids = try #require(try insert(more, .objectIDs, in: context) as? [NSManagedObjectID])
    #expect(ids.map { $0.uriRepresentation().lastPathComponent } == ["p3"])
    #expect(context.object(with: ids[0]).value(forKey: "isbn") as? String == "3")
    let none = NSBatchInsertRequest(entityName: "Book", objects: [])
    #expect(try insert(none, .count, in: context) as? Int == 0)
  }

  @Test(
    "Unknown keys, values that do not fit and unknown entities are errors, and nothing is inserted"
  )
  func wrongValues() throws {
    let context = try folder.context(Bookshop.makeModel())
    let wrong: [[String: Any]] = [
      ["colour": "red"], ["pages": Data()], ["notes": Set<NSManagedObject>()], ["shelf": "A"],
    ]
    for values in wrong {
      let request = NSBatchInsertRequest(entityName: "Book", objects: [["isbn": "1"], values])
      #expect(throws: NSError.self) { try context.execute(request) }
    }
    let unknown = NSBatchInsertRequest(entityName: "Film", objects: [[:]])
    #expect(throws: NSError.self) { try context.execute(unknown) }
    #expect(try context.count(for: books) == 0)
    let shelf = Bookshop.make("Shelf", ["name": "A"], in: context)
    try context.save()
    let rows: [[String: Any]] = [["shelf": shelf.objectID, "title": NSNull()]]
    try context.execute(NSBatchInsertRequest(entityName: "Book", objects: rows))
    let other = try folder.context(Bookshop.makeModel())
    let shelves = try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Shelf"))
    #expect((shelves.first?.value(forKey: "books") as? NSSet)?.count == 1)
  }

  @Test("Values that do not fit are errors in the objects of a handler, too", arguments: 0..<4)
  func wrongValuesOfObjects(number: Int) throws {
    let context = try folder.context(Bookshop.makeModel())
    let unsaved = Bookshop.make("Shelf", ["name": "A"], in: context)
    let note = Bookshop.make("Note", [:], in: context)
    let (key, value) =
      [
        ("pages", "many"), ("title", 5), ("shelf", unsaved), ("notes", NSSet(object: note)),
      ][number] as (String, Any)
    var count = 0
    let request = NSBatchInsertRequest(entityName: "Book") { (object: NSManagedObject) in
      count += 1
      object.setValue("\(count)", forKey: "isbn")
      if count == 2 { object.setValue(value, forKey: key) }
      return count == 3
    }
    let error = #expect(throws: NSError.self) { try context.execute(request) }
    #expect(error?.code == NSCoreDataError)
    #expect(try folder.context(Bookshop.makeModel()).count(for: books) == 0)
  }

  @Test("A mandatory attribute may be nil in SQLite; a server refuses that, as its column is")
  func mandatoryValues() throws {
    func model() -> NSManagedObjectModel {
      let model = Bookshop.makeModel()
      model.entitiesByName["Book"]?.attributesByName["pages"]?.isOptional = false
      return model
    }
    let context = try folder.context(model())
    let whole: [String: Any] = ["isbn": "1", "pages": 5]
    try context.execute(NSBatchInsertRequest(entityName: "Book", objects: [whole]))
    let insertion = NSBatchInsertRequest(
      entityName: "Book",
      objects: [["isbn": "2"], ["isbn": "3", "pages": NSNull()]]
    )
    let constant = NSBatchUpdateRequest(entityName: "Book")
    constant.propertiesToUpdate = ["pages": NSNull(), "title": "changed"]
    let computed = NSBatchUpdateRequest(entityName: "Book")
    computed.propertiesToUpdate = [
      "pages": _NSExpression(format: "shelf.books.@max.pages"), "title": "changed",
    ]
    for request in [insertion, constant, computed] as [NSPersistentStoreRequest] {
      guard StoreKind.current == .postgreSQL else {
        try context.execute(request)
        continue
      }
      let error = #expect(throws: NSError.self) { try context.execute(request) }
      #expect(error?.code == NSValidationMissingMandatoryPropertyError)
      #expect(error?.localizedFailureReason?.contains("pages") == true)
    }
    let fresh = try folder.context(model())
    let isKept = StoreKind.current == .sqlite
    #expect(
      try Bookshop.values("pages", of: "Book", in: fresh) == (isKept ? ["-", "-", "-"] : ["5"])
    )
    #expect(
      try Bookshop.values("title", of: "Book", in: fresh)
        == (isKept ? ["changed", "changed", "changed"] : ["-"])
    )
    guard isKept else { return }
    // Validation reports it when the object is saved.
    let book = try #require(try fresh.fetch(books).first)
    book.setValue("title", forKey: "title")
    let error = #expect(throws: NSError.self) { try fresh.save() }
    #expect(error?.code == NSValidationMissingMandatoryPropertyError)
  }

  @Test("F358 A handler is called until it returns true; that call inserts nothing")
  func handlers() throws {
    let context = try folder.context(Bookshop.makeModel())
    var count = 0
    let dictionaries = NSBatchInsertRequest(entityName: "Book") { (values: NSMutableDictionary) in
      count += 1
      values["isbn"] = "\(count)"
      return count == 1_001
    }
    #expect(try insert(dictionaries, .count, in: context) as? Int == 1_000)
    var left = 3
    let objects = NSBatchInsertRequest(entityName: "Book") { (object: NSManagedObject) in
      left -= 1
      object.setValue("handled \(left)", forKey: "isbn")
      return left == 0
    }
    #expect(try insert(objects, .count, in: context) as? Int == 2)
    #expect(count == 1_001 && left == 0)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
    request.predicate = NSPredicate(format: "isbn BEGINSWITH 'handled'")
    #expect(try context.count(for: request) == 2)
    guard StoreKind.current == .sqlite else { return }
    let key = try folder.query("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Book'")
    #expect(key == nil || key == "1002")
  }

  @Test("An object that a handler keeps and changes later does not change the inserted row")
  func keptObjects() throws {
    let context = try folder.context(Bookshop.makeModel())
    let book = Bookshop.make("Book", ["isbn": "1"], in: context)
    try context.save()
    var kept: [NSManagedObject] = []
    var count = 0
    let request = NSBatchInsertRequest(entityName: "Note") { (object: NSManagedObject) in
      for object in kept { object.setValue("changed", forKey: "text") }
      count += 1
      if count < 4 { object.setValue("\(count)", forKey: "text") }
      if count == 1 { object.setValue(book, forKey: "book") }
      if count.isMultiple(of: 2) { kept.append(object) }
      return count == 5
    }
    #expect(try insert(request, .count, in: context) as? Int == 4)
    #expect(kept.map { $0.value(forKey: "text") as? String } == ["changed", "changed"])
    let fresh = try folder.context(Bookshop.makeModel())
    #expect(
      try Bookshop.values("text", of: "Note", in: fresh).sorted() == ["-", "1", "2", "3"]
    )
    let notes = try fresh.fetch(books).first?.value(forKey: "notes") as? Set<NSManagedObject>
    #expect(notes?.map { $0.value(forKey: "text") as? String } == ["1"])
  }

  @Test("F363 With object-trump an insertion replaces the rows with its unique values")
  func upsert() throws {
    let context = try folder.context(Bookshop.makeModel())
    Bookshop.make("Book", ["isbn": "1", "title": "old", "pages": 5], in: context)
    try context.save()
    let rows: [[String: Any]] = [["isbn": "1", "title": "new"], ["isbn": "2", "title": "other"]]
    func order() throws -> Int? {
      try insert(NSBatchInsertRequest(entityName: "Book", objects: rows), .count, in: context)
        as? Int
    }
    let error = #expect(throws: NSError.self) { try order() }
    #expect(error?.code == NSManagedObjectConstraintMergeError)
    #expect(try folder.context(Bookshop.makeModel()).count(for: books) == 1)
    context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
    #expect(try order() == 1)
    context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    #expect(try order() == 2)
    let fresh = try folder.context(Bookshop.makeModel())
    #expect(try Bookshop.values("title", of: "Book", in: fresh) == ["new", "other"])
    #expect(try Bookshop.values("pages", of: "Book", in: fresh) == ["100", "5"])
  }

  private var books: NSFetchRequest<NSManagedObject> { NSFetchRequest(entityName: "Book") }

  @Test("F359 Values and expressions, by names and by properties, also in subentities")
  func update() throws {
    let model = Bookshop.makeModel()
    let context = try folder.context(model)
    Bookshop.make("Book", ["isbn": "1", "pages": 10], in: context)
    Bookshop.make("Novel", ["isbn": "2", "pages": 20], in: context)
    Bookshop.make("Book", ["isbn": "3", "pages": 30], in: context)
    try context.save()
    let title = try #require(model.entitiesByName["Book"]?.propertiesByName["title"])
    let request = NSBatchUpdateRequest(entityName: "Book")
    request.predicate = NSPredicate(format: "pages < 30")
    request.propertiesToUpdate = [title: "thin", "pages": _NSExpression(format: "pages * 2 + 1")]
    request.resultType = .updatedObjectsCountResultType
    let result = try context.execute(request) as? NSBatchUpdateResult
    #expect(result?.result as? Int == 2)
    let fresh = try folder.context(Bookshop.makeModel())
    #expect(try Bookshop.values("pages", of: "Book", in: fresh) == ["21", "30", "41"])
    #expect(try Bookshop.values("title", of: "Book", in: fresh) == ["-", "thin", "thin"])
    request.includesSubentities = false
    request.resultType = .updatedObjectIDsResultType
    let again = try context.execute(request) as? NSBatchUpdateResult
    #expect((again?.result as? [NSManagedObjectID])?.count == 1)
    for wrong in [["colour": "red"], ["pages": 1e30], ["pages": "many"]] as [[String: Any]] {
      request.propertiesToUpdate = wrong
      #expect(throws: NSError.self) { try context.execute(request) }
    }
  }

  @Test("F054 A change of a batch request is a conflict for a context that saves an older version")
  func versions() throws {
    let context = try folder.context(Bookshop.makeModel())
    let book = Bookshop.make("Book", ["isbn": "1", "pages": 10], in: context)
    try context.save()
    let request = NSBatchUpdateRequest(entityName: "Book")
    request.propertiesToUpdate = ["pages": 11]
    try context.execute(request)
    #expect(book.value(forKey: "pages") as? Int == 10)
    context.refresh(book, mergeChanges: false)
    #expect(book.value(forKey: "pages") as? Int == 10)
    book.setValue("title", forKey: "title")
    let error = #expect(throws: NSError.self) { try context.save() }
    #expect(error?.code == NSManagedObjectMergeError)
    context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    try context.save()
    #expect(book.value(forKey: "pages") as? Int == 11)
  }

  @Test("F355 F361 Deletions cascade and nullify, and are merged into contexts")
  func deletion() throws {
    let context = try folder.context(Bookshop.makeModel())
    let shelf = Bookshop.make("Shelf", ["name": "A"], in: context)
    let book = Bookshop.make("Novel", ["isbn": "1", "shelf": shelf], in: context)
    let note = Bookshop.make("Note", ["text": "n", "book": book], in: context)
    let tag = Bookshop.make("Tag", ["name": "t"], in: context)
    book.setValue(Set([tag]), forKey: "tags")
    Bookshop.make("Book", ["isbn": "2"], in: context)
    try context.save()
    let request = NSBatchDeleteRequest(
      fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Shelf")
    )
    request.resultType = .resultTypeObjectIDs
    let result = try context.execute(request) as? NSBatchDeleteResult
    let ids = try #require(result?.result as? [NSManagedObjectID])
    #expect(Set(ids) == [shelf.objectID, book.objectID])
    #expect(!shelf.isDeleted)
    NSManagedObjectContext.mergeChanges(
      fromRemoteContextSave: [NSDeletedObjectsKey: ids],
      into: [context]
    )
    #expect(context.deletedObjects == [shelf, book])
    try context.save()
    #expect(!context.hasChanges && !note.isDeleted)
    let fresh = try folder.context(Bookshop.makeModel())
    #expect(try Bookshop.values("isbn", of: "Book", in: fresh) == ["2"])
    #expect(try Bookshop.values("book", of: "Note", in: fresh) == ["-"])
    let tags = try fresh.fetch(NSFetchRequest<NSManagedObject>(entityName: "Tag"))
    #expect((tags.first?.value(forKey: "books") as? NSSet)?.count == 0)
  }

  @Test("F355 A Deny rule keeps the whole request from deleting anything")
  func denial() throws {
    let context = try folder.context(Bookshop.makeModel())
    let tag = Bookshop.make("Tag", ["name": "used"], in: context)
    Bookshop.make("Tag", ["name": "free"], in: context)
    Bookshop.make("Book", ["isbn": "1", "tags": Set([tag])], in: context)
    try context.save()
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Tag")
    let order = NSBatchDeleteRequest(fetchRequest: request)
    order.resultType = .resultTypeCount
    #expect(throws: NSError.self) { try context.execute(order) }
    #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Tag")) == 2)
    request.predicate = NSPredicate(format: "name == 'free'")
    let free = NSBatchDeleteRequest(fetchRequest: request)
    free.resultType = .resultTypeCount
    #expect((try context.execute(free) as? NSBatchDeleteResult)?.result as? Int == 1)
  }

  @Test("F357 Named objects have to be of one entity")
  func named() throws {
    let context = try folder.context(Bookshop.makeModel())
    let book = Bookshop.make("Book", ["isbn": "1"], in: context)
    let note = Bookshop.make("Note", ["text": "n"], in: context)
    Bookshop.make("Note", ["text": "m"], in: context)
    try context.save()
    let mixed = NSBatchDeleteRequest(objectIDs: [book.objectID, note.objectID])
    #expect(throws: NSError.self) { try context.execute(mixed) }
    let order = NSBatchDeleteRequest(objectIDs: [note.objectID])
    order.resultType = .resultTypeCount
    #expect((try context.execute(order) as? NSBatchDeleteResult)?.result as? Int == 1)
    #expect(
      try Bookshop.values("text", of: "Note", in: folder.context(Bookshop.makeModel())) == ["m"]
    )
  }

  @Test("F360 Stores in memory refuse batch requests", .stores(.inMemory, .binary))
  func refusal() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Club.makeModel())
    try coordinator.openTestedStore()
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let request = NSBatchInsertRequest(entityName: "Player", objects: [])
    let error = #expect(throws: NSError.self) { try context.execute(request) }
    #expect(error?.code == NSPersistentStoreUnsupportedRequestTypeError)
  }
}
