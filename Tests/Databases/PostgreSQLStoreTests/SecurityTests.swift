import CoreData
import Foundation
import PostgreSQLDriver
import PostgreSQLServer
import SQLDriver
import Testing

@Suite("Hostile names and the least rights in PostgreSQL") struct SecurityTests {
  /// Names for SQL injection where they are not quoted.
  static let names = [
    "a\"; DROP TABLE coredata_metadata; --", "a'b", "SELECT", "näme", "$1", "a b", "Über Alles",
    "x\\y",
    "%s", "user", "object_id", "a\"\"b",
  ]

  @Test("Names of schemas, entities and attributes are only names", arguments: names)
  func identifiers(name: String) throws {
    let schema = "s\(UUID().uuidString) \(name)".prefix(50)
    let url = PostgreSQLServer.url(schema: String(schema))
    let model = NSManagedObjectModel()
    model.entities = [Shop.entity(name, [(name, .string), ("number", .integer32)])]
    model.entities[0].uniquenessConstraints = [[name]]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
      type: .postgreSQL,
      at: url,
      options: [
        OpenCoreDataPostgreSQLCreatesSchemaOption: true, NSPersistentHistoryTrackingKey: true,
        OpenCoreDataPostgreSQLApplicationNameOption: name,
      ]
    )
    let connection = try PostgreSQLServer.connect()
    defer {
      let quoted = (try? connection.dialect.identifier(String(schema))) ?? ""
      try? connection.execute("DROP SCHEMA \(quoted) CASCADE")
    }
    let context = coordinator.context()
    for value in Self.names {
      let object = NSEntityDescription.insertNewObject(forEntityName: name, into: context)
      object.setValue(value, forKey: name)
      object.setValue(1, forKey: "number")
    }
    try context.save()
    let request = NSFetchRequest<NSManagedObject>(entityName: name)
    request.predicate = NSPredicate(format: "number == 1")
    let other = coordinator.context()
    let found = try other.fetch(request).compactMap { $0.value(forKey: name) as? String }
    #expect(found.sorted() == Self.names.sorted())
    let update = NSBatchUpdateRequest(entityName: name)
    update.propertiesToUpdate = ["number": 2]
    _ = try context.execute(update)
    #expect(try other.count(for: request) == 0)
    try coordinator.remove(store)
  }

  @Test("A role with the rights of the documentation can do all that a program does, and no more")
  func leastRights() throws {
    let shop = Shop()
    _ = try shop.open([NSPersistentHistoryTrackingKey: true])
    let connection = try shop.connect()
    let role = "role" + UUID().uuidString.lowercased().filter { $0 != "-" }
    try connection.execute(
      """
      CREATE ROLE \(role) LOGIN NOSUPERUSER NOINHERIT;
      GRANT USAGE ON SCHEMA "\(shop.schema)" TO \(role);
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "\(shop.schema)" TO \(role)
      """
    )
    defer { try? connection.execute("DROP OWNED BY \(role); DROP ROLE \(role)") }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Shop.model())
    let url = PostgreSQLServer.url(schema: shop.schema, user: role)
    let store = try coordinator.addPersistentStore(
      type: .postgreSQL,
      at: url,
      options: [
        NSPersistentHistoryTrackingKey: true,
        NSPersistentStoreRemoteChangeNotificationPostOptionKey: true,
      ]
    )
    let context = coordinator.context()
    let items = try (0..<1_500).map { try context.item("item \($0)") }
    try context.save()
    items[0].setValue("note", forKey: "note")
    context.delete(items[1])
    try context.save()
    try context.setQueryGenerationFrom(.current)
    #expect(try context.names("name BEGINSWITH 'item'").count == 1_499)
    try context.setQueryGenerationFrom(nil)
    let deletion = NSBatchDeleteRequest(
      fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Item")
    )
    _ = try context.execute(deletion)
    let history = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
    let result = try context.execute(history) as? NSPersistentHistoryResult
    #expect((result?.result as? [NSPersistentHistoryTransaction])?.count == 3)
    _ = try context.execute(
      NSPersistentHistoryChangeRequest.deleteHistory(before: Date.distantFuture)
    )
    coordinator.setMetadata(["Color": "blue"], for: store)
    try context.item("last")
    try context.save()
    try coordinator.remove(store)
    // Another role owns the tables.
    let migrating = NSPersistentStoreCoordinator(managedObjectModel: MigrationTests.newVersion())
    let error =
      try #require(throws: (any Error).self) {
        try migrating.addPersistentStore(
          type: .postgreSQL,
          at: url,
          options: [
            NSMigratePersistentStoresAutomaticallyOption: true,
            NSInferMappingModelAutomaticallyOption: true,
          ]
        )
      } as NSError
    #expect(error.domain == NSCocoaErrorDomain)
    #expect("\(error)".contains("must be owner"), "\(error)")
    #expect(try shop.open().context().names() == ["last"])
  }
}
