import CoreData
import Foundation
import PostgreSQLDriver
import PostgreSQLServer
import SQLDriver
import Testing

@Suite("Hostile names in PostgreSQL") struct SecurityTests {
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
}
