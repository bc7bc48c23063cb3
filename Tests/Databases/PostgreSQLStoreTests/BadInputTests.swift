import CoreData
import Foundation
import PostgreSQLDriver
import PostgreSQLServer
import SQLDriver
import Testing

/// Tests that server errors become Core Data errors, and the context remains usable.
@Suite("Errors of PostgreSQL", .serialized) struct BadInputTests {
  /// The error of a closure: in Core Data's domain, with the message of libpq or the server as the underlying error.
  private func failure(
    _ code: Int,
    _ words: String,
    _ body: () throws -> Void
  ) throws -> NSError {
    let error = try #require(throws: (any Error).self) { try body() } as NSError
    #expect(error.domain == NSCocoaErrorDomain && error.code == code, "\(error)")
    let underlying = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError, "\(error)")
    #expect(underlying.localizedDescription.contains(words), "\(underlying)")
    return error
  }

  @Test("A wrong password, and none, are errors; the right one opens the store")
  func passwords() throws {
    let server = try OwnServer()
    let shop = Shop(on: server)
    _ = try shop.open()
    let connection = try shop.connect()
    try connection.execute(
      """
      CREATE ROLE clerk LOGIN PASSWORD 'right one';
      GRANT USAGE ON SCHEMA "\(shop.schema)" TO clerk;
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "\(shop.schema)" TO clerk
      """
    )
    func url(_ password: String?) -> URL {
      var words = ["user": "clerk"]
      words["password"] = password
      return server.url(schema: shop.schema, words)
    }
    for (password, words) in [("s3cret", "password authentication failed"), (nil, "password")] {
      let error = try failure(NSPersistentStoreOpenError, words) {
        _ = try Shop.open(url(password))
      }
      #expect(!"\(error) \(error.userInfo)".contains("s3cret"))
    }
    let context = try Shop.open(url("right one")).context()
    try context.item("a")
    try context.save()
    #expect(try context.names() == ["a"])
    // The password is changed while the store is open: open connections continue, new ones are rejected.
    try connection.execute("ALTER ROLE clerk PASSWORD 'another'")
    try connection.run(
      "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = 'clerk'"
    )
    try context.item("b")
    usleep(1_100_000)
    _ = try failure(NSPersistentStoreOpenError, "password authentication failed") {
      try context.save()
    }
    try connection.execute("ALTER ROLE clerk PASSWORD 'right one'")
    try context.save()
    #expect(try context.names() == ["a", "b"])
  }

  @Test("A certificate is checked on request, and a wrong one is refused")
  func certificates() throws {
    let server = try OwnServer()
    let shop = Shop(on: server)
    _ = try shop.open()
    let connection = try shop.connect()
    try connection.execute(
      """
      CREATE ROLE clerk LOGIN SUPERUSER PASSWORD 'pw'
      """
    )
    func url(_ host: String, _ authority: String, _ mode: String) -> URL {
      server.url(
        schema: shop.schema,
        [
          "user": "clerk", "password": "pw", "host": host, "hostaddr": "127.0.0.1", "sslmode": mode,
          "sslrootcert": "\(server.folder)/\(authority).crt",
        ]
      )
    }
    let context = try Shop.open(url("localhost", "ca", "verify-full")).context()
    try context.item("a")
    try context.save()
    let encrypted =
      "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)"
      + " WHERE ssl AND usename = 'clerk'"
    #expect(try connection.value(encrypted) != 0)
    _ = try failure(NSPersistentStoreOpenError, "certificate verify failed") {
      _ = try Shop.open(url("localhost", "other", "verify-full"))
    }
    _ = try failure(NSPersistentStoreOpenError, "does not match host name") {
      _ = try Shop.open(url("elsewhere.example", "ca", "verify-full"))
    }
    _ = try failure(NSPersistentStoreOpenError, "does not exist") {
      _ = try Shop.open(url("localhost", "none", "verify-full"))
    }
    _ = try failure(NSPersistentStoreOpenError, "no encryption") {
      _ = try Shop.open(url("localhost", "ca", "disable"))
    }
    #expect(try Shop.open(url("elsewhere.example", "ca", "verify-ca")).context().names() == ["a"])
  }

  @Test("A full disk is an error, and the context saves what fits")
  func fullDisk() throws {
    let server = try OwnServer()
    let shop = Shop(on: server)
    let context = try shop.open().context()
    try context.item("a")
    try context.save()
    let connection = try shop.connect()
    let fills = server.smallFolder != nil
    if let folder = server.smallFolder {
      try connection.execute("CREATE TABLESPACE small LOCATION '\(folder)'")
      try connection.execute("ALTER TABLE item SET TABLESPACE small")
    } else {
      // Simulates the error of a full disk where none can be mounted.
      try connection.execute(
        """
        CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
          'BEGIN RAISE ''No space left on device'' USING ERRCODE = ''disk_full''; END';
        CREATE TRIGGER full_disk BEFORE INSERT ON item FOR EACH ROW WHEN (length(NEW.note) > 99)
          EXECUTE FUNCTION full_disk()
        """
      )
    }
    var large: [NSManagedObject] = []
    // Incompressible data.
    let letters = (0..<500_000).map { _ in UInt8.random(in: 33...126) }
    let note = String(decoding: letters, as: UTF8.self)
    for number in 0..<40 {
      let item = try context.item("large \(number)")
      item.setValue(note, forKey: "note")
      large.append(item)
    }
    let words = "No space left on device"
    _ = try failure(CocoaError.Code.fileWriteOutOfSpace.rawValue, words) { try context.save() }
    #expect(context.insertedObjects.count == 40)
    for item in large { context.delete(item) }
    let box = NSEntityDescription.insertNewObject(forEntityName: "Box", into: context)
    box.setValue("small", forKey: "label")
    try context.save()
    #expect(try context.names() == ["a"])
    #expect(try connection.value("SELECT count(*) FROM box") == 1)
    if fills {
      try connection.execute("ALTER TABLE item SET TABLESPACE pg_default")
      try context.item("b")
      try context.save()
      #expect(try context.names() == ["a", "b"])
    }
  }

  @Test("A standby answers questions and refuses changes")
  func recovery() throws {
    let server = try OwnServer()
    let shop = Shop(on: server)
    let first = try shop.open().context()
    try first.item("a")
    try first.save()
    let standby = try OwnServer(standbyOf: server)
    let coordinator = try Shop.open(standby.url(schema: shop.schema))
    let context = coordinator.context()
    #expect(try context.names() == ["a"])
    let item = try context.item("b")
    _ = try failure(CocoaError.Code.fileWriteNoPermission.rawValue, "read-only transaction") {
      try context.save()
    }
    context.delete(item)
    #expect(try context.names() == ["a"])
    // A new model would alter the tables.
    let other = NSManagedObjectModel()
    other.entities = [Shop.entity("Item", [("name", .string)])]
    let options = [
      NSMigratePersistentStoresAutomaticallyOption: true,
      NSInferMappingModelAutomaticallyOption: true,
    ]
    let error =
      try #require(throws: (any Error).self) {
        try Shop.open(standby.url(schema: shop.schema), options, other)
      } as NSError
    #expect(error.domain == NSCocoaErrorDomain, "\(error)")
  }

  @Test("A statement that takes too long is ended, and the context can go on")
  func timeLimit() throws {
    let shop = Shop()
    let context = try shop.open([OpenCoreDataPostgreSQLStatementTimeoutOption: 0.3]).context()
    try context.item("a")
    try context.save()
    try shop.whenInserting("PERFORM pg_sleep(10)")
    try context.item("b")
    _ = try failure(NSPersistentStoreTimeoutError, "statement timeout") { try context.save() }
    #expect(try context.names("name == 'a'") == ["a"])
    try shop.connect().execute("DROP TRIGGER slow ON item")
    try context.save()
    #expect(try shop.open().context().names() == ["a", "b"])
  }

  @Test("A right that is taken away while the store is open is an error of the save")
  func revokedRight() throws {
    let shop = Shop()
    _ = try shop.open()
    let connection = try shop.connect()
    let role = "role" + UUID().uuidString.lowercased().filter { $0 != "-" }
    try connection.execute(
      """
      CREATE ROLE \(role) LOGIN;
      GRANT USAGE ON SCHEMA "\(shop.schema)" TO \(role);
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "\(shop.schema)" TO \(role)
      """
    )
    defer { try? connection.execute("DROP OWNED BY \(role); DROP ROLE \(role)") }
    let coordinator = try Shop.open(PostgreSQLServer.url(schema: shop.schema, user: role))
    let context = coordinator.context()
    try context.item("a")
    try context.save()
    try connection.execute("REVOKE INSERT ON item FROM \(role)")
    try context.item("b")
    _ = try failure(CocoaError.Code.fileReadNoPermission.rawValue, "permission denied") {
      try context.save()
    }
    #expect(try context.names("name == 'a'") == ["a"])
    try connection.execute("GRANT INSERT ON item TO \(role)")
    try context.save()
    #expect(try context.names() == ["a", "b"])
    try coordinator.removeStores()
  }

  @Test("A table that is changed while the store is open is an error, and the context can go on")
  func changedTable() throws {
    let shop = Shop()
    let coordinator = try shop.open()
    let context = coordinator.context()
    try context.item("a")
    try context.save()
    let connection = try shop.connect()
    try connection.execute("ALTER TABLE item RENAME COLUMN note TO remark")
    try context.item("b")
    _ = try failure(NSPersistentStoreOperationError, "note") { try context.save() }
    _ = try failure(NSPersistentStoreOperationError, "note") {
      _ = try coordinator.context().names()
    }
    try connection.execute("ALTER TABLE item RENAME COLUMN remark TO note")
    try context.save()
    #expect(try shop.open().context().names() == ["a", "b"])
  }

  @Test("NaN is refused with a message that is true of every store")
  func notANumber() throws {
    let model = NSManagedObjectModel()
    model.entities = [Shop.entity("Item", [("weight", .double)])]
    let shop = Shop()
    let coordinator = try Shop.open(
      shop.url,
      [OpenCoreDataPostgreSQLCreatesSchemaOption: true],
      model
    )
    let context = coordinator.context()
    let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
    item.setValue(Double.nan, forKey: "weight")
    let error = try #require(throws: (any Error).self) { try context.save() } as NSError
    #expect("\(error)".contains("NaN") && !"\(error)".contains("SQLite"), "\(error)")
    item.setValue(1.5, forKey: "weight")
    try context.save()
    try coordinator.removeStores()
  }

  @Test(
    "A store that cannot be destroyed stays open",
    arguments: [NSPostgreSQLStoreType, NSSQLiteStoreType]
  )
  func destroying(type: String) throws {
    let shop = Shop()
    let coordinator = try shop.open()
    let context = coordinator.context()
    try context.item("a")
    let error =
      try #require(throws: (any Error).self) {
        try coordinator.destroyPersistentStore(at: shop.url, ofType: type)
      } as NSError
    #expect(error.domain == NSCocoaErrorDomain)
    #expect(coordinator.persistentStores.count == 1)
    try context.save()
    #expect(try context.names() == ["a"])
  }

  @Test(
    "Objects exchange unique values, unless a rule of the model is against any value in between",
    arguments: [true, false]
  )
  func exchange(isPossible: Bool) throws {
    let model = Shop.model()
    let name = model.entitiesByName["Item"]?.attributesByName["name"]
    name?.isOptional = false
    if !isPossible {
      name?.setValidationPredicates(
        [NSPredicate(format: "length <= 3")],
        withValidationWarnings: ["too long"]
      )
    }
    let shop = Shop()
    let coordinator = try Shop.open(
      shop.url,
      [OpenCoreDataPostgreSQLCreatesSchemaOption: true],
      model
    )
    let context = coordinator.context()
    let items = [try context.item("a", price: 1), try context.item("b", price: 2)]
    try context.save()
    items[0].setValue("b", forKey: "name")
    items[1].setValue("a", forKey: "name")
    if isPossible {
      try context.save()
      #expect(try coordinator.context().names("price == 2") == ["a"])
    } else {
      let code = NSManagedObjectConstraintMergeError
      _ = try failure(code, "check constraint") { try context.save() }
      context.rollback()
      #expect(try context.names("price == 2") == ["b"])
    }
    try coordinator.removeStores()
  }
}
