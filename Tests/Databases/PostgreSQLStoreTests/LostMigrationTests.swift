import CoreData
import Foundation
import SQLDriver
import Testing

@Suite("Migrations whose commit is not answered") struct LostMigrationTests {
  let shop = Shop()

  /// Makes the server execute a statement when a migration commits, which makes all constraints immediate before.
  private func whenMigrating(_ statement: String) throws {
    try shop.connect().execute(
      """
      CREATE TABLE commits (n integer);
      CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN \(statement); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON commits
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION slow();
      CREATE FUNCTION put_off() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN SET CONSTRAINTS ALL DEFERRED; INSERT INTO commits VALUES (1); RETURN NULL; END $$;
      CREATE TRIGGER put_off AFTER UPDATE ON coredata_metadata
        FOR EACH ROW EXECUTE FUNCTION put_off()
      """
    )
  }

  private func fill() throws {
    let coordinator = try shop.open()
    let context = coordinator.context()
    try context.item("a")
    try context.save()
    try coordinator.remove(coordinator.persistentStores[0])
  }

  private func migrate(_ options: [String: Any] = [:]) throws -> NSPersistentStoreCoordinator {
    var all: [String: Any] = [
      NSMigratePersistentStoresAutomaticallyOption: true,
      NSInferMappingModelAutomaticallyOption: true,
      OpenCoreDataPostgreSQLAnswerTimeoutOption: 1,
    ]
    all.merge(options) { $1 }
    return try shop.open(all, model: MigrationTests.newVersion())
  }

  private func titles(_ coordinator: NSPersistentStoreCoordinator) throws -> [String] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
    let context = coordinator.context()
    return try context.fetch(request).compactMap { $0.value(forKey: "title") as? String }
  }

  @Test("A migration whose answer is late is found to have happened")
  func lateAnswer() throws {
    try fill()
    try whenMigrating("PERFORM pg_sleep(2)")
    #expect(try titles(migrate()) == ["a"])
    let markers = "SELECT count(*) FROM coredata_transaction WHERE confirmed AND NOT refused"
    #expect(try shop.connect().value(markers) == 1)
  }

  @Test("A migration that ends with its connection has not happened, and can be repeated")
  func diedInCommit() throws {
    try fill()
    try whenMigrating("PERFORM pg_terminate_backend(pg_backend_pid())")
    let error = try #require(throws: (any Error).self) { try migrate() } as NSError
    #expect("\(error)".contains("nothing was written"), "\(error)")
    #expect(error.userInfo[OpenCoreDataTransientErrorKey] as? Bool == true)
    #expect(try shop.open().context().names() == ["a"])
    try shop.connect().execute("DROP FUNCTION slow CASCADE")
    #expect(try titles(migrate()) == ["a"])
  }

  @Test("A migration of unknown outcome is an error; opening the store again tells")
  func uncertain() throws {
    try fill()
    try whenMigrating("PERFORM pg_sleep(2)")
    let error =
      try #require(throws: (any Error).self) {
        try migrate([OpenCoreDataPostgreSQLSettlementTimeoutOption: 0])
      } as NSError
    #expect(error.code == OpenCoreDataUncertainSaveError, "\(error)")
    #expect(try titles(migrate([OpenCoreDataPostgreSQLAnswerTimeoutOption: 30])) == ["a"])
  }
}
