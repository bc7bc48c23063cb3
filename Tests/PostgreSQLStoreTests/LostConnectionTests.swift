import CoreData
import Foundation
import SQLDriver
import Testing

@Suite("Connections that are lost") struct LostConnectionTests {
  let shop = Shop()
  let program = "program " + UUID().uuidString

  private func open(_ options: [String: Any] = [:]) throws -> NSPersistentStoreCoordinator {
    var all: [String: Any] = [OpenCoreDataPostgreSQLApplicationNameOption: program]
    all.merge(options) { _, new in new }
    return try shop.open(all)
  }

  @Test("Reading and saving go on with another connection")
  func goingOn() throws {
    let coordinator = try open()
    let context = coordinator.context()
    try context.item("a")
    try context.save()
    try shop.endConnections(of: program)
    #expect(try coordinator.context().names() == ["a"])
    try shop.endConnections(of: program)
    usleep(1_100_000)
    try context.item("b")
    try context.save()
    #expect(try shop.open().context().names() == ["a", "b"])
  }

  @Test("A save that loses its connection has written nothing, and can be made again")
  func lostSave() throws {
    let coordinator = try open()
    let context = coordinator.context()
    try context.item("a")
    try context.save()
    try context.item("b")
    try shop.endConnections(of: program)
    let error = try #require(throws: (any Error).self) { try context.save() } as NSError
    #expect(error.code != OpenCoreDataUncertainSaveError && error.domain == NSCocoaErrorDomain)
    try context.save()
    #expect(try shop.open().context().names() == ["a", "b"])
  }

  /// Lets something happen in the server while the next insertion of an item is committed.
  private func whenCommitting(_ statement: String) throws {
    try shop.connect().execute(
      """
      CREATE FUNCTION "\(shop.schema)".slow() RETURNS trigger LANGUAGE plpgsql
        AS 'BEGIN \(statement); RETURN NULL; END';
      CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON item DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION "\(shop.schema)".slow()
      """
    )
  }

  @Test("A commit whose answer is late is found to have happened, once")
  func lateAnswer() throws {
    let coordinator = try open([OpenCoreDataPostgreSQLAnswerTimeoutOption: 1])
    try whenCommitting("PERFORM pg_sleep(3)")
    let context = coordinator.context()
    try context.item("a")
    try context.save()
    #expect(!context.hasChanges)
    #expect(try shop.open().context().names() == ["a"])
    let markers = "SELECT count(*) FROM coredata_transaction WHERE confirmed AND NOT refused"
    #expect(try shop.connect().value(markers) == 1)
    #expect(try coordinator.context().names() == ["a"])
  }

  @Test("A commit that dies with its connection did not happen, and never will")
  func diedInCommit() throws {
    let coordinator = try open()
    try whenCommitting("PERFORM pg_terminate_backend(pg_backend_pid())")
    let context = coordinator.context()
    try context.item("a")
    let error = try #require(throws: (any Error).self) { try context.save() } as NSError
    #expect("\(error)".contains("nothing was written"), "\(error)")
    #expect(error.code != OpenCoreDataUncertainSaveError)
    #expect(context.hasChanges)
    try shop.connect().execute("DROP TRIGGER slow ON item")
    try context.save()
    #expect(try shop.open().context().names() == ["a"])
  }

  @Test("A commit of which no server can say in time whether it happened can be asked about later")
  func uncertain() throws {
    let coordinator = try open([
      OpenCoreDataPostgreSQLAnswerTimeoutOption: 1,
      OpenCoreDataPostgreSQLSettlementTimeoutOption: 0,
    ])
    try whenCommitting("PERFORM pg_sleep(5)")
    let context = coordinator.context()
    try context.item("a")
    let error = try #require(throws: (any Error).self) { try context.save() } as NSError
    #expect(error.code == OpenCoreDataUncertainSaveError, "\(error)")
    #expect(context.hasChanges)
    usleep(3_000_000)
    #expect(try coordinator.settleUncertainSave(error))
    #expect(try coordinator.context().names() == ["a"])
    #expect(throws: (any Error).self) {
      try coordinator.settleUncertainSave(CocoaError(.fileNoSuchFile))
    }
  }
}
