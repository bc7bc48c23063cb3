import Foundation

/// The values of one object that an incremental store has read.
open class NSIncrementalStoreNode: NSObject, @unchecked Sendable {
  /// The ID of the object.
  public final let objectID: NSManagedObjectID

  /// The number of saves of the object, for detecting conflicts.
  public final private(set) var version: UInt64

  private var values: [String: Any]

  /// Creates a node.
  ///
  /// A to-one relationship has an ID or `NSNull`; a missing attribute is nil, and a missing relationship is requested
  /// when it is needed.
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

  /// Returns the value of a property, which may be `NSNull`; nil if the node does not have it.
  open func value(for prop: NSPropertyDescription) -> Any? {
    values[prop.name]
  }
}
