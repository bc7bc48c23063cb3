import Foundation

/// A request that changes objects in stores, without fetching them.
///
/// New values are constants or expressions over the old ones. Nothing is validated, and contexts keep the old values
/// until the IDs are merged (``NSManagedObjectContext/mergeChanges(fromRemoteContextSave:into:)``).
///
/// ```swift
/// let request = NSBatchUpdateRequest(entityName: "Player")
/// request.predicate = NSPredicate(format: "team == nil")
/// request.propertiesToUpdate = ["jerseyNumber": 0]
/// try context.execute(request)
/// ```
///
/// SQLite stores, PostgreSQL stores and subclasses of ``NSIncrementalStore`` can execute it; others refuse it with
/// ``NSPersistentStoreUnsupportedRequestTypeError``.
open class NSBatchUpdateRequest: NSPersistentStoreRequest {
  private let name: String
  private let knownEntity: NSEntityDescription?

  /// Creates a request that changes objects of an entity.
  public init(entityName: String) {
    name = entityName
    knownEntity = nil
    super.init()
  }

  /// Creates a request that changes objects of an entity.
  public init(entity: NSEntityDescription) {
    name = entity.name ?? ""
    knownEntity = entity
    super.init()
  }

  /// The name of the objects' entity.
  open var entityName: String { name }

  /// The objects' entity.
  ///
  /// A request that was created with an entity name has no `entity` until it has been executed.
  open var entity: NSEntityDescription {
    guard let knownEntity else {
      preconditionFailure(
        "The request for '\(name)' has not been executed: its entity is not known."
      )
    }
    return knownEntity
  }

  /// The condition of the objects to change; nil for all.
  open var predicate: NSPredicate?

  /// Whether objects of subentities are changed as well.
  open var includesSubentities = true

  /// The new values, or expressions for them, by properties or their names.
  open var propertiesToUpdate: [AnyHashable: Any]?

  /// The kind of result.
  open var resultType = NSBatchUpdateRequestResultType.statusOnlyResultType

  open override var requestType: NSPersistentStoreRequestType { .batchUpdateRequestType }

  /// A copy of the request.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy =
      knownEntity.map(NSBatchUpdateRequest.init(entity:))
      ?? NSBatchUpdateRequest(entityName: name)
    copy.predicate = predicate
    copy.includesSubentities = includesSubentities
    copy.propertiesToUpdate = propertiesToUpdate
    copy.resultType = resultType
    copy.affectedStores = affectedStores
    return copy
  }
}

/// The kind of result of a batch update.
public enum NSBatchUpdateRequestResultType: UInt, Sendable, Hashable {
  /// Whether objects were changed.
  case statusOnlyResultType = 0
  /// The IDs of the objects that were changed.
  case updatedObjectIDsResultType = 1
  /// The number of objects that were changed.
  case updatedObjectsCountResultType = 2
}

/// The result of a batch update.
///
/// Its kind is the ``NSBatchUpdateRequest/resultType`` of the request. IDs can be merged into contexts, whose objects
/// then get the new values.
///
/// ```swift
/// request.resultType = .updatedObjectIDsResultType
/// let result = try context.execute(request) as? NSBatchUpdateResult
/// let ids = result?.result as? [NSManagedObjectID] ?? []
/// NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSUpdatedObjectsKey: ids], into: [context])
/// ```
open class NSBatchUpdateResult: NSPersistentStoreResult {
  /// A Boolean, a number, or an array of IDs, depending on the kind of result.
  public final let result: Any?

  /// The kind of the result.
  public final let resultType: NSBatchUpdateRequestResultType

  init(_ result: Any?, _ resultType: NSBatchUpdateRequestResultType) {
    self.result = result
    self.resultType = resultType
    super.init()
  }
}
