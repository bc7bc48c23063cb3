import CoreData
import Foundation
import SQLDriver
import Testing

@Suite("Rows that a trigger on a server leaves out") struct LeftOutRowsTests {
  let shop = Shop()

  enum Change: String, CaseIterable {
    case insertion, insertionOfMany, update, deletion
    case connection, disconnection, departure
    case batchInsertion, batchUpdate, batchDeletion

    /// The event and the table of the trigger.
    var event: String {
      switch self {
      case .insertion, .insertionOfMany, .batchInsertion: "INSERT ON item"
      case .update, .batchUpdate: "UPDATE ON item"
      case .deletion, .batchDeletion: "DELETE ON item"
      case .connection: "INSERT ON \(join)"
      case .disconnection, .departure: "DELETE ON \(join)"
      }
    }

    private var join: String { "item_tags" }
  }

  @Test("A change that the database left out fails as a whole", arguments: Change.allCases)
  func change(_ change: Change) throws {
    let context = try open().context()
    let connection = try shop.connect()
    let item = try context.item("a")
    let tags = ["x", "y"].map { label in
      let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
      tag.setValue(label, forKey: "label")
      return tag
    }
    if change != .connection { item.setValue(Set(tags), forKey: "tags") }
    try context.save()
    let before = try contents(connection)
    try connection.execute(
      """
      CREATE FUNCTION leave() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER theirs BEFORE \(change.event) FOR EACH ROW EXECUTE FUNCTION leave()
      """
    )
    let error =
      try #require(throws: (any Error).self) { try make(change, item, tags, context) } as NSError
    #expect(error.domain == NSCocoaErrorDomain && error.code == NSPersistentStoreSaveError)
    #expect(try contents(connection) == before)
    // The same save succeeds without the trigger.
    try connection.execute("DROP FUNCTION leave CASCADE")
    if context.hasChanges {
      try context.save()
    } else {
      try make(change, item, tags, context)
    }
    #expect(try contents(connection) != before)
  }

  @Test("Rows that another program has deleted are not among them")
  func deletedMeanwhile() throws {
    let coordinator = try open()
    let context = coordinator.context()
    for name in ["a", "b", "c"] { try context.item(name) }
    try context.save()
    let connection = try shop.connect()
    // Our save finds the three rows, and waits for this transaction.
    try connection.begin()
    try connection.run("DELETE FROM item WHERE name = 'c'")
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var failure: (any Error)?
    Thread {
      let request = NSBatchUpdateRequest(entityName: "Item")
      request.propertiesToUpdate = ["price": 7]
      do { _ = try coordinator.context().execute(request) } catch { failure = error }
      done.signal()
    }.start()
    try connection.waitForBlockedConnection()
    try connection.commit()
    done.wait()
    #expect(failure == nil)
    #expect(try context.names("price == 7") == ["a", "b"])
  }

  /// Opens a store of items and tags with a many-to-many relationship.
  private func open() throws -> NSPersistentStoreCoordinator {
    let item = Shop.entity("Item", [("name", .string), ("price", .integer16)])
    let tag = Shop.entity("Tag", [("label", .string)])
    let ends = [("tags", item, tag), ("items", tag, item)].map { name, owner, destination in
      let relationship = NSRelationshipDescription()
      relationship.name = name
      relationship.destinationEntity = destination
      relationship.maxCount = 0
      relationship.isOptional = true
      relationship.deleteRule = .nullifyDeleteRule
      owner.properties.append(relationship)
      return relationship
    }
    ends[0].inverseRelationship = ends[1]
    ends[1].inverseRelationship = ends[0]
    let model = NSManagedObjectModel()
    model.entities = [item, tag]
    return try shop.open(model: model)
  }

  private func make(
    _ change: Change,
    _ item: NSManagedObject,
    _ tags: [NSManagedObject],
    _ context: NSManagedObjectContext
  ) throws {
    switch change {
    case .insertion: try context.item("b")
    case .insertionOfMany: for number in 0..<100 { try context.item("b\(number)") }
    case .update: item.setValue(5, forKey: "price")
    case .deletion, .departure: context.delete(item)
    case .connection: item.setValue(Set(tags), forKey: "tags")
    case .disconnection: item.setValue([tags[0]] as Set, forKey: "tags")
    case .batchInsertion:
      let rows = (0..<100).map { ["name": "b\($0)"] }
      _ = try context.execute(NSBatchInsertRequest(entityName: "Item", objects: rows))
    case .batchUpdate:
      let request = NSBatchUpdateRequest(entityName: "Item")
      request.propertiesToUpdate = ["price": 5]
      _ = try context.execute(request)
    case .batchDeletion:
      let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Item")
      _ = try context.execute(NSBatchDeleteRequest(fetchRequest: request))
    }
    try context.save()
  }

  private func contents(_ connection: any SQLConnection) throws -> [[[SQLValue]]] {
    try ["item", "tag", "item_tags"].map {
      try connection.rows("SELECT * FROM \($0) ORDER BY 1, 2")
    }
  }
}
