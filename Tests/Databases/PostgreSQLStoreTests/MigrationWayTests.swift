import CoreData
import Foundation
import Testing

@Suite("Ways of migrating that servers do not go") struct MigrationWayTests {
  @Test("A staged migration is refused before anything is changed")
  func stages() throws {
    let shop = Shop()
    let old = try shop.open()
    let context = old.context()
    try context.item("a")
    try context.save()
    for store in old.persistentStores { try old.remove(store) }
    let model = MigrationTests.newVersion()
    let stage = NSLightweightMigrationStage([
      Shop.model().versionChecksum, model.versionChecksum,
    ])
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let error =
      try #require(throws: (any Error).self) {
        try coordinator.addPersistentStore(
          type: .postgreSQL,
          at: shop.url,
          options: [
            NSPersistentStoreStagedMigrationManagerOptionKey: NSStagedMigrationManager([stage])
          ]
        )
      } as NSError
    #expect(error.domain == NSCocoaErrorDomain && error.code == NSMigrationError)
    #expect("\(error)".contains("does not follow a staged migration"), "\(error)")
    #expect(try shop.open().context().names() == ["a"])
  }
}
