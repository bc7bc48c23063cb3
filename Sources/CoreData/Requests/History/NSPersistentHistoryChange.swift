import Foundation

/// What a transaction has changed of one object.
open class NSPersistentHistoryChange: NSObject, NSCopying, @unchecked Sendable {
  /// What is known of a change.
  struct Facts {
    var number: Int64
    var type: NSPersistentHistoryChangeType
    var objectID: NSManagedObjectID
    var tombstone: [AnyHashable: Any]?
    var updatedProperties: Set<NSPropertyDescription>?
  }

  private let facts: Facts

  /// The transaction that the change is part of, set while that is made.
  final weak var owner: NSPersistentHistoryTransaction?

  init(_ facts: Facts) {
    self.facts = facts
    super.init()
  }

  /// The description of changes that requests for some of them need.
  open class var entityDescription: NSEntityDescription? { HistoryDescriptions.change() }

  /// The description of changes that requests for some of them need.
  open class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription? {
    HistoryDescriptions.change()
  }

  /// A request for some of the changes, which wants a predicate.
  open class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = HistoryDescriptions.change()
    return request
  }

  /// The number of the change.
  open var changeID: Int64 { facts.number }

  /// The object that was changed.
  open var changedObjectID: NSManagedObjectID { facts.objectID }

  /// What was done to the object.
  open var changeType: NSPersistentHistoryChangeType { facts.type }

  /// What was kept of an object that is gone: the attributes for which the model asks that.
  open var tombstone: [AnyHashable: Any]? { facts.tombstone }

  /// The transaction that the change is part of.
  open var transaction: NSPersistentHistoryTransaction? { owner }

  /// The properties that were changed.
  open var updatedProperties: Set<NSPropertyDescription>? { facts.updatedProperties }

  /// The change itself, which cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// What was done to an object.
public enum NSPersistentHistoryChangeType: Int, Sendable, Hashable {
  /// It was inserted.
  case insert = 0
  /// Values of it were changed.
  case update = 1
  /// It was deleted.
  case delete = 2
}
