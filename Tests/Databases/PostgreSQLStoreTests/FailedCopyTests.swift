import CoreData
import Foundation
import SQLDriver
import Synchronization
import Testing

@Suite("New stores in PostgreSQL that cannot be filled") struct FailedCopyTests {
  private let old = Shop()
  private let new = Shop()

  /// A model in which the notes of items are unique, unlike in the source.
  private static func model() -> NSManagedObjectModel {
    let model = Shop.model()
    model.entitiesByName["Item"]?.uniquenessConstraints = [["name"], ["note"]]
    return model
  }

  /// Creates a source with two items that have the same note.
  private func fill() throws {
    let coordinator = try old.open()
    let context = coordinator.context()
    for name in ["a", "b"] { try context.item(name).setValue("same", forKey: "note") }
    try context.save()
    try coordinator.remove(coordinator.persistentStores[0])
  }

  /// Migrates the source to the new place, which must fail.
  private func migrate(_ options: [String: Any] = [:]) throws {
    let manager = NSMigrationManager(sourceModel: Shop.model(), destinationModel: Self.model())
    let mapping = try NSMappingModel.inferredMappingModel(
      forSourceModel: Shop.model(),
      destinationModel: Self.model()
    )
    let error = try #require(throws: (any Error).self) {
      try manager.migrateStore(
        from: old.url,
        sourceType: NSPostgreSQLStoreType,
        with: mapping,
        toDestinationURL: new.url,
        destinationType: NSPostgreSQLStoreType,
        destinationOptions: options
      )
    }
    #expect((error as NSError).code == NSMigrationError, "\(error)")
  }

  /// The kinds and names of everything in the new store's schema; nil if there is no schema.
  private func contents() throws -> [String]? {
    let connection = try new.connect()
    defer { connection.close() }
    let schema = SQLValue.text(new.schema)
    let count = "SELECT count(*) FROM pg_namespace WHERE nspname = $1::text"
    guard try connection.value(count, schema) == 1 else { return nil }
    let rows = try connection.rows(
      "SELECT relname::text FROM pg_class WHERE relkind IN ('r', 'S', 'v') AND relnamespace ="
        + " (SELECT oid FROM pg_namespace WHERE nspname = $1::text)"
        + " UNION ALL SELECT proname::text FROM pg_proc WHERE pronamespace ="
        + " (SELECT oid FROM pg_namespace WHERE nspname = $1::text) ORDER BY 1",
      schema
    )
    return rows.compactMap { if case .text(let name) = $0[0] { name } else { nil } }
  }

  @Test("A failed migration leaves no schema and no tables", arguments: [true, false])
  func migration(createsSchema: Bool) throws {
    try fill()
    if !createsSchema {
      try new.connect().execute("CREATE SCHEMA \"\(new.schema)\"")
      try new.connect().execute("CREATE TABLE theirs (x integer)")
    }
    try migrate([OpenCoreDataPostgreSQLCreatesSchemaOption: createsSchema])
    #expect(try contents() == (createsSchema ? nil : ["theirs"]))
    #expect(try old.open().context().names() == ["a", "b"])
  }

  @Test("A failed migration into the tables of a script leaves these")
  func script() throws {
    try fill()
    let coordinator = try new.open(model: Self.model())
    try coordinator.remove(coordinator.persistentStores[0])
    let connection = try new.connect()
    try connection.execute(
      """
      DELETE FROM coredata_metadata;
      DROP TABLE coredata_change, coredata_transaction, coredata_counter, coredata_model;
      INSERT INTO item (object_id, name) VALUES (41, 'by hand')
      """
    )
    let before = try contents()
    try migrate()
    #expect(try contents() == before)
    #expect(try connection.value("SELECT count(*) FROM coredata_metadata") == 0)
    #expect(try connection.value("SELECT name FROM item") == "by hand")
  }

  @Test("A failed migration adds nothing to a store that existed before, and does not remove it")
  func existingStore() throws {
    try fill()
    let coordinator = try new.open(model: Self.model())
    let context = coordinator.context()
    try context.item("theirs")
    try context.save()
    try coordinator.remove(coordinator.persistentStores[0])
    try migrate()
    #expect(try new.open(model: Self.model()).context().names() == ["theirs"])
  }

  @Test("A new store to which another program has saved meanwhile remains")
  func usedByOthers() throws {
    try fill()
    let failures = Mutex<[any Error]>([])
    let isSaved = Mutex(false)
    nonisolated(unsafe) let place = new
    let observer = NotificationCenter.default.addObserver(
      forName: .NSPersistentStoreCoordinatorStoresDidChange,
      object: nil,
      queue: nil
    ) { notification in
      let added = notification.userInfo?[NSAddedPersistentStoresKey] as? [NSPersistentStore]
      let isFirst = isSaved.withLock { isSaved in
        defer { isSaved = isSaved || added?.first?.url == place.url }
        return !isSaved && added?.first?.url == place.url
      }
      guard isFirst else { return }
      do {
        let context = try place.open(model: Self.model()).context()
        try context.item("theirs")
        try context.save()
      } catch { failures.withLock { $0.append(error) } }
    }
    try migrate([OpenCoreDataPostgreSQLCreatesSchemaOption: true])
    NotificationCenter.default.removeObserver(observer)
    #expect(isSaved.withLock { $0 })
    #expect(failures.withLock { $0.isEmpty })
    #expect(try new.open(model: Self.model()).context().names() == ["theirs"])
  }

  @Test("A copy of a store that fails leaves the tables of a script as they were")
  func copy() throws {
    try fill()
    let created = try new.open()
    try created.remove(created.persistentStores[0])
    let connection = try new.connect()
    try connection.execute(
      """
      DELETE FROM coredata_metadata;
      DROP TABLE coredata_change, coredata_transaction, coredata_counter, coredata_model;
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON item FOR EACH ROW EXECUTE FUNCTION refuse()
      """
    )
    let before = try contents()
    let coordinator = try old.open()
    let store = coordinator.persistentStores[0]
    let error = try #require(throws: (any Error).self) {
      try coordinator.migratePersistentStore(store, to: new.url, type: .postgreSQL)
    }
    #expect("\(error)".contains("refused"), "\(error)")
    #expect(coordinator.persistentStores == [store])
    #expect(try contents() == before)
    #expect(try connection.value("SELECT count(*) FROM coredata_metadata") == 0)
    #expect(try coordinator.context().names() == ["a", "b"])
  }

  @Test("A store with objects of unknown entities is not copied without them")
  func strangers() throws {
    let wide = try old.open(model: MigrationTests.newVersion())
    let context = wide.context()
    NSEntityDescription.insertNewObject(forEntityName: "Shelf", into: context)
    try context.save()
    try wide.remove(wide.persistentStores[0])
    try old.connect().execute("CREATE VIEW shelves AS SELECT * FROM shelf")
    let model = MigrationTests.newVersion()
    model.entities.removeAll { $0.name == "Shelf" }
    let narrow = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try narrow.addPersistentStore(
      type: .postgreSQL,
      at: old.url,
      options: [NSIgnorePersistentStoreVersioningOption: true]
    )
    var options: [String: Any] = [OpenCoreDataPostgreSQLCreatesSchemaOption: true]
    let error = try #require(throws: (any Error).self) {
      try narrow.migratePersistentStore(store, to: new.url, options: options, type: .postgreSQL)
    }
    #expect("\(error)".contains("1 of the table shelf."), "\(error)")
    #expect(narrow.persistentStores == [store])
    #expect(try contents() == nil)
    options[OpenCoreDataAllowsDataLossOption] = true
    let copy = try narrow.migratePersistentStore(
      store,
      to: new.url,
      options: options,
      type: .postgreSQL
    )
    try narrow.remove(copy)
  }
}
