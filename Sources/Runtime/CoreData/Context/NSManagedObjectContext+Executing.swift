import Foundation

extension NSManagedObjectContext {
  /// Lets stores do what a request asks for; the objects of the context know nothing of it.
  final func result(of request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
    confirmQueue()
    switch request {
    case let request as any AsynchronousRequesting: return request.start(in: self)
    case let request as any FetchRequesting: return try request.result(in: self)
    default: break
    }
    guard let coordinator = rootCoordinator else {
      throw StoreFailure.error(NSCoreDataError, "The context has no coordinator.")
    }
    let result = try coordinator.execute(request, with: self)
    if let result = result as? NSPersistentStoreResult { return result }
    return NSPersistentStoreResult()
  }
}

extension NSManagedObjectContext {
  /// The author of what a request of this context changes: its own, or that of the nearest ancestor with one.
  final var authorOfTransactions: String? {
    transactionAuthor ?? parentContext?.authorOfTransactions
  }
}

extension FetchRequesting {
  /// Returns the objects that a context finds, without its unsaved changes.
  fileprivate func result(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    let results = try results(in: context) as? [any NSFetchRequestResult] ?? []
    return NSAsynchronousFetchResult(of: NSFetchRequest(), results, in: context)
  }
}

extension NSFetchRequest {
  /// Executes the request by the context in whose block the call is made.
  ///
  /// Outside of a context's `perform(_:)` and its like there is no such context, and an error is thrown; Core
  /// Data raises an exception.
  public func execute() throws -> [ResultType] {
    guard let context = QueueFrame.current?.context else {
      throw StoreFailure.error(
        NSCoreDataError,
        "A fetch request can be executed in the work of a context's perform(_:) only."
      )
    }
    return try context.fetch(self)
  }
}
