import Foundation

/// The changes of one save to a store.
///
/// A save, or a batch request, is one transaction, with its time, its author and the name of its context. The store
/// keeps transactions if it was opened with ``NSPersistentHistoryTrackingKey``.
///
/// ```swift
/// let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
/// let result = try context.execute(request) as? NSPersistentHistoryResult
/// for transaction in result?.result as? [NSPersistentHistoryTransaction] ?? [] {
///   print(transaction.timestamp, transaction.author ?? "")
/// }
/// ```
open class NSPersistentHistoryTransaction: NSObject, NSCopying, @unchecked Sendable {
  /// The origin and the time of a transaction.
  struct Facts {
    var number: Int64
    var timestamp: Date
    var storeID: String
    var bundleID = ""
    var processID = ""
    var contextName: String?
    var author: String?
  }

  private let facts: Facts

  /// The changes, if they were requested.
  public final let changes: [NSPersistentHistoryChange]?

  init(_ facts: Facts, changes: [NSPersistentHistoryChange]?) {
    self.facts = facts
    self.changes = changes
    super.init()
    for change in changes ?? [] { change.owner = self }
  }

  /// The entity of transactions, for fetch requests.
  open class var entityDescription: NSEntityDescription? { HistoryDescriptions.transaction() }

  /// Returns the entity of transactions, for fetch requests.
  open class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription? {
    HistoryDescriptions.transaction()
  }

  /// A fetch request for transactions, to which a predicate can be added.
  open class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = HistoryDescriptions.transaction()
    return request
  }

  /// The time at which the changes were saved.
  open var timestamp: Date { facts.timestamp }

  /// The number of the transaction, which increases with each one.
  open var transactionNumber: Int64 { facts.number }

  /// The UUID of the store.
  open var storeID: String { facts.storeID }

  /// The identifier of the bundle of the program that saved the changes.
  open var bundleID: String { facts.bundleID }

  /// The identifier of the process that saved the changes.
  open var processID: String { facts.processID }

  /// The name of the context that was saved.
  open var contextName: String? { facts.contextName }

  /// The author of the changes.
  open var author: String? { facts.author }

  /// The position in the history right after the transaction.
  open var token: NSPersistentHistoryToken {
    NSPersistentHistoryToken([storeID: transactionNumber])
  }

  /// Returns the notification that a context would have posted, with the IDs of the objects.
  open func objectIDNotification() -> Notification {
    var userInfo: [AnyHashable: Any] = [:]
    let keys: [(NSPersistentHistoryChangeType, String)] = [
      (.insert, NSInsertedObjectIDsKey), (.update, NSUpdatedObjectIDsKey),
      (.delete, NSDeletedObjectIDsKey),
    ]
    for (type, key) in keys {
      let changed = (changes ?? []).filter { $0.changeType == type }
      if !changed.isEmpty { userInfo[key] = Set(changed.map(\.changedObjectID)) }
    }
    return Notification(name: .NSManagedObjectContextDidSaveObjectIDs, userInfo: userInfo)
  }

  /// The transaction itself, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
