import Foundation

/// A question to a store: which objects of an entity, under which condition, in which order.
open class NSFetchRequest<ResultType: NSFetchRequestResult>: NSPersistentStoreRequest,
  CastableRequest
{
  // Each fetch copies its request; what it looks at there is not checked for simultaneous access.

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

  /// The condition that the objects fulfil.
  @exclusivity(unchecked) open var predicate: NSPredicate?

  /// The order of the objects.
  @exclusivity(unchecked) open var sortDescriptors: [NSSortDescriptor]?

  /// How many objects are found at most; 0 for all.
  @exclusivity(unchecked) open var fetchLimit = 0

  /// How many of the objects that fulfil the condition are skipped.
  @exclusivity(unchecked) open var fetchOffset = 0

  /// How many objects are read at a time; 0 for all.
  @exclusivity(unchecked) open var fetchBatchSize = 0

  /// The kind of results.
  @exclusivity(unchecked) open var resultType: NSFetchRequestResultType = .managedObjectResultType

  /// Whether objects of subentities are found as well.
  @exclusivity(unchecked) open var includesSubentities = true

  /// Whether the values of the objects are read together with the objects.
  @exclusivity(unchecked) open var includesPropertyValues = true

  /// Whether the objects found are faults.
  @exclusivity(unchecked) open var returnsObjectsAsFaults = true

  /// The relationships, as key paths, whose objects are read together with the objects found.
  @exclusivity(unchecked) open var relationshipKeyPathsForPrefetching: [String]?

  /// Whether changes that are not saved are taken into account.
  @exclusivity(unchecked) open var includesPendingChanges = true

  /// Whether equal dictionaries are yielded once.
  @exclusivity(unchecked) open var returnsDistinctResults = false

  /// The names or descriptions of the properties that are fetched.
  @exclusivity(unchecked) open var propertiesToFetch: [Any]?

  /// The names or descriptions of the properties by which dictionaries are grouped.
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

  /// Makes a request for the objects of the entity with the given name.
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
  /// On Apple's platforms a forced cast does this, since all requests are of one class there. Here it is another object,
  /// which asks the same now and does not follow later changes. Executing it throws an error if the ``resultType`` does
  /// not yield such results.
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
