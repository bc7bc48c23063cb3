import Foundation

/// A description of what to fetch: the objects of an entity, under which condition, in which order, how many.
///
/// ```swift
/// let request = NSFetchRequest<Player>(entityName: "Player")
/// request.predicate = NSPredicate(format: "jerseyNumber < %d", 12)
/// request.sortDescriptors = [NSSortDescriptor(key: "lastName", ascending: true)]
/// request.fetchLimit = 20
/// let players = try context.fetch(request)
/// ```
///
/// Generated classes have `Player.fetchRequest()`. A request may be executed many times and changed
/// in between; each fetch works with a copy. It is used by one thread at a time.
open class NSFetchRequest<ResultType: NSFetchRequestResult>: NSPersistentStoreRequest,
  CastableRequest
{
  // Each fetch copies its request; what it looks at there is not checked for simultaneous access.

  // A request is used by one thread at a time; both are read and written whole.
  @exclusivity(unchecked) final var writtenEntityName: String?
  @exclusivity(unchecked) fileprivate final var keptEntity: NSEntityDescription?
  fileprivate final weak var knownEntity: NSEntityDescription?

  /// The entity of the objects; nil while only its name is known.
  open var entity: NSEntityDescription? {
    get { keptEntity ?? knownEntity }
    set {
      keptEntity = newValue
      knownEntity = nil
    }
  }

  /// Sets an entity that the request does not keep alive, because the entity keeps the request.
  final func refer(to entity: NSEntityDescription) {
    keptEntity = nil
    knownEntity = entity
  }

  /// Sets the entity that a request for a name is about.
  ///
  /// An entity in use is never freed, so it may well be kept alive; a weak reference takes long to follow.
  final func settle(on shape: EntityShape) {
    keptEntity = shape.entity
    knownEntity = nil
  }

  /// The name of the entity of the objects.
  open var entityName: String? { entity?.name ?? writtenEntityName }

  /// The condition of the objects; nil for all of the entity.
  ///
  /// A store in a database evaluates it there. What it cannot evaluate, such as a block, is refused
  /// with an error, not evaluated on all rows in memory.
  ///
  /// ```swift
  /// request.predicate = NSPredicate(format: "ANY players.lastName BEGINSWITH[cd] %@", "al")
  /// ```
  @exclusivity(unchecked) open var predicate: NSPredicate?

  /// The order of the results, by the first descriptor, among equals by the next, and so on; nil for any order.
  ///
  /// Keys are attributes or key paths of to-one relationships. A limit without an order gives any of the objects.
  ///
  /// ```swift
  /// request.sortDescriptors = [
  ///   NSSortDescriptor(key: "team.name", ascending: true), NSSortDescriptor(key: "lastName", ascending: true),
  /// ]
  /// ```
  @exclusivity(unchecked) open var sortDescriptors: [NSSortDescriptor]?

  /// The greatest number of results; 0 for all of them.
  ///
  /// The database stops there, so that a page of a large table costs no more than that of a small
  /// one if an index gives the order. Together with ``fetchOffset`` it gives pages:
  ///
  /// ```swift
  /// request.fetchLimit = 50
  /// request.fetchOffset = 50 * page
  /// ```
  @exclusivity(unchecked) open var fetchLimit = 0

  /// The number of objects that are skipped among those that fulfil the condition.
  @exclusivity(unchecked) open var fetchOffset = 0

  /// The number of objects whose values are read at a time; 0 for all at once.
  ///
  /// The fetch then returns an array that knows the IDs of all results and reads the values of a
  /// batch when one of its objects is used. It suits long lists of which a few rows are shown.
  ///
  /// ```swift
  /// request.fetchBatchSize = 40
  /// ```
  @exclusivity(unchecked) open var fetchBatchSize = 0

  /// The kind of the results: objects, their IDs, dictionaries of values, or a count.
  ///
  /// It must fit the type of the request, or the fetch throws: `NSFetchRequest<NSDictionary>` for dictionaries,
  /// `NSFetchRequest<NSManagedObjectID>` for IDs, `NSFetchRequest<NSNumber>` for the count.
  ///
  /// ```swift
  /// let request = NSFetchRequest<NSManagedObjectID>(entityName: "Player")
  /// request.resultType = .managedObjectIDResultType
  /// ```
  @exclusivity(unchecked) open var resultType: NSFetchRequestResultType = .managedObjectResultType

  /// Whether objects of subentities are found as well.
  @exclusivity(unchecked) open var includesSubentities = true

  /// Whether the values of the objects are read together with the objects.
  @exclusivity(unchecked) open var includesPropertyValues = true

  /// Whether the objects are faults at first, whose rows are in memory but not yet in the objects.
  ///
  /// Switch it off where the values of all results are used at once, as in a loop that changes each of them:
  /// that saves one step for each object. No statement is saved, since rows are read along in both cases.
  ///
  /// ```swift
  /// request.returnsObjectsAsFaults = false
  /// ```
  @exclusivity(unchecked) open var returnsObjectsAsFaults = true

  /// The relationships, as key paths, whose objects are read together with the results.
  ///
  /// Without it the first access to a relationship of each object costs a statement; with it all
  /// results together cost one for each key path.
  ///
  /// ```swift
  /// request.relationshipKeyPathsForPrefetching = ["players", "league.country"]
  /// ```
  @exclusivity(unchecked) open var relationshipKeyPathsForPrefetching: [String]?

  /// Whether changes of the context that are not saved are taken into account, which is so at first.
  ///
  /// If not, the store alone decides which objects are found; they still have their unsaved values. Switch
  /// it off to find what is saved, or to save the comparison with the changed objects of a large import.
  ///
  /// ```swift
  /// request.includesPendingChanges = false
  /// ```
  @exclusivity(unchecked) open var includesPendingChanges = true

  /// Whether equal dictionaries are yielded once.
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

  /// The condition that groups fulfil.
  @exclusivity(unchecked) open var havingPredicate: NSPredicate?

  /// Whether objects that are in memory already get the values that were found.
  @exclusivity(unchecked) open var shouldRefreshRefetchedObjects = false

  open override var requestType: NSPersistentStoreRequestType { .fetchRequestType }

  /// Makes a request without an entity.
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

  /// Makes a request that asks the same as one for results of another type.
  convenience init<Other>(copying other: NSFetchRequest<Other>) {
    self.init()
    take(from: other)
  }

  /// The same request for results of another type.
  ///
  /// On Apple's platforms a forced cast does this, since all requests are of one class there. Here
  /// it is another object, which asks the same now and does not follow later changes. Executing it
  /// throws an error if the ``resultType`` does not yield such results.
  public func cast<NewResult: NSFetchRequestResult>(
    to type: NewResult.Type
  ) -> NSFetchRequest<NewResult> {
    self as? NSFetchRequest<NewResult> ?? NSFetchRequest<NewResult>(copying: self)
  }

  final func copy<Result: NSFetchRequestResult>(for type: Result.Type) -> NSFetchRequest<Result> {
    NSFetchRequest<Result>(copying: self)
  }

  /// A request that asks the same.
  open override func copy(with zone: NSZone? = nil) -> Any {
    NSFetchRequest<ResultType>(copying: self)
  }

  open override var description: String {
    let condition = predicate.map { " where \($0)" } ?? ""
    return "<NSFetchRequest \(entityName ?? "")\(condition)>"
  }

  /// Whether another object is a request that asks the same.
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
    if let known = other.knownEntity { knownEntity = known }
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
