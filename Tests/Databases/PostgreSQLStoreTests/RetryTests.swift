import CoreData
import Foundation
import SQLDriver
import Testing

@Suite("Transactions that others block") struct RetryTests {
  let shop = Shop()

  /// Makes the first changes of items fail, as if by a deadlock or a serialization failure.
  ///
  /// - Parameters:
  ///   - state: The SQLSTATE of the error.
  ///   - count: The number of failures.
  ///   - isDeferred: Whether the commit fails, instead of the statement.
  /// - Throws: The server's error.
  private func refuse(_ state: String, _ count: Int, isDeferred: Bool) throws {
    try shop.connect().execute(
      """
      CREATE SEQUENCE attempts;
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('"\(shop.schema)".attempts') <= \(count) THEN
          RAISE EXCEPTION 'others are in the way' USING ERRCODE = '\(state)';
        END IF;
        RETURN NULL;
      END $$;
      CREATE CONSTRAINT TRIGGER refusal AFTER INSERT OR UPDATE OR DELETE ON item
        DEFERRABLE INITIALLY \(isDeferred ? "DEFERRED" : "IMMEDIATE") FOR EACH ROW
        EXECUTE FUNCTION refuse()
      """
    )
  }

  private func endRefusal() throws {
    try shop.connect().execute("DROP FUNCTION refuse CASCADE; DROP SEQUENCE attempts")
  }

  @Test("A failed save is retried", arguments: ["40001", "40P01"], [false, true])
  func saves(state: String, isDeferred: Bool) throws {
    let coordinator = try shop.open([NSPersistentHistoryTrackingKey: true])
    let context = coordinator.context()
    try refuse(state, 3, isDeferred: isDeferred)
    let item = try context.item("a")
    try context.save()
    #expect(!context.hasChanges)
    #expect(!item.objectID.isTemporaryID)
    try endRefusal()
    try refuse(state, 3, isDeferred: isDeferred)
    item.setValue(2, forKey: "price")
    try context.save()
    let connection = try shop.connect()
    #expect(try connection.rows("SELECT price, object_version FROM item") == [[2, 2]])
    // Attempts that were rolled back leave no history.
    #expect(try connection.value("SELECT count(*) FROM coredata_transaction") == 2)
    #expect(try connection.value("SELECT count(*) FROM coredata_change") == 2)
    #expect(try connection.value("SELECT max(number) FROM coredata_transaction") == 2)
    #expect(try shop.open().context().names("price == 2") == ["a"])
  }

  @Test("There is a bound, nothing is written then, and the save can be made later")
  func bound() throws {
    let context = try shop.open().context()
    try refuse("40001", 1_000, isDeferred: false)
    try context.item("a")
    let error = try #require(throws: (any Error).self) { try context.save() } as NSError
    #expect(error.domain == NSCocoaErrorDomain && error.code == NSPersistentStoreOperationError)
    #expect(context.hasChanges)
    #expect(try shop.connect().value("SELECT count(*) FROM item") == 0)
    try endRefusal()
    try context.save()
    #expect(try shop.open().context().names() == ["a"])
  }

  @Test("Batch requests are made again")
  func batches() throws {
    let context = try shop.open().context()
    for name in ["a", "b"] { try context.item(name) }
    try context.save()
    try refuse("40P01", 2, isDeferred: false)
    let update = NSBatchUpdateRequest(entityName: "Item")
    update.propertiesToUpdate = ["price": 7]
    update.resultType = .updatedObjectsCountResultType
    let updated = try context.execute(update) as? NSBatchUpdateResult
    #expect(updated?.result as? Int == 2)
    try endRefusal()
    try refuse("40001", 2, isDeferred: true)
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Item")
    request.predicate = NSPredicate(format: "name == 'a' AND price == 7")
    let deletion = NSBatchDeleteRequest(fetchRequest: request)
    deletion.resultType = .resultTypeCount
    let deleted = try context.execute(deletion) as? NSBatchDeleteResult
    #expect(deleted?.result as? Int == 1)
    #expect(try shop.open().context().names("price == 7") == ["b"])
  }

  @Test("Programs whose transactions are serializable save at the same time")
  func serializable() throws {
    let url = try shop.url(isolation: "serializable")
    let coordinators = try (0..<2).map { _ in
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Shop.model())
      let options: [String: Any] = [
        OpenCoreDataPostgreSQLCreatesSchemaOption: true, NSPersistentHistoryTrackingKey: true,
      ]
      try coordinator.addPersistentStore(type: .postgreSQL, at: url, options: options)
      return coordinator
    }
    defer {
      for coordinator in coordinators {
        for store in coordinator.persistentStores { try? coordinator.remove(store) }
      }
    }
    nonisolated(unsafe) var failures: [any Error] = []
    let lock = NSLock()
    let group = DispatchGroup()
    for (program, coordinator) in coordinators.enumerated() {
      group.enter()
      Thread {
        defer { group.leave() }
        let context = coordinator.context()
        do {
          for number in 0..<25 {
            try context.item("\(program) \(number)")
            try context.save()
          }
        } catch { lock.withLock { failures.append(error) } }
      }.start()
    }
    group.wait()
    #expect(failures.isEmpty, "\(failures)")
    #expect(try shop.connect().value("SELECT max(number) FROM coredata_transaction") == 50)
  }
}
