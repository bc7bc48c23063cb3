import CoreData
import Foundation
import Testing

/// Tests of code written like libraries on top of Apple's Core Data.
struct LibraryTests {
  private func container() throws -> NSPersistentContainer {
    try StackBuilder("Library", Library.model).inMemory().build()
  }

  @Test("A stack in memory; objects are found, or made and found again")
  func findingOrMaking() throws {
    let context = try container().newBackgroundContext()
    try context.performAndReturn { context in
      let predicate = NSPredicate(format: "%K == %@", nameKey, "Emma")
      for expected in [true, false, false] {
        var wasMade = false
        let book = try Book.findOrCreate(in: context, where: predicate) { book in
          wasMade = true
          book.name = "Emma"
        }
        #expect(wasMade == expected && book.name == "Emma" && book.id != nil)
        try context.saveOrRollBack()
        if !expected { context.reset() }
      }
      #expect(try Book.count(in: context) == 1)
      #expect(try Atlas.count(in: context) == 0)
      try Book.deleteAll(in: context)
      try context.save()
      #expect(try Book.count(in: context, where: predicate) == 0)
    }
  }

  @Test("Entities of a hierarchy, looked into without a mirror") func hierarchy() throws {
    let atlas = try #require(Library.model.entitiesByName["Atlas"])
    #expect(atlas.ancestors.map(\.name) == ["Book", "Atlas"])
    #expect(atlas.attributesByName.keys.sorted() == ["id", "name", "pages", "scale"])
    #expect(atlas.relationshipsByName["shelf"]?.inverseRelationship?.isOrdered == true)
    #expect(atlas.propertiesByName.count == 5)
    // The entity of a class is looked up in the models in use.
    try withExtendedLifetime(container()) {
      #expect(atlas.isKindOf(entity: Book.entity()))
    }
    #expect(Atlas.entity() === atlas)
    #expect(Library.model.entities(forConfigurationName: "Local")?.count == 3)
    let types = atlas.attributesByName.mapValues(\.type)
    #expect(types["scale"] == .double && types["id"] == .uuid)
  }

