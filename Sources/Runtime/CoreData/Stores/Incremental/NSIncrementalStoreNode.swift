import Foundation

/// The values of one object as an incremental store has read them.
open class NSIncrementalStoreNode: NSObject, @unchecked Sendable {
  /// The ID of the object.
  public final let objectID: NSManagedObjectID

  /// The number of saves of the object, for finding conflicts.
  public final private(set) var version: UInt64

  private var values: [String: Any]

  /// Makes a node.
  ///
  /// A to-one relationship has an ID or `NSNull`; an attribute that is missing is nil, and a relationship
  /// that is missing is asked for when it is needed.
  public init(objectID: NSManagedObjectID, withValues values: [String: Any], version: UInt64) {
    self.objectID = objectID
    self.values = values
    self.version = version
    super.init()
  }

  /// Replaces the values.
  open func update(withValues values: [String: Any], version: UInt64) {
    self.values = values
    self.version = version
  }

  /// The value of a property, which may be `NSNull`; nil if the node does not know it.
  open func value(for prop: NSPropertyDescription) -> Any? {
    values[prop.name]
  }
}
