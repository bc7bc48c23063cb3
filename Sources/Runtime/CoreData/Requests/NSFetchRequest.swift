import Foundation

/// A request for the objects of an entity: those that match a predicate, sorted, with a limit.
///
/// ```swift
/// let request = NSFetchRequest<Player>(entityName: "Player")
/// request.predicate = NSPredicate(format: "jerseyNumber < %d", 12)
/// request.sortDescriptors = [NSSortDescriptor(key: "lastName", ascending: true)]
/// request.fetchLimit = 20
/// let players = try context.fetch(request)
/// ```
///
/// Generated classes have `Player.fetchRequest()`. A request may be executed repeatedly and changed in between. Use it
/// on one thread at a time.
open class NSFetchRequest<ResultType: NSFetchRequestResult>: NSPersistentStoreRequest,
  CastableRequest
{
  // A request is used by one thread at a time, and its members are read and written whole: those that each fetch reads
  // are not checked for exclusive access.
  @exclusivity(unchecked) final var writtenEntityName: String?
  @exclusivity(unchecked) fileprivate final var keptEntity: NSEntityDescription?
  @exclusivity(unchecked) fileprivate final var weakEntity: WeakHandle<NSEntityDescription>?

  /// The entity of the objects; nil while only its name is known.
  open var entity: NSEntityDescription? {
    get { keptEntity ?? weakEntity?.object }
    set {
      keptEntity = newValue
      weakEntity = nil
    }
  }

  /// Sets an entity that the request does not retain, because the entity retains the request.
  final func refer(to entity: NSEntityDescription) {
    keptEntity = nil
    weakEntity = entity.handle
  }

  /// Sets the entity of a request that was created with an entity name.
  ///
  /// An entity in use is never freed, so it can be retained; a weak reference is slow to read.
  final func settle(on shape: EntityShape) {
    keptEntity = shape.entity
    weakEntity = nil
  }

  /// The name of the entity of the objects.
  open var entityName: String? { entity?.name ?? writtenEntityName }

  /// The predicate that objects must match; nil for all objects of the entity.
  ///
  /// A store in a database evaluates it there. Parts that it cannot evaluate, such as a block, are an error; they are
  /// not evaluated on all rows in memory.
  ///
  /// ```swift
  /// request.predicate = NSPredicate(format: "ANY players.lastName BEGINSWITH[cd] %@", "al")
  /// ```
  @exclusivity(unchecked) open var predicate: NSPredicate?

  /// The sort descriptors of the results, each for objects that are equal for the previous ones; nil for any order.
  ///
  /// Keys are attributes or key paths of to-one relationships. A limit without an order returns arbitrary objects.
  ///
  /// ```swift
  /// request.sortDescriptors = [
  ///   NSSortDescriptor(key: "team.name", ascending: true), NSSortDescriptor(key: "lastName", ascending: true),
  /// ]
  /// ```
  @exclusivity(unchecked) open var sortDescriptors: [NSSortDescriptor]?

  /// The greatest number of results; 0 for all of them.
  ///
  /// The database stops there, so that a page of a large table costs no more than that of a small one if there is an
  /// index for the order. Use it with ``fetchOffset`` for pages:
  ///
  /// ```swift
  /// request.fetchLimit = 50
  /// request.fetchOffset = 50 * page
  /// ```
  @exclusivity(unchecked) open var fetchLimit = 0

  /// The number of matching objects to skip.
  ///
  /// It counts after the order was applied, so set ``sortDescriptors`` as well: without an order pages may overlap.
  /// Together with ``fetchLimit`` it fetches a page of a long list.
  ///
  /// ```swift
  /// request.fetchOffset = 40
  /// request.fetchLimit = 20
  /// ```
  @exclusivity(unchecked) open var fetchOffset = 0

  /// The number of objects whose values are read at a time; 0 for all at once.
  ///
  /// The fetch then returns an array with the IDs of all results and reads the values of a batch when one of its
  /// objects is used. It suits long lists of which only a few rows are shown.
  ///
  /// ```swift
  /// request.fetchBatchSize = 40
  /// ```
  @exclusivity(unchecked) open var fetchBatchSize = 0

  /// The kind of the results: objects, their IDs, dictionaries of values, or a count.
  ///
  /// It must match the type of the request, or the fetch throws: `NSFetchRequest<NSDictionary>` for dictionaries,
  /// `NSFetchRequest<NSManagedObjectID>` for IDs, `NSFetchRequest<NSNumber>` for the count.
  ///
  /// ```swift
  /// let request = NSFetchRequest<NSManagedObjectID>(entityName: "Player")
  /// request.resultType = .managedObjectIDResultType
  /// ```
  @exclusivity(unchecked) open var resultType: NSFetchRequestResultType = .managedObjectResultType

  /// Whether objects of subentities are included.
  @exclusivity(unchecked) open var includesSubentities = true

  /// Whether the values of the objects are read together with the objects.
  @exclusivity(unchecked) open var includesPropertyValues = true

  /// Whether the objects are faults at first, whose rows are in memory but not yet in the objects.
  ///
  /// Set it to false if the values of all results are used at once, as in a loop that changes each of them: that
  /// saves one step for each object. No statement is saved, because rows are prefetched in both cases.
  ///
  /// ```swift
  /// request.returnsObjectsAsFaults = false
  /// ```
  @exclusivity(unchecked) open var returnsObjectsAsFaults = true

  /// The relationships, as key paths, whose objects are read together with the results.
  ///
  /// Without it the first access to a relationship of each object costs a statement; with it there is one statement
  /// for each key path.
  ///
  /// ```swift
  /// request.relationshipKeyPathsForPrefetching = ["players", "league.country"]
  /// ```
  @exclusivity(unchecked) open var relationshipKeyPathsForPrefetching: [String]?

  /// Whether unsaved changes of the context are included; true by default.
  ///
  /// If not, the saved values decide which objects match; the objects still have their unsaved values. Set it to
  /// false to fetch saved objects only, or to avoid the comparison with the changed objects of a large import.
  ///
  /// ```swift
  /// request.includesPendingChanges = false
  /// ```
  @exclusivity(unchecked) open var includesPendingChanges = true

  /// Whether duplicate dictionaries are removed.
  @exclusivity(unchecked) open var returnsDistinctResults = false

  /// The names or descriptions of the properties that are fetched; nil for all.
  ///
  /// For dictionaries they are the keys, and may be expressions with functions, as
  /// `NSExpressionDescription`. Objects have all their values in any case.
  ///
  /// ```swift
  /// request.resultType = .dictionaryResultType
  /// request.propertiesToFetch = ["lastName", "team.name"]
  /// ```
  @exclusivity(unchecked) open var propertiesToFetch: [Any]?

  /// The names or descriptions of the properties by which dictionaries are grouped, one dictionary for each group.
  ///
  /// Every other fetched property has to be an aggregate, such as a count or a maximum; ``havingPredicate`` filters the
  /// groups.
  ///
  /// ```swift
  /// request.propertiesToGroupBy = ["team"]
  /// ```
  @exclusivity(unchecked) open var propertiesToGroupBy: [Any]?

  /// The predicate that groups must match.
  @exclusivity(unchecked) open var havingPredicate: NSPredicate?

  /// Whether registered objects are refreshed with the fetched values.
  @exclusivity(unchecked) open var shouldRefreshRefetchedObjects = false

  open override var requestType: NSPersistentStoreRequestType { .fetchRequestType }

  /// Creates a request without an entity.
  public override init() {
    super.init()
  }

  /// Creates a request for the objects of the entity with a name.
  ///
  /// The entity is looked up when the request is executed, in the model of the context's coordinator;
  /// an unknown name is an error then. Subentities are included unless ``includesSubentities`` is off.
  ///
  /// ```swift
  /// let request = NSFetchRequest<Player>(entityName: "Player")
  /// ```
  public convenience init(entityName: String) {
    self.init()
    writtenEntityName = entityName
  }

  /// Creates a copy of a request for results of another type.
  convenience init<Other>(copying other: NSFetchRequest<Other>) {
    self.init()
    take(from: other)
  }

  /// Returns a copy of the request for results of another type.
  ///
  /// On Apple's platforms a forced cast does this, because all requests are of one class there. Here it is another
  /// object, which does not follow later changes. Executing it throws an error if the ``resultType`` does not return
  /// such results.
  public func cast<NewResult: NSFetchRequestResult>(
    to type: NewResult.Type
  ) -> NSFetchRequest<NewResult> {
    self as? NSFetchRequest<NewResult> ?? NSFetchRequest<NewResult>(copying: self)
  }

  /// The same object as a request for results of any type, for reading and writing its properties.
  ///
  /// No property depends on the type of the results, so that all requests have one layout. Programs get a copy, which
  /// they can cast. The optimizer must not see through this: it assumes that objects of different types are different.
  @inline(never)
  @_optimize(none)
  final var ofAnyResults: NSFetchRequest<any NSFetchRequestResult> {
    // The classes have the same stored properties, and the same methods in the same order.
    unsafeBitCast(self, to: NSFetchRequest<any NSFetchRequestResult>.self)
  }

  final func copy<Result: NSFetchRequestResult>(for type: Result.Type) -> NSFetchRequest<Result> {
    NSFetchRequest<Result>(copying: self)
  }

  /// A copy of the request.
  open override func copy(with zone: NSZone? = nil) -> Any {
    NSFetchRequest<ResultType>(copying: self)
  }

  open override var description: String {
    let condition = predicate.map { " where \($0)" } ?? ""
    return "<NSFetchRequest \(entityName ?? "")\(condition)>"
  }

  /// Whether another object is an equal request.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSFetchRequest<ResultType> else { return false }
    return other === self || asksLike(other)
  }

  open override var hash: Int { entityName.hashValue }

  private func asksLike(_ other: NSFetchRequest<ResultType>) -> Bool {
    entityName == other.entityName && resultType == other.resultType
      && fetchLimit == other.fetchLimit && fetchOffset == other.fetchOffset
      && fetchBatchSize == other.fetchBatchSize
      && includesSubentities == other.includesSubentities
      && includesPropertyValues == other.includesPropertyValues
      && returnsObjectsAsFaults == other.returnsObjectsAsFaults
      && includesPendingChanges == other.includesPendingChanges
      && returnsDistinctResults == other.returnsDistinctResults
      && shouldRefreshRefetchedObjects == other.shouldRefreshRefetchedObjects
      && relationshipKeyPathsForPrefetching == other.relationshipKeyPathsForPrefetching
      && ObjectEquality.isEqual(predicate, other.predicate)
      && ObjectEquality.isEqual(havingPredicate, other.havingPredicate)
      && ObjectEquality.isEqual(sortDescriptors, other.sortDescriptors)
      && ObjectEquality.isEqual(propertiesToFetch, other.propertiesToFetch)
      && ObjectEquality.isEqual(propertiesToGroupBy, other.propertiesToGroupBy)
  }

  private func take<Other>(from other: NSFetchRequest<Other>) {
    writtenEntityName = other.writtenEntityName
    keptEntity = other.keptEntity
    weakEntity = other.weakEntity
    predicate = other.predicate
    sortDescriptors = other.sortDescriptors
    fetchLimit = other.fetchLimit
    fetchOffset = other.fetchOffset
    fetchBatchSize = other.fetchBatchSize
    resultType = other.resultType
    includesSubentities = other.includesSubentities
    includesPropertyValues = other.includesPropertyValues
    returnsObjectsAsFaults = other.returnsObjectsAsFaults
    relationshipKeyPathsForPrefetching = other.relationshipKeyPathsForPrefetching
    includesPendingChanges = other.includesPendingChanges
    returnsDistinctResults = other.returnsDistinctResults
    propertiesToFetch = other.propertiesToFetch
    propertiesToGroupBy = other.propertiesToGroupBy
    havingPredicate = other.havingPredicate
    shouldRefreshRefetchedObjects = other.shouldRefreshRefetchedObjects
    affectedStores = other.affectedStores
  }
}
