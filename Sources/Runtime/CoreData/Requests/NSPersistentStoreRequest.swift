import Foundation

/// Something that a store is asked to do.
open class NSPersistentStoreRequest: NSObject, NSCopying {
  /// The kind of the request.
  open var requestType: NSPersistentStoreRequestType { .fetchRequestType }

  /// The stores that are asked; nil for all that are open.
  @exclusivity(unchecked) open var affectedStores: [NSPersistentStore]?

  /// Makes a request.
  public override init() {
    super.init()
  }

  /// A request that asks for the same.
  open func copy(with zone: NSZone? = nil) -> Any {
    NSPersistentStoreRequest()
  }

  /// The same request as a fetch request for results of a type; nil if it is no fetch request.
  ///
  /// On Apple's platforms a cast does this, since all fetch requests are of one class there.
  public final func fetchRequest<Result: NSFetchRequestResult>(
    for type: Result.Type
  ) -> NSFetchRequest<Result>? {
    self as? NSFetchRequest<Result> ?? (self as? any CastableRequest)?.copy(for: type)
  }
}

/// A request for which there is one like it for results of another type.
protocol CastableRequest {
  func copy<Result: NSFetchRequestResult>(for type: Result.Type) -> NSFetchRequest<Result>
}
