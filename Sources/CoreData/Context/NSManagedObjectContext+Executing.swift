import Foundation

extension NSManagedObjectContext {
  /// Lets stores do what a request asks for; the objects of the context know nothing of it.
  final func result(of request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
    confirmQueue()
    guard let coordinator = rootCoordinator else {
      throw StoreFailure.error(NSCoreDataError, "The context has no coordinator.")
    }
    let result = try coordinator.execute(request, with: self)
    if let result = result as? NSPersistentStoreResult { return result }
    return NSPersistentStoreResult()
  }
}
