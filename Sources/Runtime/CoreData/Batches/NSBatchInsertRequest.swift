import Foundation

/// A request that inserts objects into stores, without making any in a context.
///
/// It is the fastest way to import. Where the entity has unique constraints, an object that is
/// there already is updated or kept, as the merge policy says. Nothing else is validated.
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

  /// Makes an order that inserts nothing.
  public override convenience init() {
    self.init(.name(""))
  }

  /// Makes an order to insert objects with the given values.
  public convenience init(entityName: String, objects dictionaries: [[String: Any]]) {
    self.init(.name(entityName))
    objectsToInsert = dictionaries
  }

  /// Makes an order to insert objects with the given values.
  public convenience init(entity: NSEntityDescription, objects dictionaries: [[String: Any]]) {
    self.init(.entity(entity))
    objectsToInsert = dictionaries
  }

  /// Makes an order to insert objects with the values that a handler puts into dictionaries, until it
  /// returns true.
  public convenience init(
    entityName: String,
    dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
  ) {
    self.init(.name(entityName))
    dictionaryHandler = handler
  }

  /// Makes an order to insert objects with the values that a handler puts into dictionaries, until it
  /// returns true.
  public convenience init(
    entity: NSEntityDescription,
    dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
  ) {
    self.init(.entity(entity))
    dictionaryHandler = handler
  }

  /// Makes an order to insert objects that a handler fills, until it returns true.
  public convenience init(
    entityName: String,
    managedObjectHandler handler: @escaping (NSManagedObject) -> Bool
  ) {
    self.init(.name(entityName))
    managedObjectHandler = handler
  }

  /// Makes an order to insert objects that a handler fills, until it returns true.
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

  /// The objects' entity, if it is known.
  open var entity: NSEntityDescription? {
    switch subject {
    case .name: nil
    case .entity(let entity): entity
    }
  }

  /// The values of the objects.
  open var objectsToInsert: [[String: Any]]?

  /// Puts the values of the next object into a dictionary; true when there is no next one.
  open var dictionaryHandler: ((NSMutableDictionary) -> Bool)?

  /// Gives the next object its values; true when there is no next one.
  open var managedObjectHandler: ((NSManagedObject) -> Bool)?

  /// The kind of result.
  open var resultType = NSBatchInsertRequestResultType.statusOnly

  open override var requestType: NSPersistentStoreRequestType { .batchInsertRequestType }

  /// An order to do the same.
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
open class NSBatchInsertResult: NSPersistentStoreResult {
  /// Whether, how many, or which objects were inserted.
  public final let result: Any?

  /// The kind of the result.
  public final let resultType: NSBatchInsertRequestResultType

  init(_ result: Any?, _ resultType: NSBatchInsertRequestResultType) {
    self.result = result
    self.resultType = resultType
    super.init()
  }
}
