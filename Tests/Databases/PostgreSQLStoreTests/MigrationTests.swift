import CoreData
import Foundation
import PostgreSQLDriver
import PostgreSQLServer
import SQLDriver
import Testing

@Suite("Migrating stores in PostgreSQL") struct MigrationTests {
  let shop = Shop()

  /// A new version: names become titles, prices wider integers, and there are shelves.
  static func newVersion() -> NSManagedObjectModel {
    let model = Shop.model()
    let item = model.entitiesByName["Item"]
    let name = item?.attributesByName["name"]
    name?.renamingIdentifier = "name"
    name?.name = "title"
    item?.uniquenessConstraints = [["title"]]
    item?.attributesByName["price"]?.type = .integer64
    item?.properties.append(
      contentsOf: Shop.entity("X", [("weight", .double)]).properties
    )
    model.entities.append(Shop.entity("Shelf", [("label", .string)]))
    return model
  }

  private func add(
    _ model: NSManagedObjectModel,
    migrates: Bool = true
  ) throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      type: .postgreSQL,
      at: shop.url,
      options: [
        NSMigratePersistentStoresAutomaticallyOption: migrates,
        NSInferMappingModelAutomaticallyOption: migrates,
      ]
    )
    return coordinator
  }

  private func close(_ coordinator: NSPersistentStoreCoordinator) throws {
    try coordinator.removeStores()
  }

  private func fill() throws {
    let coordinator = try shop.open([NSPersistentHistoryTrackingKey: true])
    let context = coordinator.context()
    let box = NSEntityDescription.insertNewObject(forEntityName: "Box", into: context)
    for (number, name) in ["a", "b", "c"].enumerated() {
      try context.item(name, price: number).setValue(box, forKey: "box")
    }
    try context.save()
    try close(coordinator)
  }

  private func titles(_ coordinator: NSPersistentStoreCoordinator) throws -> [String] {
    let context = coordinator.context()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
    request.predicate = NSPredicate(format: "box != nil AND price < 5")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    return try context.fetch(request).compactMap { $0.value(forKey: "title") as? String }
  }

  @Test("A newer version of the model migrates the store, which works as a new one does")
  func migrates() throws {
    try fill()
    #expect(throws: (any Error).self) { try add(Self.newVersion(), migrates: false) }
    let coordinator = try add(Self.newVersion())
    #expect(try titles(coordinator) == ["a", "b", "c"])
    let context = coordinator.context()
    for entity in ["Item", "Shelf", "Box"] {
      NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    }
    try context.save()
    let again = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
    again.setValue("a", forKey: "title")
    #expect(throws: (any Error).self) { try context.save() }
    try close(coordinator)
    // The older program is rejected, and the store is unchanged.
    let error = try #require(throws: (any Error).self) { try shop.open() } as NSError
    #expect(error.code == NSPersistentStoreIncompatibleVersionHashError)
    let reopened = try add(Self.newVersion(), migrates: false)
    #expect(try titles(reopened) == ["a", "b", "c"])
    try close(reopened)
  }

  @Test("The history continues with the new numbers of the entities")
  func history() throws {
    try fill()
    let coordinator = try add(Self.newVersion())
    let request = NSPersistentHistoryChangeRequest.fetchHistory(
      after: nil as NSPersistentHistoryToken?
    )
    let context = coordinator.context()
    let result = try context.execute(request) as? NSPersistentHistoryResult
    let found = result?.result as? [NSPersistentHistoryTransaction] ?? []
    let names = found.flatMap { $0.changes ?? [] }.map { $0.changedObjectID.entity.name ?? "" }
    #expect(names.sorted() == ["Box", "Item", "Item", "Item"])
    try close(coordinator)
  }

  @Test("Of five programs that start at once one migrates, and the others go on")
  func atOnce() throws {
    try fill()
    nonisolated(unsafe) var found: [[String]] = Array(repeating: [], count: 5)
    nonisolated(unsafe) var failures: [String] = []
    nonisolated(unsafe) let tests = self
    let lock = NSLock()
    DispatchQueue.concurrentPerform(iterations: 5) { program in
      do {
        let coordinator = try tests.add(Self.newVersion())
        found[program] = try tests.titles(coordinator)
        try tests.close(coordinator)
      } catch { lock.withLock { failures.append("\(error)") } }
    }
    #expect(failures.isEmpty)
    #expect(found.allSatisfy { $0 == ["a", "b", "c"] })
  }

  @Test("A migration that fails on the data leaves the store as it was")
  func failure() throws {
    try fill()
    let model = Shop.model()
    let price = model.entitiesByName["Item"]?.attributesByName["price"]
    model.entitiesByName["Item"]?.uniquenessConstraints = [["name"], ["note"]]
    price?.isOptional = false
    price?.defaultValue = 0
    try shop.connect().execute("UPDATE item SET note = 'same'")
    let error = try #require(throws: (any Error).self) { try add(model) } as NSError
    #expect(error.domain == NSCocoaErrorDomain && error.code == NSMigrationConstraintViolationError)
    let coordinator = try shop.open()
    #expect(try coordinator.context().names() == ["a", "b", "c"])
    try close(coordinator)
    let other = Shop.model()
    other.entitiesByName["Item"]?.attributesByName["note"]?.isOptional = false
    try shop.connect().execute("UPDATE item SET note = NULL")
    let missing = try #require(throws: (any Error).self) { try add(other) } as NSError
    #expect(missing.domain == NSCocoaErrorDomain && missing.code == NSMigrationError)
  }

  @Test("An older program does not migrate a store back if that loses data")
  func older() throws {
    try fill()
    let coordinator = try add(Self.newVersion())
    try close(coordinator)
    try shop.connect().execute("UPDATE item SET weight = 1.5 WHERE title = 'b'")
    let error = try #require(throws: (any Error).self) { try add(Shop.model()) } as NSError
    #expect(error.domain == NSCocoaErrorDomain)
    let reopened = try add(Self.newVersion(), migrates: false)
    #expect(try titles(reopened) == ["a", "b", "c"])
    try close(reopened)
  }
}
