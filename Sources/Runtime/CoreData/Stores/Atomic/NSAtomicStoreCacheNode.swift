import Foundation

/// An object in an atomic store: its values, and the nodes of its relationships.
open class NSAtomicStoreCacheNode: NSObject, @unchecked Sendable {
  /// The ID of the object.
  public final let objectID: NSManagedObjectID

  /// The values by the names of properties; nil until it or a value is set.
  ///
  /// A to-one relationship has a node, a to-many relationship a set of nodes (an ordered set, if it is ordered).
  open var propertyCache: NSMutableDictionary?

  /// Creates a node without values.
  public init(objectID moid: NSManagedObjectID) {
    objectID = moid
    super.init()
  }

  /// The value of a property.
  open func value(forKey key: String) -> Any? {
    propertyCache?.object(forKey: key)
  }

  /// Sets the value of a property; nil removes it.
  open func setValue(_ value: Any?, forKey key: String) {
    guard let value else {
      propertyCache?.removeObject(forKey: key)
      return
    }
    let cache = propertyCache ?? NSMutableDictionary()
    propertyCache = cache
    cache.setObject(value, forKey: key as NSString)
  }

  open override var description: String {
    "<\(Swift.type(of: self)): \(objectID.uriText)>"
  }
}
