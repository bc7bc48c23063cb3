import CoreData
import Foundation
import PostgreSQLDriver
import PostgreSQLServer
import SQLDriver
import Testing

/// Tests with a role that has the rights of the documentation, or fewer.
@Suite("The least rights in PostgreSQL") struct LeastRightsTests {
  private let shop = Shop()
  private let role = "role" + UUID().uuidString.lowercased().filter { $0 != "-" }

  private var url: URL { PostgreSQLServer.url(schema: shop.schema, user: role) }

  /// The statements of the documentation, which grant the rights.
  private var grants: String {
    """
    GRANT USAGE ON SCHEMA "\(shop.schema)" TO \(role);
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "\(shop.schema)" TO \(role)
    """
  }

  /// Runs a closure while the role exists.
  ///
  /// - Parameters:
  ///   - rights: The statements that grant its rights.
  ///   - body: Receives a connection of the superuser.
  /// - Throws: The error of the server or of the closure.
  private func withRole(_ rights: String, _ body: (any SQLConnection) throws -> Void) throws {
    let connection = try PostgreSQLServer.connect()
    try connection.execute("CREATE ROLE \(role) LOGIN NOSUPERUSER NOINHERIT; \(rights)")
    try connection.execute("SET search_path = \"\(shop.schema)\"")
    defer { try? connection.execute("DROP OWNED BY \(role); DROP ROLE \(role)") }
    try body(connection)
  }

  private func open(
    _ options: [String: Any] = [:],
    _ model: NSManagedObjectModel = Shop.model()
  ) throws -> NSPersistentStoreCoordinator {
    try Shop.open(url, options, model)
  }

  /// The error of a closure: one of a missing right, with the message of the server.
  private func requireRefusal(_ word: String, _ body: () throws -> Void) throws {
    let error = try #require(throws: (any Error).self) { try body() } as NSError
    #expect(error.domain == NSCocoaErrorDomain, "\(error)")
    #expect(error.code == CocoaError.Code.fileReadNoPermission.rawValue, "\(error)")
    #expect("\(error)".contains(word), "\(error)")
  }

  // MARK: All rights

  @Test("A role with the rights of the documentation can do all that a program does, and no more")
  func work() throws {
    try shop.open([NSPersistentHistoryTrackingKey: true]).removeStores()
    try withRole(grants) { _ in
      let coordinator = try open([
        NSPersistentHistoryTrackingKey: true,
        NSPersistentStoreRemoteChangeNotificationPostOptionKey: true,
      ])
      let store = coordinator.persistentStores[0]
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
      try coordinator.removeStores()
      try refusesToMigrate()
      #expect(try shop.open().context().names() == ["last"])
    }
  }

  /// Another role owns the tables.
  private func refusesToMigrate() throws {
    try requireRefusal("must be owner") {
      _ = try open(
        [
          NSMigratePersistentStoresAutomaticallyOption: true,
          NSInferMappingModelAutomaticallyOption: true,
        ],
        MigrationTests.newVersion()
      )
    }
  }

  @Test("Comparisons of texts need no further rights")
  func comparisons() throws {
    try shop.open().removeStores()
    try withRole(grants) { _ in
      let context = try open().context()
      for name in ["Élan", "elan", "ELAN", "Zoë", "plain"] { try context.item(name) }
      try context.save()
      for (format, count) in [
        ("name ==[cd] 'élan'", 3), ("name ==[c] 'elan'", 2), ("name BEGINSWITH[cd] 'zoe'", 1),
        ("name CONTAINS[d] 'lan'", 2), ("name ENDSWITH[c] 'LAN'", 3), ("name LIKE[cd] 'e*n'", 3),
        ("name MATCHES '[a-z]+'", 2), ("name MATCHES[c] 'elan|plain'", 3), ("name <[c] 'f'", 2),
        ("name IN {'elan', 'plain'}", 2),
      ] {
        #expect(try context.names(format).count == count, "\(format)")
      }
      let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
      request.sortDescriptors = [
        NSSortDescriptor(
          key: "name",
          ascending: true,
          selector: "localizedStandardCompare:"
        )
      ]
      #expect(try context.fetch(request).count == 5)
    }
  }

