import EveryStore
import Foundation
import SQLDriver
import SQLiteDriver
import Testing

@testable import CoreData

@Suite("Saving to stores in databases", .everyDatabase) struct SaveTransactionTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func adapter(_ context: NSManagedObjectContext) throws -> SQLiteAdapter {
    try #require(context.persistentStoreCoordinator?.openStores.first?.adapter as? SQLiteAdapter)
  }

  /// The number of transactions in the write-ahead log: the last frame of each has the size of the database.
  private func commits() throws -> Int {
    let log = [UInt8](try Data(contentsOf: folder.store("store.sqlite-wal")))
    let (header, frame) = (32, 24 + 4_096)
    return stride(from: header, to: log.count, by: frame).filter { start in
      log[(start + 4)..<(start + 8)].contains { $0 != 0 }
    }.count
  }

  @Test(
    "A save with new objects is one transaction, and keys that it did not use are given again",
    .stores(.sqlite)
  )
  func oneTransaction() throws {
    let context = try folder.context(Bookshop.makeModel())
    Bookshop.make("Book", ["isbn": "1"], in: context)
    try context.save()
    let before = try commits()
    Bookshop.make("Book", ["isbn": "2"], in: context)
    Bookshop.make("Shelf", ["name": "s"], in: context)
    try context.save()
    #expect(try commits() == before + 1)
    Bookshop.make("Book", ["isbn": "2"], in: context)
    #expect(throws: NSError.self) { try context.save() }
    #expect(try !adapter(context).connection.isInTransaction)
    context.rollback()
    let book = Bookshop.make("Book", ["isbn": "3"], in: context)
    try context.save()
    #expect(book.objectID.uriRepresentation().lastPathComponent == "p3")
  }

  @Test(
    "A save whose conflict a policy resolves gives new objects keys once more, and all are there",
    .stores(.sqlite)
  )
  func keysAfterConflict() throws {
    let first = try folder.context(Bookshop.makeModel())
    Bookshop.make("Book", ["isbn": "1", "title": "at first"], in: first)
    try first.save()
    let second = try folder.context(Bookshop.makeModel())
    let mine = try #require(
      try second.fetch(NSFetchRequest<NSManagedObject>(entityName: "Book")).first
    )
    mine.setValue("mine", forKey: "title")
    let theirs = try #require(
      try first.fetch(NSFetchRequest<NSManagedObject>(entityName: "Book")).first
    )
    theirs.setValue("theirs", forKey: "title")
    Bookshop.make("Book", ["isbn": "2", "title": "theirs"], in: first)
    try first.save()
    let fresh = Bookshop.make("Book", ["isbn": "3", "title": "new"], in: second)
    #expect(throws: NSError.self) { try second.save() }
    #expect(fresh.objectID.isTemporaryID)
    #expect(try !adapter(second).connection.isInTransaction)
    second.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    try second.save()
    #expect(fresh.objectID.uriRepresentation().lastPathComponent == "p3")
    let third = try folder.context(Bookshop.makeModel())
    #expect(try Bookshop.values("title", of: "Book", in: third) == ["mine", "new", "theirs"])
  }

  @Test(
    "Keys of deleted objects are not given again, not even by another coordinator",
    .stores(.sqlite)
  )
  func keys() throws {
    let context = try folder.context(Bookshop.makeModel())
    let book = Bookshop.make("Book", ["isbn": "1"], in: context)
    try context.save()
    context.delete(book)
    try context.save()
    let other = try folder.context(Bookshop.makeModel())
    let fresh = Bookshop.make("Novel", ["isbn": "1"], in: other)
    try other.save()
    #expect(fresh.objectID.uriRepresentation().lastPathComponent == "p2")
  }

  @Test("F341 F343 Unique values that another coordinator has saved are a conflict with its object")
  func constraint() throws {
    let first = try folder.context(Bookshop.makeModel())
    Bookshop.make("Book", ["isbn": "1", "title": "theirs", "pages": 3], in: first)
    try first.save()
    let second = try folder.context(Bookshop.makeModel())
    let mine = Bookshop.make("Book", ["isbn": "1", "title": "mine"], in: second)
    let error = #expect(throws: NSError.self) { try second.save() }
    #expect(error?.code == NSManagedObjectConstraintMergeError)
    let conflicts = error?.userInfo[NSPersistentStoreSaveConflictsErrorKey]
    let conflict = try #require((conflicts as? [NSConstraintConflict])?.first)
    #expect(conflict.conflictingObjects == [mine] && conflict.databaseObject != nil)
    #expect(second.hasChanges)
    second.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    try second.save()
    let third = try folder.context(Bookshop.makeModel())
    #expect(try Bookshop.values("title", of: "Book", in: third) == ["mine"])
    #expect(try Bookshop.values("pages", of: "Book", in: third) == ["3"])
  }

  @Test("F344 Under the store-trump policy existing values stay")
  func storeTrump() throws {
    let first = try folder.context(Bookshop.makeModel())
    Bookshop.make("Book", ["isbn": "1", "title": "theirs"], in: first)
    try first.save()
    let second = try folder.context(Bookshop.makeModel())
    second.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
    Bookshop.make("Book", ["isbn": "1", "title": "mine"], in: second)
    try second.save()
    let third = try folder.context(Bookshop.makeModel())
    #expect(try Bookshop.values("title", of: "Book", in: third) == ["theirs"])
  }

  @Test(
    "Objects can exchange unique values that they must have",
    arguments: [
      ("text", NSAttributeDescription.AttributeType.string), ("number", .integer16),
      ("large", .integer64), ("real", .double), ("exact", .decimal), ("date", .date),
      ("uuid", .uuid), ("bytes", .binaryData),
    ]
  )
  func exchangeMandatory(_ name: String, _ type: NSAttributeDescription.AttributeType) throws {
    let entity = PlainModel.entity("Thing", ["title": .string, name: type])
    entity.attributesByName[name]?.isOptional = false
    entity.uniquenessConstraints = [[name]]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let values: [Any] = (0..<3).map { index in
      switch type {
      case .string: "v\(index)"
      case .integer16: index == 0 ? Int(Int16.min) : index
      case .integer64: index == 0 ? Int.min : index
      case .double: Double(index) * 1.5
      case .decimal: NSDecimalNumber(value: index)
      case .date: Date(timeIntervalSinceReferenceDate: Double(index))
      case .uuid: UUID()
      default: Data([UInt8(index)])
      }
    }
    let context = try folder.context(model)
    let things = (0..<3).map { index in
      Bookshop.make("Thing", ["title": "\(index)", name: values[index]], in: context)
    }
    try context.save()
    for index in 0..<3 { things[index].setValue(values[(index + 1) % 3], forKey: name) }
    try context.save()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    let reader = try folder.context(model)
    let found = try reader.fetch(request).map { "\($0.value(forKey: name) ?? "none")" }
    #expect(found == (0..<3).map { "\(values[($0 + 1) % 3])" })
  }

  @Test("Objects can exchange unique values")
  func exchange() throws {
    let context = try folder.context(Bookshop.makeModel())
    let books = ["1", "2", "3"].map {
      Bookshop.make("Book", ["isbn": $0, "title": $0], in: context)
    }
    try context.save()
    for (book, isbn) in zip(books, ["2", "3", "1"]) { book.setValue(isbn, forKey: "isbn") }
    try context.save()
    let other = try folder.context(Bookshop.makeModel())
    let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    let isbns = try other.fetch(request).map { $0.value(forKey: "isbn") as? String }
    #expect(isbns == ["2", "3", "1"])
  }

  @Test(
    "F127 F128 F129 F130 Policies resolve conflicts with the saves of another coordinator",
    arguments: [
      (NSMergePolicyType.mergeByPropertyStoreTrumpMergePolicyType, "theirs", "20"),
      (.mergeByPropertyObjectTrumpMergePolicyType, "mine", "20"),
      (.overwriteMergePolicyType, "mine", "100"),
      (.rollbackMergePolicyType, "theirs", "20"),
    ]
  )
  func policies(type: NSMergePolicyType, title: String, pages: String) throws {
    let first = try folder.context(Bookshop.makeModel())
    Bookshop.make("Book", ["isbn": "1", "title": "old"], in: first)
    try first.save()
    let second = try folder.context(Bookshop.makeModel())
    let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
    let mine = try #require(try second.fetch(request).first)
    mine.setValue("mine", forKey: "title")
    let theirs = try #require(try first.fetch(request).first)
    theirs.setValue("theirs", forKey: "title")
    theirs.setValue(20, forKey: "pages")
    try first.save()
    second.mergePolicy = NSMergePolicy(merge: type)
    try second.save()
    let third = try folder.context(Bookshop.makeModel())
    #expect(try Bookshop.values("title", of: "Book", in: third) == [title])
    #expect(try Bookshop.values("pages", of: "Book", in: third) == [pages])
  }

  @Test(
    "A save waits for another program's lock until a deadline, and then fails",
    .stores(.sqlite)
  )
  func busy() throws {
    let context = try folder.context(
      Bookshop.makeModel(),
      options: [NSPersistentStoreTimeoutOption: 0.2]
    )
    Bookshop.make("Book", ["isbn": "1"], in: context)
    try context.save()
    let other = try SQLiteFile(folder.store(), access: .readWrite)
    try other.connection.begin(.write)
    let book = Bookshop.make("Book", ["isbn": "2"], in: context)
    let start = ContinuousClock.now
    let error = #expect(throws: NSError.self) { try context.save() }
    #expect(error?.code == NSPersistentStoreTimeoutError)
    #expect(ContinuousClock.now - start < .seconds(5))
    #expect(book.isInserted && book.objectID.isTemporaryID)
    try other.connection.rollBack()
    try context.save()
    #expect(
      try Bookshop.values("isbn", of: "Book", in: folder.context(Bookshop.makeModel())).count == 2
    )
  }

  @Test("A template whose condition has NSNull is kept as one that can be read", .stores(.sqlite))
  func cachedTemplate() throws {
    let model = Bookshop.makeModel()
    let entity = try #require(model.entities.first?.name)
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: entity)
    request.predicate = NSPredicate(format: "SELF == %@ OR SELF IN %@", NSNull(), [NSNull()])
    model.setFetchRequestTemplate(request, forName: "none")
    _ = try folder.context(model)
    let kept = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: folder.store())
    let template = try #require(kept.fetchRequestTemplate(forName: "none"))
    #expect(template.predicate?.description == "SELF == nil OR SELF IN {nil}")
  }

  @Test("The model in a store opens it; a store without one is an error", .stores(.sqlite))
  func cachedModel() throws {
    let context = try folder.context(Bookshop.makeModel())
    Bookshop.make("Novel", ["isbn": "1", "genre": "crime"], in: context)
    try context.save()
    let model = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: folder.store())
    #expect(model.entityVersionHashesByName == Bookshop.makeModel().entityVersionHashesByName)
    let other = try folder.context(model)
    #expect(try Bookshop.values("genre", of: "Novel", in: other) == ["crime"])
    #expect(throws: NSError.self) {
      try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: folder.store("none"))
    }
  }
}
