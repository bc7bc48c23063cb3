import CoreData
import Foundation
import PostgreSQLServer
import SQLDriver
import Synchronization
import Testing

/// Tests of the statements that a save with deletions executes to find objects that others have connected.
@Suite("Queries of saves with deletions from PostgreSQL") struct DeletionQueryTests {
  /// A server of its own: transactions of other tests would be news.
  private let shop: Shop

  init() throws { shop = Shop(on: try OwnServer()) }

  /// Items with a lid, which fits one item, and a label, which is on one item.
  private static func model() -> NSManagedObjectModel {
    let model = Shop.model()
    guard let item = model.entitiesByName["Item"] else { return model }
    for name in ["lid", "label"] {
      let other = Shop.entity(name.capitalized, [("color", .string)])
      let there = NSRelationshipDescription()
      let back = NSRelationshipDescription()
      for (relationship, name, end) in [(there, name, other), (back, "item", item)] {
        relationship.name = name
        relationship.destinationEntity = end
        relationship.maxCount = 1
        relationship.isOptional = true
        relationship.deleteRule = .nullifyDeleteRule
      }
      there.inverseRelationship = back
      back.inverseRelationship = there
      item.properties.append(there)
      other.properties.append(back)
      model.entities.append(other)
    }
    return model
  }

  /// The queries of a save for the objects whose key of an item is among some.
  private func queries(
    of save: () throws -> Void,
    _ coordinator: NSPersistentStoreCoordinator
  ) rethrows -> [String] {
    let statements = Mutex<[String]>([])
    coordinator.observeStatements { sql in statements.withLock { $0.append(sql) } }
    defer { coordinator.observeStatements(nil) }
    try save()
    return statements.withLock { statements in
      statements.filter { $0.hasPrefix("SELECT") && $0.contains("\"item_id\" IN") }
    }
  }

  @Test("Only after the save of another, and once for each one-to-one relationship")
  func partners() throws {
    let coordinator = try shop.open(model: Self.model())
    let context = coordinator.context()
    let items = try (0..<20).map { try context.item("\($0)") }
    let lid = NSEntityDescription.insertNewObject(forEntityName: "Lid", into: context)
    try context.save()
    for item in items[..<5] { context.delete(item) }
    #expect(try queries(of: { try context.save() }, coordinator) == [])

    // Another program connects one end alone, which only the database knows.
    let other = try shop.open(model: Self.model())
    let update = NSBatchUpdateRequest(entityName: "Lid")
    let last = try #require(
      other.managedObjectID(forURIRepresentation: items[19].objectID.uriRepresentation())
    )
    update.propertiesToUpdate = ["item": last]
    _ = try other.context().execute(update)
    for item in items[10...] { context.delete(item) }
    let found = try queries(of: { try context.save() }, coordinator)
    #expect(found.count == 2, "\(found)")
    #expect(found.contains { $0.contains("FROM \"lid\"") }, "\(found)")
    #expect(found.contains { $0.contains("FROM \"label\"") }, "\(found)")
    // The foreign key alone would not have raised the version.
    let row = try shop.connect().rows("SELECT item_id, object_version FROM lid").first
    #expect(row == [.null, 3])
    context.refresh(lid, mergeChanges: false)
    #expect(lid.value(forKey: "item") == nil)
  }
}
