import Foundation

/// A store that reads and writes a part at a time: the superclass of custom stores for services and databases.
///
/// A subclass overrides ``loadMetadata()``, ``execute(_:with:)``, ``newValuesForObject(with:with:)``,
/// ``newValue(forRelationship:forObjectWith:with:)`` and ``obtainPermanentIDs(for:)``.
open class NSIncrementalStore: NSPersistentStore, @unchecked Sendable {
  /// The names of the store's objects, once the store is being opened.
  final var names: NamedReferences?

  /// Creates a store for a coordinator; nothing is read yet.
  public override init(
    persistentStoreCoordinator root: NSPersistentStoreCoordinator?,
    configurationName name: String?,
    at url: URL,
    options: [AnyHashable: Any]? = nil
  ) {
    super.init(
      persistentStoreCoordinator: root,
      configurationName: name,
      at: url,
      options: options
    )
  }

  /// Reads the metadata, which must have the type and the UUID, and creates them if the store is new.
  ///
  /// A subclass must override it.
  open override func loadMetadata() throws {
    throw StoreFailure.notOverridden("loadMetadata()", in: self)
  }

  /// Executes a request.
  ///
  /// For a fetch request it returns an array of objects, IDs, dictionaries or one number, depending on the request's
  /// `resultType`; for an ``NSSaveChangesRequest`` an empty array. A save request without any objects saves the
  /// metadata. It throws for unsupported requests. A subclass must override it.
  open func execute(
    _ request: NSPersistentStoreRequest,
    with context: NSManagedObjectContext?
  ) throws -> Any {
    throw StoreFailure.notOverridden("execute(_:with:)", in: self)
  }

  /// Returns the values of an object.
  ///
  /// It throws if there is no such object. A subclass must override it.
  open func newValuesForObject(
    with objectID: NSManagedObjectID,
    with context: NSManagedObjectContext
  ) throws -> NSIncrementalStoreNode {
    throw StoreFailure.notOverridden("newValuesForObject(with:with:)", in: self)
  }

  /// Returns the destination of a relationship: an ID or `NSNull`, or an array of IDs for a to-many relationship.
  ///
  /// A subclass must override it.
  open func newValue(
    forRelationship relationship: NSRelationshipDescription,
    forObjectWith objectID: NSManagedObjectID,
    with context: NSManagedObjectContext?
  ) throws -> Any {
    throw StoreFailure.notOverridden("newValue(forRelationship:forObjectWith:with:)", in: self)
  }

  /// Returns IDs for new objects, in their order; the save request follows.
  ///
  /// A subclass must override it.
  open func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
    throw StoreFailure.notOverridden("obtainPermanentIDs(for:)", in: self)
  }

  /// Returns a unique identifier for a new store at a URL.
  open class func identifierForNewStore(at storeURL: URL) -> Any {
    UUID().uuidString
  }

  /// Called when objects are registered in a context, once for each context.
  open func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID]) {}

  /// Called when objects are unregistered, once for each context.
  open func managedObjectContextDidUnregisterObjects(with objectIDs: [NSManagedObjectID]) {}

  /// Returns the ID of the object that the store identifies by `data`.
  open func newObjectID(
    for entity: NSEntityDescription,
    referenceObject data: Any
  ) -> NSManagedObjectID {
    opened.objectID(for: entity, referenceObject: data)
  }

  /// Returns the reference object of an object ID.
  open func referenceObject(for objectID: NSManagedObjectID) -> Any {
    opened.referenceObject(for: objectID)
  }

  override func makeAdapter(_ slot: StoreSlot) throws -> any StoreAdapter {
    let names = NamedReferences(self, slot: slot)
    self.names = names
    return IncrementalStoreAdapter(self, names: names)
  }

  private final var opened: NamedReferences {
    guard let names else {
      preconditionFailure(
        "Object IDs of an incremental store can be created only while it is open."
      )
    }
    return names
  }
}
