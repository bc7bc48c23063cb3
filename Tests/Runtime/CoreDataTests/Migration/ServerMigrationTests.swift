import CoreData
import EveryStore
import Foundation
import SQLDriver
import Synchronization
import Testing

/// A migration policy that calls a closure before the first object is created.
final class PausingPolicy: NSEntityMigrationPolicy {
  static let pause = Mutex<(@Sendable () throws -> Void)?>(nil)

  override func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {
    try Self.pause.withLock { $0 }?()
  }

  override func value(ofFunction selector: String, arguments: [Any]) throws -> Any? {
    (arguments.first as? String)?.uppercased()
  }
}

/// Tests of migrations that several programs may begin concurrently, and that take several transactions.
@Suite("Stages and mapping models in PostgreSQL", .stores(.postgreSQL), .serialized)
struct ServerMigrationTests {
  // MARK: Stages

  private func reference(_ version: Int) throws -> NSManagedObjectModelReference {
    let model = try ArchiveModel.model(version)
    return NSManagedObjectModelReference(model: model, versionChecksum: model.versionChecksum)
  }

  private func stage(
    before: @escaping @Sendable () throws -> Void = {},
    after: @escaping @Sendable () throws -> Void = {}
  ) throws -> NSCustomMigrationStage {
    let stage = NSCustomMigrationStage(migratingFrom: try reference(1), to: try reference(2))
    stage.willMigrateHandler = { _, _ in try before() }
    stage.didMigrateHandler = { _, _ in try after() }
    return stage
  }

  private func options(_ stage: NSMigrationStage) -> [AnyHashable: Any] {
    [NSPersistentStoreStagedMigrationManagerOptionKey: NSStagedMigrationManager([stage])]
  }

