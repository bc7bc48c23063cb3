import Foundation
import ObjectRows

/// The interface of a coordinator to a store of any kind.
///
/// Objects are known by references; the store's own are in the store slot that the adapter was made with. All
/// calls come one at a time.
protocol StoreAdapter: WholeStoreSource {
  /// Evicts cached rows, because another program has written others.
  func forgetRows(of references: [Reference])

  /// Forgets all rows in memory that can be read again.
  func forgetAllRows()

  /// The to-many relationships of an entity whose changes the store wants to find in a change set.
  func writtenMembers(of shape: EntityShape) throws -> [Int]

  /// References under which the store will know new objects, in their order.
  func permanentReferences(for objects: [NSManagedObject]) throws -> [Reference]

  /// Writes changes, all of them or none, and raises the versions of their rows.
  ///
  /// - Throws: `StoreConflicts` where rows have changed since their objects were read.
  func save(_ changes: StoreChanges) throws

  /// Writes changes in a way that can still be taken back; nil if the store cannot do this.
  func prepareSave(_ changes: StoreChanges) throws -> (any PreparedSave)?

  /// The object in the store that has the given values where a constraint wants them to be its own.
  func reference(having key: ConstraintKey, of constraint: EntityConstraint) throws
    -> Reference?

  /// The text that stands for an object in its URI, unless that is the number of its reference.
  func text(of reference: Reference) -> String?

  /// The reference for which a text stands.
  func reference(of text: String, entity: EntityShape) -> Reference?
}

/// A source of all rows of a store, which also knows what the program cannot read.
protocol WholeStoreSource: RowSource {
  /// The properties of an object that have a value in the store which the given row does not show.
  func unreadableProperties(of reference: Reference, _ shape: EntityShape, _ row: Row) throws
    -> [String]

  /// The number of objects in the store that are of none of some entities, by the names of their entities.
  func objects(besides entities: Set<Int>) throws -> [String: Int]
}

/// A fetch from one store.
struct StoreFetch {
  /// The entities whose objects are wanted.
  var shapes: [EntityShape]

  /// The stores that are asked; nil for all.
  var stores: [NSPersistentStore]?

  /// The question as a request, for stores that understand requests; its results are objects.
  var request: NSFetchRequest<any NSFetchRequestResult>?

  /// The condition of the request, if the predicate was parsed already.
  var condition: PredicateTree?

  /// The offset and the limit for a store that sorts; nil where others may have what lies before.
  var window: (offset: Int, limit: Int)?

  /// The context that fetches.
  var context: NSManagedObjectContext?

  init(shapes: [EntityShape]) {
    self.shapes = shapes
  }
}

/// The results of a store.
struct StoreFetchResult {
  var references: [Reference]

  /// The rows of the objects, as far as the store has read them; one place for each.
  var rows: [Row?]?

  /// Whether the condition of the request holds for exactly these objects.
  var isFiltered = false

  /// Whether the objects are in the order of the request.
  var isSorted = false

  /// Whether the offset and the limit of the request are taken into account.
  var isWindowed = false
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

/// A store's place among the stores of a coordinator.
struct StoreSlot {
  /// The number of the store, never used again for another one.
  var number: Int

  unowned var coordinator: NSPersistentStoreCoordinator
}
