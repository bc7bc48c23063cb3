import Foundation

/// What a coordinator asks of a store, whatever its kind.
///
/// Objects are known by references; the store's own are in the store slot that the adapter was made with. All
/// calls come one at a time.
protocol StoreAdapter: AnyObject {
  /// The objects of an entity that a request asks for, as far as the store can tell.
  func fetch(_ request: StoreFetch) throws -> StoreFetchResult

  /// How many objects a request asks for; nil if the store has to find them to know.
  func count(_ request: StoreFetch) throws -> Int?

  /// The dictionaries that a request asks for; nil if they have to be made of objects.
  func dictionaries(_ request: StoreFetch, _ plan: DictionaryPlan) throws -> [NSDictionary]?

  /// Takes rows of objects into memory that are about to be needed, in few steps.
  func readRows(of references: [Reference]) throws

  /// The objects at the other end of a to-many relationship of several objects of an entity; nil if each has
  /// to be asked for.
  func related(
    toAll references: [Reference],
    of shape: EntityShape,
    at index: Int
  ) throws -> [Reference: [Reference]]?

  /// The row of an object, or nil if there is none.
  func row(for reference: Reference, of shape: EntityShape) throws -> Row?

  /// Forgets rows that were kept in memory, because somebody else has written others.
  func forgetRows(of references: [Reference])

  /// The objects at the other end of a to-many relationship.
  func related(to reference: Reference, of shape: EntityShape, at index: Int) throws -> [Reference]

  /// References under which the store will know new objects, in their order.
  func permanentReferences(for objects: [NSManagedObject]) throws -> [Reference]

  /// Writes changes, all of them or none.
  ///
  /// - Throws: `StoreConflicts` where rows have changed since their objects were read.
  func save(_ changes: StoreChanges) throws

  /// Writes changes in a way that can still be taken back; nil if the store cannot do this.
  func prepareSave(_ changes: StoreChanges) throws -> (any PreparedSave)?

  /// The object in the store that has the given values where a constraint wants them to be its own.
  func reference(having key: ConstraintKey, of constraint: EntityConstraint) throws
    -> Reference?

  /// The text that stands for an object in its URI, and back.
  func text(of reference: Reference) -> String
  func reference(of text: String, entity: EntityShape) -> Reference?
}

/// What is wanted from one store.
struct StoreFetch {
  /// The entities whose objects are wanted.
  var shapes: [EntityShape]

  /// The stores that are asked; nil for all.
  var stores: [NSPersistentStore]?

  /// The question as a request, for stores that understand requests; its results are objects.
  var request: NSFetchRequest<any NSFetchRequestResult>?

  /// The offset and the limit for a store that sorts; nil where others may have what lies before.
  var window: (offset: Int, limit: Int)?

  /// Who asks.
  var context: NSManagedObjectContext?

  init(shapes: [EntityShape]) {
    self.shapes = shapes
  }
}

/// What a store has found.
struct StoreFetchResult {
  var references: [Reference]

  /// The rows of the objects, one for each, if the store has them at hand and faults are not wanted.
  var rows: [Row]?

  /// Whether the condition of the request holds for exactly these objects.
  var isFiltered = false

  /// Whether the objects are in the order of the request.
  var isSorted = false

  /// Whether the offset and the limit of the request are taken into account.
  var isWindowed = false
}

extension StoreAdapter {
  func count(_ request: StoreFetch) throws -> Int? { nil }

  func dictionaries(_ request: StoreFetch, _ plan: DictionaryPlan) throws -> [NSDictionary]? { nil }

  func readRows(of references: [Reference]) throws {}

  func related(
    toAll references: [Reference],
    of shape: EntityShape,
    at index: Int
  ) throws -> [Reference: [Reference]]? {
    nil
  }

  func forgetRows(of references: [Reference]) {}
}

/// What is to be written to one store.
struct StoreChanges {
  var inserted: [NSManagedObject] = []
  var updated: [NSManagedObject] = []
  var deleted: [NSManagedObject] = []
  var context: NSManagedObjectContext

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}

/// A store's place among the stores of a coordinator.
struct StoreSlot {
  /// The number of the store, never used again for another one.
  var number: Int

  unowned var coordinator: NSPersistentStoreCoordinator
}
