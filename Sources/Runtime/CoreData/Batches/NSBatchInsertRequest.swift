import Foundation

/// A request that inserts objects into stores, without creating any in a context.
///
/// It is the fastest way to import. If the entity has uniqueness constraints, an existing object with the same values
/// is updated or kept, depending on the merge policy of the context. Nothing else is validated.
///
/// ```swift
/// let request = NSBatchInsertRequest(entityName: "Player", objects: [["lastName": "Alvarez"]])
/// try context.execute(request)
/// ```
///
/// SQLite stores, PostgreSQL stores and subclasses of ``NSIncrementalStore`` can execute it; others refuse it with
/// ``NSPersistentStoreUnsupportedRequestTypeError``.
open class NSBatchInsertRequest: NSPersistentStoreRequest {
  private enum Subject {
    case name(String)
    case entity(NSEntityDescription)
  }

  private let subject: Subject

  private init(_ subject: Subject) {
    self.subject = subject
    super.init()
  }

  /// Creates a request that inserts nothing.
  public override convenience init() {
    self.init(.name(""))
  }

  /// Creates a request that inserts objects with the given values.
  public convenience init(entityName: String, objects dictionaries: [[String: Any]]) {
    self.init(.name(entityName))
    objectsToInsert = dictionaries
  }

  /// Creates a request that inserts objects with the given values.
  public convenience init(entity: NSEntityDescription, objects dictionaries: [[String: Any]]) {
    self.init(.entity(entity))
    objectsToInsert = dictionaries
  }

  /// Creates a request that inserts objects with the values that a handler puts into dictionaries, until it returns
  /// true.
  public convenience init(
    entityName: String,
    dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
  ) {
    self.init(.name(entityName))
    dictionaryHandler = handler
  }

  /// Creates a request that inserts objects with the values that a handler puts into dictionaries, until it returns
  /// true.
  public convenience init(
    entity: NSEntityDescription,
    dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
  ) {
    self.init(.entity(entity))
    dictionaryHandler = handler
  }

  /// Creates a request that inserts objects that a handler fills, until it returns true.
  public convenience init(
    entityName: String,
    managedObjectHandler handler: @escaping (NSManagedObject) -> Bool
  ) {
    self.init(.name(entityName))
    managedObjectHandler = handler
  }

  /// Creates a request that inserts objects that a handler fills, until it returns true.
  public convenience init(
    entity: NSEntityDescription,
    managedObjectHandler handler: @escaping (NSManagedObject) -> Bool
  ) {
    self.init(.entity(entity))
    managedObjectHandler = handler
  }

  /// The name of the objects' entity.
  open var entityName: String {
    switch subject {
    case .name(let name): name
    case .entity(let entity): entity.name ?? ""
    }
  }

  /// The objects' entity; nil if it is not known yet.
  open var entity: NSEntityDescription? {
    switch subject {
    case .name: nil
    case .entity(let entity): entity
    }
  }

  /// The values of the objects.
  open var objectsToInsert: [[String: Any]]?

  /// Puts the values of the next object into a dictionary, and returns false; returns true if there is no next one.
  open var dictionaryHandler: ((NSMutableDictionary) -> Bool)?

  /// Sets the values of the next object, and returns false; returns true if there is no next one.
  ///
  /// An object without a strong reference to it may be passed again, with the values of a new one.
  open var managedObjectHandler: ((NSManagedObject) -> Bool)?

  /// The kind of result.
  open var resultType = NSBatchInsertRequestResultType.statusOnly

  open override var requestType: NSPersistentStoreRequestType { .batchInsertRequestType }

  /// A copy of the request.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSBatchInsertRequest(subject)
    copy.objectsToInsert = objectsToInsert
    copy.dictionaryHandler = dictionaryHandler
    copy.managedObjectHandler = managedObjectHandler
    copy.resultType = resultType
    copy.affectedStores = affectedStores
    return copy
  }
}

/// The kind of result of a batch insertion.
public enum NSBatchInsertRequestResultType: UInt, Sendable, Hashable {
  /// Whether objects were inserted.
  case statusOnly = 0
  /// The IDs of the objects that were inserted.
  case objectIDs = 1
  /// The number of objects that were inserted.
  case count = 2
}

/// The result of a batch insertion.
///
/// Its kind is the ``NSBatchInsertRequest/resultType`` of the request: whether objects were inserted, their number,
/// or their IDs, which other contexts can merge.
///
/// ```swift
/// request.resultType = .count
/// let result = try context.execute(request) as? NSBatchInsertResult
/// print(result?.result as? Int ?? 0)
/// ```
open class NSBatchInsertResult: NSPersistentStoreResult {
  /// A Boolean, a number, or an array of IDs, depending on the kind of result.
  public final let result: Any?

  /// The kind of the result.
  public final let resultType: NSBatchInsertRequestResultType

  init(_ result: Any?, _ resultType: NSBatchInsertRequestResultType) {
    self.result = result
    self.resultType = resultType
    super.init()
  }
}
