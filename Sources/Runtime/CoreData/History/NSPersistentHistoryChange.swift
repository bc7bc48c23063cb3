import Foundation

/// A change of one object by a transaction.
open class NSPersistentHistoryChange: NSObject, NSCopying, @unchecked Sendable {
  /// The parts of a change.
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

  /// The kind of change.
  open var changeType: NSPersistentHistoryChangeType { facts.type }

  /// The kept values of a deleted object: the attributes for which the model asks that.
  open var tombstone: [AnyHashable: Any]? { facts.tombstone }

  /// The transaction that the change is part of.
  open var transaction: NSPersistentHistoryTransaction? { owner }

  /// The properties that were changed.
  open var updatedProperties: Set<NSPropertyDescription>? { facts.updatedProperties }

  /// The change itself, which cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The kind of change of an object.
public enum NSPersistentHistoryChangeType: Int, Sendable, Hashable {
  /// It was inserted.
  case insert = 0
  /// Values of it were changed.
  case update = 1
  /// It was deleted.
  case delete = 2
}
