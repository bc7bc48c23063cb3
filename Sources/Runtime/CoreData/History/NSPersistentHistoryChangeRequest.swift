import Foundation

/// A request that fetches or deletes parts of the histories of stores.
///
/// SQLite stores that were opened with ``NSPersistentHistoryTrackingKey`` keep a history; stores of other kinds
/// refuse such requests with ``NSPersistentStoreUnsupportedRequestTypeError``.
open class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest {
  /// The kind of request.
  enum Subject {
    case after(NSPersistentHistoryToken?)
    case afterDate(Date)
    case forgettingBefore(NSPersistentHistoryToken?)
    case forgettingBeforeDate(Date)
  }

  final var subject = Subject.after(nil)

  /// Creates a request for everything.
  public required override init() {
    super.init()
  }

  private static func making(_ subject: Subject) -> Self {
    let request = Self()
    request.subject = subject
    return request
  }

  /// Returns a request for the transactions after a token; nil for all.
  ///
  /// The store must have been opened with `NSPersistentHistoryTrackingKey`. Keep the token of the last transaction
  /// for the next request.
  ///
  /// ```swift
  /// let request = NSPersistentHistoryChangeRequest.fetchHistory(after: lastToken)
  /// let result = try context.execute(request) as? NSPersistentHistoryResult
  /// let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
  /// ```
  ///
  /// Executing it throws ``NSPersistentHistoryTokenExpiredError`` if transactions after the token were deleted
  /// already.
  open class func fetchHistory(after token: NSPersistentHistoryToken?) -> Self {
    making(.after(token))
  }

  /// Returns a request for the transactions after a transaction; nil for all.
  open class func fetchHistory(after transaction: NSPersistentHistoryTransaction?) -> Self {
    making(.after(transaction?.token))
  }

  /// Returns a request for the transactions after a point in time.
  open class func fetchHistory(after date: Date) -> Self {
    making(.afterDate(date))
  }

  /// Returns a request for the transactions or changes that match a fetch request.
  open class func fetchHistory(
    withFetch fetchRequest: NSFetchRequest<any NSFetchRequestResult>
  ) -> Self {
    let request = making(.after(nil))
    request.fetchRequest = fetchRequest
    return request
  }

  /// Returns a request that deletes the transactions before a token; nil for all.
  ///
  /// Delete only transactions that every reader has processed; otherwise readers get
  /// ``NSPersistentHistoryTokenExpiredError`` and have to fetch everything again.
  ///
  /// ```swift
  /// try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: oldestToken))
  /// ```
  open class func deleteHistory(before token: NSPersistentHistoryToken?) -> Self {
    making(.forgettingBefore(token))
  }

  /// Returns a request that deletes the transactions before a transaction; nil for all.
  open class func deleteHistory(before transaction: NSPersistentHistoryTransaction?) -> Self {
    making(.forgettingBefore(transaction?.token))
  }

  /// Returns a request that deletes the transactions before a point in time.
  open class func deleteHistory(before date: Date) -> Self {
    making(.forgettingBeforeDate(date))
  }

  /// The kind of results.
  open var resultType = NSPersistentHistoryResultType.transactionsAndChanges

  /// The token after or before which transactions are fetched or deleted.
  open var token: NSPersistentHistoryToken? {
    switch subject {
    case .after(let token), .forgettingBefore(let token): token
    default: nil
    }
  }

  /// An additional condition on transactions, or on their changes.
  open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>?

  /// A copy of the request.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = Self()
    copy.subject = subject
    copy.fetchRequest = fetchRequest
    copy.resultType = resultType
    copy.affectedStores = affectedStores
    return copy
  }
}

/// The kind of results of a history request.
public enum NSPersistentHistoryResultType: Int, Sendable, Hashable {
  /// Whether it was executed.
  case statusOnly = 0
  /// The IDs of the objects that were changed.
  case objectIDs = 1
  /// The number of objects that were changed.
  case count = 2
  /// Transactions without their changes.
  case transactionsOnly = 3
  /// The changes.
  case changesOnly = 4
  /// Transactions with their changes.
  case transactionsAndChanges = 5
}

/// The result of a history request.
///
/// Its kind is the ``NSPersistentHistoryChangeRequest/resultType`` of the request: by default an array of
/// transactions with their changes. A deletion has a Boolean.
///
/// ```swift
/// let result = try context.execute(request) as? NSPersistentHistoryResult
/// let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
/// ```
open class NSPersistentHistoryResult: NSPersistentStoreResult {
  /// A Boolean, a number, or an array, depending on the kind of result.
  public final let result: Any?

  /// The kind of the result.
  public final let resultType: NSPersistentHistoryResultType

  init(_ result: Any?, _ resultType: NSPersistentHistoryResultType) {
    self.result = result
    self.resultType = resultType
    super.init()
  }
}