  @Test("Ordered to-many relationships, cascades and child contexts") func relationships() throws {
    let context = try container().newBackgroundContext()
    let child = context.child()
    let shelfID = try child.performAndReturn { child in
      let shelf = Shelf(context: child)
      for name in ["Zoo", "Ark"] {
        let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: child)
        book.setValue(name, forKey: "name")
        (shelf.books as? NSMutableOrderedSet)?.add(book)
      }
      try child.obtainPermanentIDs(for: [shelf])
      return shelf.objectID
    }
    try child.saveUpToTheStore()
    try context.performAndWait {
      let shelf = try #require(try context.existingObject(with: shelfID) as? Shelf)
      #expect(shelf.label == "new")
      #expect(shelf.books.compactMap { ($0 as? Book)?.name } == ["Zoo", "Ark"])
      #expect(shelf.books.value(forKey: "pages") is NSOrderedSet)
      let proxy = shelf.mutableOrderedSetValue(forKey: "books")
      proxy.exchangeObject(at: 0, withObjectAt: 1)
      #expect(proxy.compactMap { ($0 as? Book)?.name } == ["Ark", "Zoo"])
      proxy.removeObject(at: 0)
      #expect(proxy.array.count == 1 && (proxy.lastObject as? Book)?.name == "Zoo")
      context.rollback()
      context.delete(shelf)
      try context.save()
      #expect(try Book.count(in: context) == 0)
    }
  }

  @Test("Rules for values, set in code: the code 1550 and the text")
  func validation() throws {
    let context = try container().newBackgroundContext()
    context.performAndReturn { context in
      let book = Book(context: context)
      book.name = "small"
      let one = #expect(throws: CocoaError.self) { try context.save() }
      #expect(one?.code == .managedObjectValidation)
      #expect(one?.validationKey == "name" && one?.validationValue as? String == "small")
      #expect(one?.validationPredicate?.description == "SELF MATCHES \"[A-Z].*\"")
      #expect(one.map { ($0 as NSError).localizedDescription } == "does not begin with a capital")
      book.name = ""
      book.setValue("x", forKey: "name")
      book.name = ""
      let two = #expect(throws: CocoaError.self) { try book.validateForUpdate() }
      #expect(two.map { ($0 as NSError).localizedDescription } == "has no name")
      let shelf = Shelf(context: context)
      shelf.label = nil
      let all = #expect(throws: CocoaError.self) { try context.save() }
      #expect(all?.code == .validationMultipleErrors)
      let details = all?.userInfo[NSDetailedErrorsKey] as? [NSError] ?? []
      #expect(
        details.map(\.code).sorted() == [
          NSManagedObjectValidationError, NSValidationMissingMandatoryPropertyError,
        ]
      )
      #expect(throws: CocoaError.self) { try context.saveOrRollBack() }
      #expect(!context.hasChanges)
    }
  }

  @Test("A store in a file: metadata, opened again read-only, destroyed") func file() throws {
    let scratch = try StoreScratch()
    let url = scratch.url("Library.sqlite")
    var identifier: String?
    do {
      let container = try StackBuilder("Library", Library.model).sqlite(url)
        .merging(.mergeByPropertyObjectTrump).build()
      let context = container.viewContext
      context.performAndWait {
        _ = Book(context: context)
      }
      try context.saveUpToTheStore()
      identifier = context.firstMetadata?[NSStoreUUIDKey] as? String
      let store = try #require(container.persistentStoreCoordinator.persistentStores.first)
      try container.persistentStoreCoordinator.remove(store)
    }
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      type: .sqlite,
      at: url
    )
    #expect(metadata[NSStoreUUIDKey] as? String == identifier && identifier != nil)
    #expect(
      Library.model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
    )
    let reader = try StackBuilder("Library", Library.makeModel()).sqlite(url, readOnly: true)
      .build()
    let context = reader.newBackgroundContext()
    try context.performAndWait {
      let count = try context.count(for: NSFetchRequest<Book>(entityName: "Book"))
      #expect(count == 1)
      _ = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
      #expect(throws: (any Error).self) { try context.save() }
    }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Library.makeModel())
    try coordinator.destroyPersistentStore(at: url, type: .sqlite)
    #expect(throws: (any Error).self) {
      try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
    }
  }

  @Test("Notifications give their objects back, and merge") func notifications() throws {
    let container = try container()
    let (one, other) = (container.newBackgroundContext(), container.newBackgroundContext())
    let posted = PostedNotifications(NSManagedObjectContext.didSaveObjectsNotification, from: one)
    let id = try one.performAndReturn { context in
      let book = Book(context: context)
      book.name = "Dune"
      try context.save()
      book.pages = 412
      try context.save()
      return book.objectID
    }
    let saves = posted.all.compactMap(SavedObjects.init)
    #expect(saves.map(\.inserted.count) == [1, 0] && saves.map(\.updated.count) == [0, 1])
    #expect(saves.allSatisfy { $0.context === one && $0.deleted.isEmpty })
    try other.performAndWait {
      let book = try #require(try other.existingObject(with: id) as? Book)
      for save in saves { other.mergeChanges(fromContextDidSave: save.notification) }
      #expect(book.pages == 412)
    }
  }

  @Test("IDs go through texts and back") func identifiers() throws {
    let container = try container()
    let context = container.newBackgroundContext()
    try context.performAndWait {
      let book = Book(context: context)
      #expect(book.objectID.isTemporaryID)
      try context.save()
      let coordinator = container.persistentStoreCoordinator
      let uri = book.objectID.uriRepresentation()
      #expect(coordinator.managedObjectID(forURIRepresentation: uri) == book.objectID)
      #expect(coordinator.managedObjectID(for: uri.absoluteString) == book.objectID)
      let ids = [book.objectID: 1]
      #expect(ids[try #require(coordinator.managedObjectID(forURIRepresentation: uri))] == 1)
    }
  }

  @Test("Sorting by key paths and by names") func sorting() throws {
    let context = try container().newBackgroundContext()
    try context.performAndWait {
      for (name, pages) in [("B", 1), ("A", 2), ("C", 1)] {
        let book = Book(context: context)
        (book.name, book.pages) = (name, pages)
      }
      let found = try Book.objects(in: context) { request in
        request.sortDescriptors = [
          NSSortDescriptor(key: "pages", ascending: false),
          NSSortDescriptor(key: "name", ascending: true, selector: nil),
        ]
      }
      #expect(found.map(\.name) == ["A", "B", "C"])
      let second = try Book.objects(in: context) { request in
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        (request.fetchOffset, request.fetchLimit) = (1, 1)
      }
      #expect(second.map(\.name) == ["B"])
    }
  }
}

/// The string that `#keyPath(Book.name)` gives on platforms with Objective-C.
private let nameKey = "name"
