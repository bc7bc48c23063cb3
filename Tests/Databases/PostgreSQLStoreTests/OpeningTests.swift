import CoreData
import Foundation
import PostgreSQLDriver
import PostgreSQLServer
import SQLDriver
import Synchronization
import Testing

@Suite("Opening stores in PostgreSQL") struct OpeningTests {
  let shop = Shop()

  private func add(
    _ url: URL,
    _ options: [String: Any] = [:],
    _ model: NSManagedObjectModel = Shop.model()
  ) throws -> NSPersistentStore {
    try NSPersistentStoreCoordinator(managedObjectModel: model)
      .addPersistentStore(type: .postgreSQL, at: url, options: options)
  }

  private func failure(_ body: () throws -> Void) throws -> NSError {
    let error = try #require(throws: (any Error).self) { try body() } as NSError
    #expect(error.domain == NSCocoaErrorDomain)
    return error
  }

  @Test("A missing schema is created on request; otherwise the error says how")
  func missingSchema() throws {
    let error = try failure { _ = try add(shop.url) }
    #expect(error.code == NSPersistentStoreOpenError)
    #expect("\(error)".contains("OpenCoreDataPostgreSQLCreatesSchemaOption"))
    let count = "SELECT count(*) FROM pg_namespace WHERE nspname = $1"
    let connection = try PostgreSQLServer.connect()
    #expect(try connection.value(count, .text(shop.schema)) == 0)
    _ = try shop.open()
    #expect(try connection.value(count, .text(shop.schema)) == 1)
  }

  @Test(
    "A description with the URL opens the store, also asynchronously",
    arguments: [false, true]
  )
  func descriptions(isAsynchronous: Bool) throws {
    let description = NSPersistentStoreDescription(url: shop.url)
    #expect(description.type == NSPostgreSQLStoreType)
    description.shouldAddStoreAsynchronously = isAsynchronous
    description.setOption(
      NSNumber(value: true),
      forKey: OpenCoreDataPostgreSQLCreatesSchemaOption
    )
    let container = NSPersistentContainer(name: "Shop", managedObjectModel: Shop.model())
    container.persistentStoreDescriptions = [description]
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var failure: (any Error)?
    container.loadPersistentStores { _, error in
      failure = error
      done.signal()
    }
    done.wait()
    #expect(failure == nil)
    let context = container.newBackgroundContext()
    try context.item("a")
    try context.save()
    #expect(try container.newBackgroundContext().names() == ["a"])
  }