  /// Opens a store in five programs concurrently.
  ///
  /// - Returns: The errors.
  private func openAtOnce(
    _ url: URL,
    _ model: @escaping @Sendable () throws -> NSManagedObjectModel,
    _ options: @escaping @Sendable () throws -> [AnyHashable: Any]
  ) -> [String] {
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 5) { _ in
      do {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try model())
        let store = try coordinator.addPersistentStore(
          type: .postgreSQL,
          at: url,
          options: options().merging([NSPersistentStoreTimeoutOption: 60]) { $1 }
        )
        try coordinator.remove(store)
      } catch { failures.withLock { $0.append("\(error)") } }
    }
    return failures.withLock { $0 }
  }

  @Test("Of five programs that start at once one goes through the stages, and the others go on")
  func stagesAtOnce() throws {
    let store = try ArchiveStore()
    let calls = Mutex<[String]>([])
    nonisolated(unsafe) let tests = self
    let failures = openAtOnce(
      store.url,
      { try ArchiveModel.model(2) },
      {
        try tests.options(
          tests.stage(
            before: { calls.withLock { $0.append("before") } },
            after: { calls.withLock { $0.append("after") } }
          )
        )
      }
    )
    #expect(failures.isEmpty)
    #expect(calls.withLock { $0 } == ["before", "after"])
    let context = try store.context(try ArchiveModel.model(2), options: nil)
    #expect(try store.objects("Author", by: "fullName", context).count == 2)
  }

  @Test("A program whose connection with the lock ends does not go on with the stages")
  func lostLock() throws {
    let store = try ArchiveStore()
    let name = "stages \(UUID().uuidString)"
    nonisolated(unsafe) let place = store.place
    let stage = try stage {
      let connection = try place.connect("archive")
      defer { connection.close() }
      try connection.run(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
          + " WHERE application_name = $1 AND state = 'idle in transaction'",
        .text(name)
      )
    }
    var options = options(stage)
    options[OpenCoreDataPostgreSQLApplicationNameOption] = name
    let error = #expect(throws: NSError.self) {
      try store.context(try ArchiveModel.model(2), options: options)
    }
    #expect(error?.userInfo[OpenCoreDataTransientErrorKey] as? Bool == true)
    let context = try store.context(try ArchiveModel.model(1), options: nil)
    #expect(try store.objects("Author", by: "name", context).count == 2)
  }

  @Test("Stages are for the store in the schema that the options name")
  func schemaOption() throws {
    let store = try ArchiveStore()
    let items = URLComponents(url: store.url, resolvingAgainstBaseURL: false)?.queryItems
    let schema = try #require(items?.first { $0.name == "schema" }?.value)
    var components = try #require(URLComponents(url: store.url, resolvingAgainstBaseURL: false))
    components.queryItems = items?.filter { $0.name != "schema" }
    let url = try #require(components.url)
    var options = options(try stage())
    options[OpenCoreDataPostgreSQLSchemaOption] = schema
    let model = try ArchiveModel.model(2)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .postgreSQL, at: url, options: options)
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      type: .postgreSQL,
      at: url,
      options: options
    )
    #expect(
      metadata[NSStoreModelVersionHashesKey] as? [String: Data] == model.entityVersionHashesByName
    )
  }

  // MARK: Mapping models

  private static var mapped: [AnyHashable: Any] {
    [NSMigratePersistentStoresAutomaticallyOption: true]
  }

  /// A store of the first version, both versions of its model, and a mapping model with a policy.
  private func kennel(
    policy: String = "PausingPolicy"
  ) throws -> (store: KennelStore, model: NSManagedObjectModel) {
    let store = try KennelStore()
    let model = try store.writeVersions()
    try store.write(KennelModel.mapping(policy: policy))
    return (store, model)
  }

  /// The number of temporary schemas left over from migrations.
  private func leftovers(of store: KennelStore) throws -> Int {
    let connection = try store.place.connect("kennel")
    defer { connection.close() }
    let count = try connection.value(
      "SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'coredata-migration-%'"
        + " AND obj_description(oid) LIKE '%' || current_schema()"
    )
    guard case .integer(let number) = count else { return -1 }
    return Int(number)
  }

  /// Runs a closure during another closure's migration, before the first object is created.
  private func pausing(
    _ pause: @escaping @Sendable () throws -> Void,
    during body: () throws -> Void
  ) rethrows {
    PausingPolicy.pause.withLock { $0 = pause }
    defer { PausingPolicy.pause.withLock { $0 = nil } }
    try body()
  }

  @Test("Of five programs that start at once one migrates, and the others go on")
  func mappedAtOnce() throws {
    let (store, model) = try kennel()
    let runs = Mutex(0)
    try pausing {
      runs.withLock { $0 += 1 }
    } during: {
      nonisolated(unsafe) let model = model
      #expect(openAtOnce(store.url, { model }, { Self.mapped }).isEmpty)
    }
    #expect(runs.withLock { $0 } == 1)
    try store.expectMigrated(try store.context(model, at: store.url))
    #expect(try leftovers(of: store) == 0)
  }

  @Test("A migration that fails leaves the store as it was, and nothing beside it")
  func failingPolicy() throws {
    let (store, model) = try kennel()
    let before = try store.place.contents("kennel")
    try pausing {
      throw CocoaError(.userCancelled)
    } during: {
      let error = #expect(throws: CocoaError.self) {
        try store.context(model, at: store.url, options: Self.mapped)
      }
      #expect(error?.code == .userCancelled)
    }
    #expect(try store.place.contents("kennel") == before)
    #expect(try leftovers(of: store) == 0)
    try store.expectMigrated(try store.context(model, at: store.url, options: Self.mapped))
  }

  @Test("The next migration removes the files of a program that was killed")
  func killed() async throws {
    let (store, _) = try kennel()
    let before = try store.place.contents("kennel")
    let models = store.folder.appendingPathComponent("Kennel.xcdatamodeld")
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [models = models as URL, url = store.url as URL] in
      PausingPolicy.pause.withLock { $0 = { _ = kill(getpid(), SIGKILL) } }
      let model = try #require(NSManagedObjectModel(contentsOf: models))
      try NSPersistentStoreCoordinator(managedObjectModel: model).addPersistentStore(
        type: .postgreSQL,
        at: url,
        options: [NSMigratePersistentStoresAutomaticallyOption: true]
      )
    }
    #expect(try store.place.contents("kennel") == before)
    #expect(try leftovers(of: store) == 1)
    let model = try #require(NSManagedObjectModel(contentsOf: models))
    try store.expectMigrated(try store.context(model, at: store.url, options: Self.mapped))
    #expect(try leftovers(of: store) == 0)
  }

  @Test("While a store is migrated, others read it, and no save of theirs is lost")
  func otherPrograms() throws {
    let (store, model) = try kennel()
    let context = try store.context(
      try KennelModel.model(1),
      at: store.url,
      options: [NSPersistentStoreTimeoutOption: 0.2]
    )
    let request = NSFetchRequest<NSManagedObject>(entityName: "KennelPerson")
    nonisolated(unsafe) let people = request
    try pausing {
      try context.performAndWait { () throws -> Void in
        #expect(try context.count(for: people) == 2)
        let rumour = NSEntityDescription.insertNewObject(
          forEntityName: "KennelRumour",
          into: context
        )
        rumour.setValue("late", forKey: "text")
        let error = #expect(throws: NSError.self) { try context.save() }
        #expect(error?.code == NSPersistentStoreTimeoutError)
      }
    } during: {
      try store.expectMigrated(try store.context(model, at: store.url, options: Self.mapped))
    }
    // No old object is taken for a new one.
    let connection = try store.place.connect("kennel")
    defer { connection.close() }
    let keys = try connection.value("SELECT min(object_id) > 1000 FROM kennel_member")
    #expect(keys == .integer(1))
  }

  /// Makes the server execute a statement when the exchange of the tables commits; called while new ones are filled.
  private static func whenExchanging(_ statement: String, in place: TypedPlace) throws {
    let connection = try place.connect("kennel")
    defer { connection.close() }
    let schema = try connection.value(
      "SELECT quote_ident(nspname) FROM pg_namespace WHERE nspname LIKE 'coredata-migration-%'"
        + " AND obj_description(oid) LIKE '%' || current_schema()"
    )
    guard case .text(let schema) = schema else { throw CocoaError(.fileNoSuchFile) }
    try connection.execute(
      """
      CREATE OR REPLACE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF current_schema() NOT LIKE 'coredata-migration-%' THEN \(statement); END IF;
        RETURN NULL;
      END $$;
      CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON \(schema).coredata_transaction
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION slow()
      """
    )
  }

  @Test("An exchange of tables whose answer is late is found to have happened")
  func lateAnswer() throws {
    let (store, model) = try kennel()
    nonisolated(unsafe) let place = store.place
    var options = Self.mapped
    options[OpenCoreDataPostgreSQLAnswerTimeoutOption] = 1
    try pausing {
      try Self.whenExchanging("PERFORM pg_sleep(1.5)", in: place)
    } during: {
      try store.expectMigrated(try store.context(model, at: store.url, options: options))
    }
    #expect(try leftovers(of: store) == 0)
  }

  @Test("An exchange of tables that ends with its connection has not happened")
  func diedInCommit() throws {
    let (store, model) = try kennel()
    nonisolated(unsafe) let place = store.place
    try pausing {
      try Self.whenExchanging("PERFORM pg_terminate_backend(pg_backend_pid())", in: place)
    } during: {
      let error = #expect(throws: NSError.self) {
        try store.context(model, at: store.url, options: Self.mapped)
      }
      #expect(error.map { "\($0)".contains("nothing was written") } == true, "\(error as Any)")
    }
    #expect(try leftovers(of: store) == 0)
    try store.expectMigrated(try store.context(model, at: store.url, options: Self.mapped))
  }

  @Test("Rights that were granted on tables stay, and derived attributes are kept up to date")
  func rights() throws {
    let (store, model) = try kennel()
    let connection = try store.place.connect("kennel")
    defer { connection.close() }
    let role = "role" + UUID().uuidString.lowercased().filter { $0 != "-" }
    try connection.execute("CREATE ROLE \(role); GRANT SELECT ON kennel_house TO \(role)")
    defer { try? connection.execute("DROP OWNED BY \(role); DROP ROLE \(role)") }
    let context = try store.context(model, at: store.url, options: Self.mapped)
    let granted = try connection.value(
      "SELECT has_table_privilege('\(role)', 'kennel_house', 'SELECT')"
        + " AND NOT has_table_privilege('\(role)', 'kennel_house', 'UPDATE')"
    )
    #expect(granted == .integer(1))
    #expect(try store.texts("KennelHouse", ["inhabitants"], context) == ["2"])
    let member = NSEntityDescription.insertNewObject(forEntityName: "KennelMember", into: context)
    let houses = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "KennelHouse"))
    member.setValue("Lin", forKey: "fullName")
    member.setValue(houses.first, forKey: "home")
    try context.save()
    let again = try store.context(model, at: store.url)
    #expect(try store.texts("KennelHouse", ["inhabitants"], again) == ["3"])
  }

  @Test(
    "Columns and views that others have added are not lost",
    arguments: [
      ("ALTER TABLE kennel_pet ADD COLUMN color text", "kennel_pet.color"),
      ("CREATE VIEW pets AS SELECT * FROM kennel_pet", "depend"),
    ]
  )
  func additions(statement: String, word: String) throws {
    let (store, model) = try kennel()
    let connection = try store.place.connect("kennel")
    defer { connection.close() }
    try connection.execute(statement)
    let before = try store.place.contents("kennel")
    let error = #expect(throws: NSError.self) {
      try store.context(model, at: store.url, options: Self.mapped)
    }
    #expect(error?.domain == NSCocoaErrorDomain)
    #expect(error.map { "\($0)".contains(word) } == true, "\(String(describing: error))")
    #expect(try store.place.contents("kennel") == before)
    #expect(try leftovers(of: store) == 0)
  }
}
