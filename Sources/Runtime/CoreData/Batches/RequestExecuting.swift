import ObjectRows
import SQLStore

/// A store that can change its objects without a context, and may keep its history.
protocol RequestExecuting: StoreAdapter {
  /// Inserts objects as an order says.
  func insert(_ order: BatchInsertionOrder) throws -> [Reference]

  /// Changes objects as an order says.
  func update(_ order: BatchUpdateOrder) throws -> [Reference]

  /// Deletes objects as an order says.
  func delete(_ order: BatchDeletionOrder) throws -> [Reference]

  /// The number of the last transaction in the history; nil if the store keeps none.
  func lastHistoryTransaction() throws -> Int64?

  /// Answers a request about the history; nil if the store keeps none.
  func history(_ question: HistoryQuery) throws -> [NSPersistentHistoryTransaction]?

  /// Forgets a part of the history.
  func forgetHistory(_ part: HistoryPart) throws
}

/// A batch insertion.
struct BatchInsertionOrder {
  let shape: EntityShape
  let context: NSManagedObjectContext

  /// The treatment of objects that violate a uniqueness constraint.
  let policy: NSMergePolicyType

  /// The values of the next object: its row, and the properties that were given; nil when there is none.
  let next: () throws -> (row: Row, given: PropertySet)?
}

/// A batch update.
struct BatchUpdateOrder {
  let fetch: StoreFetch
  let shape: EntityShape
  let context: NSManagedObjectContext

  /// The new values by the indices of the properties.
  let assignments: [(index: Int, value: BatchValue)]
}

/// The value that a property is to have.
enum BatchValue {
  case constant(Value)
  case expression(_NSExpression)
}

/// A batch deletion.
struct BatchDeletionOrder {
  let fetch: StoreFetch
  let context: NSManagedObjectContext
}
