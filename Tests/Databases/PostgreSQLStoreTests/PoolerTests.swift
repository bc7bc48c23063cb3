import CoreData
import Foundation
import PostgreSQLDriver
import PostgreSQLServer
import SQLDriver
import Testing

/// Tests of connections through PgBouncer; they are skipped where it is not installed.
@Suite("PostgreSQL through PgBouncer", .enabled(if: Pooler.isInstalled), .serialized)
struct PoolerTests {
  private let shop = Shop()

  private func open(
    _ url: URL,
    _ options: [String: Any] = [:]
  ) throws -> NSPersistentStoreCoordinator {
    var all: [String: Any] = [
      OpenCoreDataPostgreSQLCreatesSchemaOption: true, NSPersistentHistoryTrackingKey: true,
      NSPersistentStoreRemoteChangeNotificationPostOptionKey: true,
    ]
    all.merge(options) { $1 }
    return try Shop.open(url, all)
  }

  @Test("In session mode everything works, and no setting reaches the next program")
  func sessions() throws {
    let pooler = try Pooler(.session)
    let url = pooler.url(schema: shop.schema)
    for round in 0..<3 {
      let following = try open(url)
      let saving = try open(url)
      let notices = ChangeNotices(to: following)
      let context = saving.context()
      for number in 0..<1_500 { try context.item("\(round) \(number)") }
      try context.save()
      #expect(notices.next(within: 5))
      let reader = following.context()
      try reader.setQueryGenerationFrom(.current)
      #expect(try reader.names().count == 1_500)
      try reader.setQueryGenerationFrom(nil)
      let deletion = NSBatchDeleteRequest(
        fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Item")
      )
      _ = try context.execute(deletion)
      try following.removeStores()
      try saving.removeStores()
    }
    // Another schema, over the connections of the first one.
    let other = Shop()
    let second = try open(pooler.url(schema: other.schema))
    #expect(try second.context().names() == [])
    try second.removeStores()
    try other.connect().execute("DROP SCHEMA \"\(other.schema)\" CASCADE")
  }

  @Test("Transaction mode is refused when the store is opened, with nothing created")
  func transactions() throws {
    let pooler = try Pooler(.transaction)
    let error =
      try #require(throws: (any Error).self) {
        try open(pooler.url(schema: shop.schema))
      } as NSError
    #expect(error.domain == NSCocoaErrorDomain && error.code == NSPersistentStoreOpenError)
    #expect("\(error)".contains("pool_mode"), "\(error)")
    let count = "SELECT count(*) FROM pg_namespace WHERE nspname = $1::text"
    #expect(try PostgreSQLServer.connect().value(count, .text(shop.schema)) == 0)
  }
}
