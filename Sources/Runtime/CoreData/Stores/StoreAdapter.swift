import Foundation
import ObjectRows

/// The interface of a coordinator to a store of any kind.
///
/// Objects are identified by references; the store's own have the slot with which the adapter was created. Calls are
/// never concurrent.
protocol StoreAdapter: WholeStoreSource {
  /// Evicts cached rows, because another program has written others.
  func forgetRows(of references: [Reference])

  /// Removes all rows from memory that can be read again.
  func forgetAllRows()

  /// The to-many relationships of an entity whose changes the store needs in a change set.
  func writtenMembers(of shape: EntityShape) throws -> [Int]

  /// Returns permanent references for new objects, in their order.
  func permanentReferences(for objects: [NSManagedObject]) throws -> [Reference]

  /// Writes changes, all of them or none, and increments the versions of their rows.
  ///
  /// - Throws: `StoreConflicts` if rows have changed since their objects were read.
  func save(_ changes: StoreChanges) throws

  /// Writes changes so that they can still be rolled back; nil if the store cannot do this.
  func prepareSave(_ changes: StoreChanges) throws -> (any PreparedSave)?

  /// Returns the object in the store with the given unique values.
  func reference(having key: ConstraintKey, of constraint: EntityConstraint) throws
    -> Reference?

  /// Returns the text of an object in its URI, unless that is the number of its reference.
  func text(of reference: Reference) -> String?

  /// Returns the reference for a text.
  func reference(of text: String, entity: EntityShape) -> Reference?
}

/// A source of all rows of a store, including information about parts that the program cannot read.
protocol WholeStoreSource: RowSource {
  /// Returns the properties of an object that have a value in the store but not in the given row.
  func unreadableProperties(of reference: Reference, _ shape: EntityShape, _ row: Row) throws
    -> [String]

  /// Returns the number of objects in the store that belong to none of some entities, by the names of their entities.
  func objects(besides entities: Set<Int>) throws -> [String: Int]
}

/// A fetch from one store.
final class StoreFetch {
  /// The entities of the objects.
  let shapes: [EntityShape]

  /// The stores to fetch from; nil for all.
  let stores: [NSPersistentStore]?

  /// The request of the program, for its predicate, its order and its options; nil for all objects.
  let request: NSFetchRequest<any NSFetchRequestResult>?

  /// The condition of the request, if the predicate was parsed already.
  let condition: PredicateStorage?

  /// The offset and the limit for a store that sorts; nil if other stores may have preceding objects.
  let window: (offset: Int, limit: Int)?

  /// The greatest number of objects that are needed, including those before the offset; 0 for all.
  let limit: Int

  /// Whether the rows of the objects are read with the objects.
  let readsValues: Bool

  /// The context that fetches.
  let context: NSManagedObjectContext?

  init(
    shapes: [EntityShape],
    stores: [NSPersistentStore]? = nil,
    _ request: NSFetchRequest<any NSFetchRequestResult>? = nil,
    condition: PredicateStorage? = nil,
    window: (offset: Int, limit: Int)? = nil,
    limit: Int = 0,
    readsValues: Bool = false,
    in context: NSManagedObjectContext? = nil
  ) {
    self.shapes = shapes
    self.stores = stores
    self.request = request
    self.condition = condition
    self.window = window
    self.limit = limit
    self.readsValues = readsValues
    self.context = context
  }
}

/// The results of a store.
struct StoreFetchResult {
  var references: [Reference]

  /// The rows of the objects, if the store has read them, at the same indices.
  var rows: RowList?

  /// Whether exactly these objects satisfy the condition of the request.
  var isFiltered = false

  /// Whether the objects are in the order of the request.
  var isSorted = false

  /// Whether the offset and the limit of the request are applied.
  var isWindowed = false

  /// The numbers of the SQL stores whose objects are not filtered yet.
  ///
  /// Their databases would treat nil as unknown, and so the condition has to do.
  var databases: [Int] = []
}

extension StoreFetchResult {
  /// The results of several stores together, without an order.
  init(joining results: [StoreFetchResult]) {
    self.init(references: results.flatMap(\.references))
    isFiltered = results.allSatisfy(\.isFiltered)
    databases = results.flatMap(\.databases)
  }
}

extension WholeStoreSource {
  func unreadableProperties(of reference: Reference, _ shape: EntityShape, _ row: Row) throws
    -> [String]
  { [] }

  func objects(besides entities: Set<Int>) throws -> [String: Int] { [:] }
}

extension StoreAdapter {
  func forgetRows(of references: [Reference]) {}

  func forgetAllRows() {}

  func writtenMembers(of shape: EntityShape) throws -> [Int] { [] }
}

/// A store's slot in a coordinator.
struct StoreSlot {
  /// The number of the store, never reused for another one.
  var number: Int

  unowned var coordinator: NSPersistentStoreCoordinator
}
