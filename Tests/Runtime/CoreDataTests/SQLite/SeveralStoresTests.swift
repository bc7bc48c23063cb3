import Foundation
import SQLDriver
import SQLiteDriver
import Testing

@testable import CoreData

@Suite("One save to several SQLite stores") struct SeveralStoresTests {
  private let folder: StoreFolder
  private let context: NSManagedObjectContext

  init() throws {
    folder = try StoreFolder()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.makeModel())
    for name in ["Books", "Logs"] {
      try coordinator.addPersistentStore(
        type: .sqlite,
        configuration: name,
        at: folder.store("\(name).sqlite"),
        options: [NSPersistentStoreTimeoutOption: 0.1]
      )
    }
    context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
  }

  private static func makeModel() -> NSManagedObjectModel {
    let model = Bookshop.makeModel()
    let text = NSAttributeDescription()
    text.name = "text"
    text.type = .string
    text.isOptional = true
    let log = NSEntityDescription()
    log.name = "Log"
    log.managedObjectClassName = "NSManagedObject"
    log.properties = [text]
    let books = model.entities
    model.entities = books + [log]
    model.setEntities(books, forConfigurationName: "Books")
    model.setEntities([log], forConfigurationName: "Logs")
    return model
  }

  /// Locks a store against writing.
  private func occupy(_ name: String) throws -> SQLiteFile {
    let file = try SQLiteFile(folder.store("\(name).sqlite"), access: .readWrite)
    try file.connection.begin(.write)
    return file
  }

  private func count(_ table: String, _ name: String) throws -> SQLValue {
    let file = try SQLiteFile(folder.store("\(name).sqlite"), access: .readOnly)
    defer { file.close() }
    return try file.connection.value("SELECT COUNT(*) FROM \(table)")
  }

  @Test("If one store cannot be written, the others are as before, and a later save writes all")
  func allOrNone() throws {
    let log = Bookshop.make("Log", ["text": "first"], in: context)
    let book = Bookshop.make("Book", ["isbn": "1"], in: context)
    try context.save()
    for other in ["Books", "Logs"] {
      log.setValue("changed \(other)", forKey: "text")
      book.setValue("changed \(other)", forKey: "title")
      Bookshop.make(other == "Books" ? "Log" : "Book", [:], in: context)
      let file = try occupy(other)
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.code == NSPersistentStoreTimeoutError)
      #expect(context.hasChanges && context.insertedObjects.count == 1)
      try file.connection.rollBack()
      file.close()
      let before = SQLValue.integer(other == "Books" ? 1 : 2)
      #expect(try count("ZLOG", "Logs") == before)
      #expect(try count("ZBOOK", "Books") == .integer(1))
      try context.save()
      #expect(!context.hasChanges)
    }
    #expect(try count("ZLOG", "Logs") == .integer(2))
    #expect(try count("ZBOOK", "Books") == .integer(2))
  }
}
