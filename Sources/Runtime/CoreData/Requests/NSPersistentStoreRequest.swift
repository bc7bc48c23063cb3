import Foundation

/// A request to stores: the superclass of fetch, save, batch and history requests.
open class NSPersistentStoreRequest: NSObject, NSCopying {
  /// The kind of the request.
  open var requestType: NSPersistentStoreRequestType { .fetchRequestType }

  /// The stores that execute the request; nil for all open ones.
  @exclusivity(unchecked) open var affectedStores: [NSPersistentStore]?

  /// Creates a request.
  public override init() {
    super.init()
  }

  /// A copy of the request.
  open func copy(with zone: NSZone? = nil) -> Any {
    NSPersistentStoreRequest()
  }

  /// The same request as a fetch request for results of a type; nil if it is not a fetch request.
  ///
  /// On Apple's platforms a cast does this, because all fetch requests are of one class there.
  public final func fetchRequest<Result: NSFetchRequestResult>(
    for type: Result.Type
  ) -> NSFetchRequest<Result>? {
    self as? NSFetchRequest<Result> ?? (self as? any CastableRequest)?.copy(for: type)
  }
}

/// A request that can be copied for results of another type.
protocol CastableRequest {
  func copy<Result: NSFetchRequestResult>(for type: Result.Type) -> NSFetchRequest<Result>
}
