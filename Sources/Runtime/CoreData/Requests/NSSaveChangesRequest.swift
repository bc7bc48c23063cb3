/// A request to a store to save changes.
open class NSSaveChangesRequest: NSPersistentStoreRequest {
  private let inserted: Set<NSManagedObject>?
  private let updated: Set<NSManagedObject>?
  private let deleted: Set<NSManagedObject>?
  private let locked: Set<NSManagedObject>?

  /// Creates a request; one without any objects saves the metadata.
  public init(
    inserted insertedObjects: Set<NSManagedObject>?,
    updated updatedObjects: Set<NSManagedObject>?,
    deleted deletedObjects: Set<NSManagedObject>?,
    locked lockedObjects: Set<NSManagedObject>?
  ) {
    inserted = insertedObjects
    updated = updatedObjects
    deleted = deletedObjects
    locked = lockedObjects
    super.init()
  }

  /// The objects to insert.
  open var insertedObjects: Set<NSManagedObject>? { inserted }

  /// The objects to update.
  open var updatedObjects: Set<NSManagedObject>? { updated }

  /// The objects to delete.
  open var deletedObjects: Set<NSManagedObject>? { deleted }

  /// The objects that must not have changed in the store, although they are not written.
  open var lockedObjects: Set<NSManagedObject>? { locked }

  open override var requestType: NSPersistentStoreRequestType { .saveRequestType }
}