  @Test(
    "Several programs that make one store at once make one",
    arguments: ["read committed", "repeatable read", "serializable"]
  )
  func atOnce(isolation: String) throws {
    let url = try shop.url(isolation: isolation)
    let connection = try PostgreSQLServer.connect()
    // The race between two steps of creating the store happens in few rounds.
    for round in 0..<12 {
      try connection.execute("CREATE SCHEMA \"\(shop.schema)\"")
      let identifiers = Mutex<[String]>([])
      DispatchQueue.concurrentPerform(iterations: 5) { _ in
        #expect(throws: Never.self) {
          let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Shop.model())
          let store = try coordinator.addPersistentStore(type: .postgreSQL, at: url)
          identifiers.withLock { $0.append(store.identifier) }
          try coordinator.remove(store)
        }
      }
      let stored = try shop.connect().value("SELECT uuid FROM coredata_metadata")
      let found = identifiers.withLock { $0 }
      #expect(found.count == 5, "\(round)")
      #expect(found.allSatisfy { stored == .text($0) }, "\(round)")
      try connection.execute("DROP SCHEMA \"\(shop.schema)\" CASCADE")
    }
  }

  @Test("The tables that `momgen sql` has made become a store")
  func adoptedTables() throws {
    let other = try shop.open()
    try other.remove(other.persistentStores[0])
    let connection = try shop.connect()
    try connection.execute(
      """
      DELETE FROM coredata_metadata;
      DROP TABLE coredata_change, coredata_transaction, coredata_counter, coredata_model;
      INSERT INTO item (object_id, name) VALUES (41, 'by hand')
      """
    )
    let context = try shop.open().context()
    #expect(try context.names() == ["by hand"])
    try context.item("new")
    try context.save()
    #expect(try connection.value("SELECT object_id FROM item WHERE name = 'new'") == 42)
  }

  @Test("A table that was changed by hand is an error")
  func changedTable() throws {
    let coordinator = try shop.open()
    try coordinator.remove(coordinator.persistentStores[0])
    try shop.connect().execute("ALTER TABLE item DROP COLUMN note")
    let error = try failure { _ = try add(shop.url) }
    #expect(error.code == NSPersistentStoreIncompatibleSchemaError)
    #expect("\(error)".contains("item.note"))
  }

  @Test("A store of another version of the model is refused")
  func otherModel() throws {
    let coordinator = try shop.open()
    try coordinator.remove(coordinator.persistentStores[0])
    let other = NSManagedObjectModel()
    other.entities = [Shop.entity("Item", [("name", .integer32)])]
    let error = try failure { _ = try add(shop.url, [:], other) }
    #expect(error.code == NSPersistentStoreIncompatibleVersionHashError)
  }

  @Test(
    "An unreachable server is an error with the message of libpq, without the password",
    arguments: [
      "postgresql://me:s3cr%2Bt@127.0.0.1:1/d", "postgresql://me:s3cr%2Bt@127.0.0.1:1/d?nonsense=1",
      "postgresql:///d?host=/nowhere&password=s3cr%2Bt", "postgresql://me:s3cr%2Bt@h/d?port=x%zz",
    ]
  )
  func unreachable(_ text: String) throws {
    let url = try #require(URL(string: text))
    let error = try failure { _ = try add(url) }
    #expect(error.code == NSPersistentStoreOpenError)
    let underlying = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
    #expect(!underlying.localizedDescription.isEmpty)
    for words in ["\(error)", "\(error.userInfo)", error.localizedDescription] {
      #expect(!words.contains("s3cr"), "\(words)")
    }
    let description = NSPersistentStoreDescription(url: url)
    #expect(!"\(description)".contains("s3cr"))
  }

  @Test("An open store does not reveal its password")
  func password() throws {
    _ = try shop.open()
    var components = try #require(URLComponents(url: shop.url, resolvingAgainstBaseURL: false))
    components.queryItems?.append(URLQueryItem(name: "password", value: "s3cret"))
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Shop.model())
    let store = try coordinator.addPersistentStore(
      type: .postgreSQL,
      at: try #require(components.url)
    )
    #expect(store.url == shop.url && coordinator.url(for: store) == shop.url)
    #expect(coordinator.persistentStore(for: shop.url) === store)
    #expect(!"\(store) \(coordinator.metadata(for: store))".contains("s3cret"))
    let other = NSManagedObjectModel()
    other.entities = [Shop.entity("Item", [("name", .integer32)])]
    let url = try #require(components.url)
    let error = try failure { _ = try add(url, [:], other) }
    #expect(!"\(error) \(error.userInfo)".contains("s3cret"))
    try coordinator.remove(store)
  }

  @Test("A store is not destroyed, replaced or moved from a program")
  func destroying() throws {
    let coordinator = try shop.open()
    let other = PostgreSQLServer.url()
    #expect(!coordinator.setURL(other, for: coordinator.persistentStores[0]))
    let error = try failure {
      try coordinator.destroyPersistentStore(at: shop.url, type: .postgreSQL)
    }
    #expect("\(error)".contains("drop its schema"))
    #expect(throws: (any Error).self) {
      try coordinator.replacePersistentStore(
        at: other,
        withPersistentStoreFrom: shop.url,
        type: .postgreSQL
      )
    }
    #expect(try shop.connect().value("SELECT count(*) FROM coredata_metadata") == 1)
  }

  @Test(
    "A role without rights gets an error, and one with the rights of the documentation can work"
  )
  func rights() throws {
    let coordinator = try shop.open()
    try coordinator.remove(coordinator.persistentStores[0])
    let connection = try shop.connect()
    let role = "role" + UUID().uuidString.lowercased().filter { $0 != "-" }
    try connection.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC; CREATE ROLE \(role) LOGIN")
    defer { try? connection.execute("DROP OWNED BY \(role); DROP ROLE \(role)") }
    let url = PostgreSQLServer.url(schema: shop.schema, user: role)
    let error = try failure { _ = try add(url) }
    #expect(error.code == CocoaError.Code.fileReadNoPermission.rawValue)
    try connection.execute(
      """
      GRANT USAGE ON SCHEMA "\(shop.schema)" TO \(role);
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "\(shop.schema)" TO \(role)
      """
    )
    let other = NSPersistentStoreCoordinator(managedObjectModel: Shop.model())
    let store = try other.addPersistentStore(
      type: .postgreSQL,
      at: url,
      options: [NSPersistentHistoryTrackingKey: true]
    )
    let context = other.context()
    let item = try context.item("a")
    try context.save()
    item.setValue("b", forKey: "name")
    try context.save()
    #expect(try other.context().names() == ["b"])
    context.delete(item)
    try context.save()
    try other.remove(store)
  }
}
