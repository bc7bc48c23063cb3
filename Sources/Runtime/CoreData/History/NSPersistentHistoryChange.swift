import Foundation

/// A change of one object by a transaction.
open class NSPersistentHistoryChange: NSObject, NSCopying, @unchecked Sendable {
  /// The values of a change.
  struct Facts {
    var number: Int64
    var type: NSPersistentHistoryChangeType
    var objectID: NSManagedObjectID
    var tombstone: [AnyHashable: Any]?
    var updatedProperties: Set<NSPropertyDescription>?
  }

  private let facts: Facts

  /// The transaction of the change, set while that is created.
  final weak var owner: NSPersistentHistoryTransaction?

  init(_ facts: Facts) {
    self.facts = facts
    super.init()
  }

  /// The entity of changes, for fetch requests.
  open class var entityDescription: NSEntityDescription? { HistoryDescriptions.change() }

  /// Returns the entity of changes, for fetch requests.
  open class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription? {
    HistoryDescriptions.change()
  }

  /// A fetch request for changes, to which a predicate can be added.
  open class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = HistoryDescriptions.change()
    return request
  }

  /// The number of the change.
  open var changeID: Int64 { facts.number }

  /// The object that was changed.
  open var changedObjectID: NSManagedObjectID { facts.objectID }

  /// The kind of change.
  open var changeType: NSPersistentHistoryChangeType { facts.type }

  /// The kept values of a deleted object: the attributes that the model marks for that.
  open var tombstone: [AnyHashable: Any]? { facts.tombstone }

  /// The transaction of the change.
  open var transaction: NSPersistentHistoryTransaction? { owner }

  /// The properties that were changed.
  open var updatedProperties: Set<NSPropertyDescription>? { facts.updatedProperties }

  /// The change itself, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The kind of change of an object.
public enum NSPersistentHistoryChangeType: Int, Sendable, Hashable {
  /// It was inserted.
  case insert = 0
  /// Properties of it were changed.
  case update = 1
  /// It was deleted.
  case delete = 2
}
