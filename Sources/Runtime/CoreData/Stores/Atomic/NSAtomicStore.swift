import Foundation
import ObjectRows

/// A store that is read and written as a whole: the superclass of custom stores in files.
///
/// A subclass overrides ``NSPersistentStore/type`` and the metadata, converts its file to nodes in ``load()`` and
/// nodes to its file in ``save()``. It is registered with
/// ``NSPersistentStoreCoordinator/registerStoreClass(_:type:)``.
open class NSAtomicStore: NSPersistentStore, @unchecked Sendable {
  /// The adapter with the nodes, once the store is being opened.
  final var adapter: AtomicStoreAdapter?

  /// Creates a store for a coordinator; nothing is read yet.
  ///
  /// A missing or empty file stands for a new store. A subclass loads its metadata here.
  public override init(
    persistentStoreCoordinator coordinator: NSPersistentStoreCoordinator?,
    configurationName: String?,
    at url: URL,
    options: [AnyHashable: Any]? = nil
  ) {
    super.init(
      persistentStoreCoordinator: coordinator,
      configurationName: configurationName,
      at: url,
      options: options
    )
  }

  /// Reads the file and adds a node for each object in it.
  ///
  /// A subclass must override it.
  open func load() throws {
    throw StoreFailure.notOverridden("load()", in: self)
  }

  /// Writes the nodes and the metadata to the file.
  ///
  /// A subclass must override it.
  open func save() throws {
    throw StoreFailure.notOverridden("save()", in: self)
  }

  /// Creates a node for an object that was inserted, with the object's values.
  ///
  /// It may be a node that was created before because a relationship of another one leads to it.
  open func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
    let node = opened.node(for: managedObject.reference, id: managedObject.objectID)
    opened.write(managedObject, into: node, onlyChanges: false)
    return node
  }

  /// Updates a node with the values of a changed object.
  open func updateCacheNode(
    _ node: NSAtomicStoreCacheNode,
    from managedObject: NSManagedObject
  ) {
    opened.write(managedObject, into: node, onlyChanges: true)
  }

  /// All nodes.
  open func cacheNodes() -> Set<NSAtomicStoreCacheNode> {
    opened.allNodes
  }

  /// Adds nodes; must be called from ``load()``.
  open func addCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {
    opened.add(cacheNodes)
  }

  /// Called before nodes are removed, because their objects were deleted, and before ``save()``.
  open func willRemoveCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {}

  /// The node of an object, if there is one.
  open func cacheNode(for objectID: NSManagedObjectID) -> NSAtomicStoreCacheNode? {
    opened.node(for: objectID)
  }

  /// Returns the ID of the object that the store identifies by `data`.
  open func objectID(
    for entity: NSEntityDescription,
    withReferenceObject data: Any
  ) -> NSManagedObjectID {
    opened.names.objectID(for: entity, referenceObject: data)
  }

  /// Creates the reference object of a new object: unique within the object's tree of entities, and constant for the
  /// lifetime of the object.
  ///
  /// A subclass should override it; the default is a UUID.
  open func newReferenceObject(for managedObject: NSManagedObject) -> Any {
    UUID().uuidString
  }

  /// Returns the reference object of an object ID.
  open func referenceObject(for objectID: NSManagedObjectID) -> Any {
    opened.names.referenceObject(for: objectID)
  }

  override func makeAdapter(_ slot: StoreSlot) throws -> any StoreAdapter {
    let adapter = AtomicStoreAdapter(self, slot: slot)
    self.adapter = adapter
    try load()
    return adapter
  }

  private final var opened: AtomicStoreAdapter {
    guard let adapter else {
      preconditionFailure("The nodes of an atomic store cannot be used before it is opened.")
    }
    return adapter
  }
}
