import ObjectRows
import SQLStore

/// A store that can change its objects without a context, and may have a history.
protocol RequestExecuting: StoreAdapter {
  /// Executes a batch insertion, and returns the inserted or changed objects.
  func insert(_ order: BatchInsertionOrder) throws -> [Reference]

  /// Executes a batch update, and returns the changed objects.
  func update(_ order: BatchUpdateOrder) throws -> [Reference]

  /// Executes a batch deletion, and returns the deleted objects.
  func delete(_ order: BatchDeletionOrder) throws -> [Reference]

  /// The number of the last transaction in the history; nil if the store keeps none.
  func lastHistoryTransaction() throws -> Int64?

  /// Returns the transactions that match a query; nil if the store keeps no history.
  func history(_ question: HistoryQuery) throws -> [NSPersistentHistoryTransaction]?

  /// Deletes a part of the history.
  func forgetHistory(_ part: HistoryPart) throws
}

/// A batch insertion.
struct BatchInsertionOrder {
  let shape: EntityShape
  let context: NSManagedObjectContext

  /// The treatment of objects that violate a uniqueness constraint.
  let policy: NSMergePolicyType

  /// Returns the next object: its row, and the properties that were given; nil at the end.
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

/// The new value of a property.
enum BatchValue {
  case constant(Value)
  case expression(_NSExpression)
}

/// A batch deletion.
struct BatchDeletionOrder {
  let fetch: StoreFetch
  let context: NSManagedObjectContext
}
