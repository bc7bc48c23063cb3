/// The order to a store to save changes.
open class NSSaveChangesRequest: NSPersistentStoreRequest {
  private let inserted: Set<NSManagedObject>?
  private let updated: Set<NSManagedObject>?
  private let deleted: Set<NSManagedObject>?
  private let locked: Set<NSManagedObject>?

  /// Makes an order; one without any objects asks for the metadata to be saved.
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

  /// The objects that are new.
  open var insertedObjects: Set<NSManagedObject>? { inserted }

  /// The objects that have changed.
  open var updatedObjects: Set<NSManagedObject>? { updated }

  /// The objects that are to go.
  open var deletedObjects: Set<NSManagedObject>? { deleted }

  /// The objects that must not have changed in the store, though they are not written.
  open var lockedObjects: Set<NSManagedObject>? { locked }

  open override var requestType: NSPersistentStoreRequestType { .saveRequestType }
}
