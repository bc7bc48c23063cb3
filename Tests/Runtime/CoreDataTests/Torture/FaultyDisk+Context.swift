import CoreData
import DiskFaults
import Foundation
import SQLiteDriver

extension FaultyDisk {
  /// A context with a store that uses the VFS.
  func context(
    _ url: URL,
    options: [AnyHashable: Any] = [:]
  ) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Bookshop.makeModel())
    var options = options
    options[sqliteVFSOption] = name
    try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }
}
