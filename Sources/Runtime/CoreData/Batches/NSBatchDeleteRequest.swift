import Foundation

/// A request that deletes objects in stores, without fetching them.
///
/// The delete rules cascade and nullify are followed in the database. Nothing is validated, and contexts keep their
/// objects until the IDs are merged (``NSManagedObjectContext/mergeChanges(fromRemoteContextSave:into:)``).
///
/// ```swift
/// let request = NSBatchDeleteRequest(fetchRequest: Player.fetchRequest())
/// request.resultType = .resultTypeObjectIDs
/// let result = try context.execute(request) as? NSBatchDeleteResult
/// ```
///
/// SQLite stores, PostgreSQL stores and subclasses of ``NSIncrementalStore`` can execute it; others refuse it with
/// ``NSPersistentStoreUnsupportedRequestTypeError``.
open class NSBatchDeleteRequest: NSPersistentStoreRequest {
  private let asked: NSFetchRequest<any NSFetchRequestResult>

  /// The objects to delete, if they were given by IDs.
  final private(set) var objectIDs: [NSManagedObjectID]?

  /// Creates a request that deletes the objects that `fetch` matches.
  public init(fetchRequest fetch: NSFetchRequest<any NSFetchRequestResult>) {
    asked = NSFetchRequest(copying: fetch)
    super.init()
  }

  /// Creates a request that deletes the objects that `fetch` matches, whatever type its results have.
  ///
  /// On Apple's platforms requests for results of different types are of one class.
  public convenience init<Result>(fetchRequest fetch: NSFetchRequest<Result>) {
    self.init(fetchRequest: NSFetchRequest<any NSFetchRequestResult>(copying: fetch))
  }

  /// Creates a request that deletes objects of one entity.
  public convenience init(objectIDs objects: [NSManagedObjectID]) {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = objects.first?.entity
    request.predicate = NSPredicate(format: "SELF IN %@", objects as NSArray)
    self.init(fetchRequest: request)
    objectIDs = objects
  }

  /// The request that matches the objects to delete.
  open var fetchRequest: NSFetchRequest<any NSFetchRequestResult> { asked }

  /// The kind of result.
  open var resultType = NSBatchDeleteRequestResultType.resultTypeStatusOnly

  open override var requestType: NSPersistentStoreRequestType { .batchDeleteRequestType }

  /// A copy of the request.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSBatchDeleteRequest(fetchRequest: asked)
    copy.objectIDs = objectIDs
    copy.resultType = resultType
    copy.affectedStores = affectedStores
    return copy
  }
}

/// The kind of result of a batch deletion.
public enum NSBatchDeleteRequestResultType: UInt, Sendable, Hashable {
  /// Whether objects were deleted.
  case resultTypeStatusOnly = 0
  /// The IDs of the objects that were deleted.
  case resultTypeObjectIDs = 1
  /// The number of objects that were deleted.
  case resultTypeCount = 2
}

/// The result of a batch deletion.
///
/// Its kind is the ``NSBatchDeleteRequest/resultType`` of the request. IDs can be merged into contexts, so that they
/// no longer have the objects.
///
/// ```swift
/// request.resultType = .resultTypeObjectIDs
/// let result = try context.execute(request) as? NSBatchDeleteResult
/// let ids = result?.result as? [NSManagedObjectID] ?? []
/// NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectsKey: ids], into: [context])
/// ```
open class NSBatchDeleteResult: NSPersistentStoreResult {
  /// A Boolean, a number, or an array of IDs, depending on the kind of result.
  public final let result: Any?

  /// The kind of the result.
  public final let resultType: NSBatchDeleteRequestResultType

  init(_ result: Any?, _ resultType: NSBatchDeleteRequestResultType) {
    self.result = result
    self.resultType = resultType
    super.init()
  }
}
