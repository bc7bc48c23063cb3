import Foundation

/// Something that a store is asked to do.
open class NSPersistentStoreRequest: NSObject, NSCopying {
  /// What kind of request it is.
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
}
