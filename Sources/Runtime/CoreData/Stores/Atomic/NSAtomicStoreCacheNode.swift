import Foundation

/// An object in an atomic store: its values, and the nodes that its relationships lead to.
open class NSAtomicStoreCacheNode: NSObject, @unchecked Sendable {
  /// The ID of the object.
  public final let objectID: NSManagedObjectID

  /// The values by the names of properties; nil until it is set or a value is.
  ///
  /// A to-one relationship has a node, a to-many relationship a set (an ordered set, if it is ordered) of
  /// nodes.
  open var propertyCache: NSMutableDictionary?

  /// Makes a node without values.
  public init(objectID moid: NSManagedObjectID) {
    objectID = moid
    super.init()
  }

  /// The value of a property.
  open func value(forKey key: String) -> Any? {
    propertyCache?.object(forKey: key)
  }

  /// Gives a property a value; nil takes it away.
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