  @Test("Another program's saves are noticed", arguments: [true, false])
  func notices(polls: Bool) throws {
    let options: [String: Any] = [
      NSPersistentHistoryTrackingKey: true,
      NSPersistentStoreRemoteChangeNotificationPostOptionKey: true,
      OpenCoreDataPostgreSQLPollsHistoryOption: polls,
    ]
    let saving = try shop.open(options)
    try withRole(grants) { _ in
      let following = try open(options)
      let notices = ChangeNotices(to: following)
      let context = saving.context()
      try context.item("a")
      try context.save()
      #expect(notices.next(within: 5))
      #expect(try following.context().names() == ["a"])
      try following.removeStores()
    }
  }

  @Test("A role that may only read opens the store read-only")
  func readOnly() throws {
    let coordinator = try shop.open()
    let context = coordinator.context()
    try context.item("a")
    try context.save()
    let rights =
      "GRANT USAGE ON SCHEMA \"\(shop.schema)\" TO \(role);"
      + "GRANT SELECT ON ALL TABLES IN SCHEMA \"\(shop.schema)\" TO \(role)"
    try withRole(rights) { _ in
      let reading = try open([NSReadOnlyPersistentStoreOption: true])
      #expect(try reading.context().names("name ==[cd] 'A'") == ["a"])
      try reading.removeStores()
      try requireRefusal("permission denied for table coredata_transaction") { _ = try open() }
    }
  }

  // MARK: Missing rights

  @Test(
    "A schema that is missing, or whose tables are, is an error if the role may not create them"
  )
  func creation() throws {
    let rights = "REVOKE CREATE ON SCHEMA public FROM PUBLIC"
    try withRole(rights) { connection in
      try requireRefusal("permission denied for database") {
        _ = try open([OpenCoreDataPostgreSQLCreatesSchemaOption: true])
      }
      try connection.execute("CREATE SCHEMA \"\(shop.schema)\"")
      try requireRefusal("USAGE on the schema") { _ = try open() }
      try connection.execute("GRANT USAGE ON SCHEMA \"\(shop.schema)\" TO \(role)")
      try requireRefusal("permission denied for schema") { _ = try open() }
      // Tables of a script, which have no history yet.
      try shop.open().removeStores()
      try connection.execute(
        """
        DELETE FROM coredata_metadata;
        DROP TABLE coredata_change, coredata_transaction, coredata_counter, coredata_model;
        \(grants)
        """
      )
      try requireRefusal("permission denied for schema") { _ = try open() }
    }
  }

  @Test(
    "A missing right on a table is an error of the save, after which the context can continue",
    arguments: [
      ("INSERT", "coredata_transaction"), ("UPDATE", "coredata_entity"), ("INSERT", "item"),
      ("INSERT", "coredata_change"), ("UPDATE", "coredata_counter"),
    ]
  )
  func missingRight(right: String, table: String) throws {
    try shop.open([NSPersistentHistoryTrackingKey: true]).removeStores()
    try withRole(grants) { connection in
      let coordinator = try open([NSPersistentHistoryTrackingKey: true])
      try connection.execute("REVOKE \(right) ON \(table) FROM \(role)")
      let context = coordinator.context()
      try context.item("a")
      try requireRefusal("permission denied for table \(table)") { try context.save() }
      #expect(try context.names() == ["a"])
      #expect(try shop.open().context().names() == [])
      try connection.execute("GRANT \(right) ON \(table) TO \(role)")
      try context.save()
      #expect(try shop.open().context().names() == ["a"])
      try coordinator.removeStores()
    }
  }
}
