// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

/// The objects that were inserted; a key of the notifications of contexts.
public let NSInsertedObjectsKey = "inserted"
/// The objects that were changed.
public let NSUpdatedObjectsKey = "updated"
/// The objects that were deleted.
public let NSDeletedObjectsKey = "deleted"
/// The objects that were refreshed.
public let NSRefreshedObjectsKey = "refreshed"
/// The objects that are no longer valid.
public let NSInvalidatedObjectsKey = "invalidated"
/// The IDs of all objects, which are no longer valid.
public let NSInvalidatedAllObjectsKey = "invalidatedAll"

/// The IDs of the objects that were inserted; a key of the notifications of contexts with IDs.
public let NSInsertedObjectIDsKey = "inserted_objectIDs"
/// The IDs of the objects that were changed.
public let NSUpdatedObjectIDsKey = "updated_objectIDs"
/// The IDs of the objects that were deleted.
public let NSDeletedObjectIDsKey = "deleted_objectIDs"
/// The IDs of the objects that were refreshed.
public let NSRefreshedObjectIDsKey = "refreshed_objectIDs"
/// The IDs of the objects that are no longer valid.
public let NSInvalidatedObjectIDsKey = "invalidated_objectIDs"

extension NSNotification.Name {
  /// Posted when changes were processed.
  ///
  /// The object is the context. The user info has sets of the inserted, updated, deleted and refreshed objects, for
  /// ``NSInsertedObjectsKey`` and the other keys. Observers are called on the queue of the context.
  ///
  /// ```swift
  /// let token = NotificationCenter.default.addObserver(
  ///   forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
  /// ) { notification in
  ///   let updated = notification.userInfo?[NSUpdatedObjectsKey] as? Set<NSManagedObject>
  ///   print(updated?.count ?? 0)
  /// }
  /// ```
  public static let NSManagedObjectContextObjectsDidChange =
    Self("NSObjectsChangedInManagingContextNotification")
  /// Posted before changes are saved.
  public static let NSManagedObjectContextWillSave =
    Self("NSManagingContextWillSaveChangesNotification")
  /// Posted after changes were saved.
  ///
  /// The object is the context. The user info has sets of the inserted, updated and deleted objects, for
  /// ``NSInsertedObjectsKey``, ``NSUpdatedObjectsKey`` and ``NSDeletedObjectsKey``; other contexts can merge them.
  ///
  /// ```swift
  /// let token = NotificationCenter.default.addObserver(
  ///   forName: .NSManagedObjectContextDidSave, object: context, queue: nil
  /// ) { notification in
  ///   let inserted = notification.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject>
  ///   print(inserted?.count ?? 0)
  /// }
  /// ```
  public static let NSManagedObjectContextDidSave =
    Self("NSManagingContextDidSaveChangesNotification")
  /// Posted after changes were saved, with IDs instead of objects.
  public static let NSManagedObjectContextDidSaveObjectIDs =
    Self("NSManagedObjectContextDidSaveObjectIDsNotification")
  /// Posted after changes of another context were merged, with IDs.
  public static let NSManagedObjectContextDidMergeChangesObjectIDs =
    Self("NSManagedObjectContextDidMergeChangesObjectIDsNotification")
}

extension NSManagedObjectContext {
  /// The keys of the notifications of contexts.
  public enum NotificationKey: String, Hashable, Sendable {
    /// The objects that were inserted.
    case insertedObjects = "inserted"
    /// The objects that were changed.
    case updatedObjects = "updated"
    /// The objects that were deleted.
    case deletedObjects = "deleted"
    /// The objects that were refreshed.
    case refreshedObjects = "refreshed"
    /// The objects that are no longer valid.
    case invalidatedObjects = "invalidated"
    /// The IDs of all objects, which are no longer valid.
    case invalidatedAllObjects = "invalidatedAll"
    /// The IDs of the objects that were inserted.
    case insertedObjectIDs = "inserted_objectIDs"
    /// The IDs of the objects that were changed.
    case updatedObjectIDs = "updated_objectIDs"
    /// The IDs of the objects that were deleted.
    case deletedObjectIDs = "deleted_objectIDs"
    /// The IDs of the objects that were refreshed.
    case refreshedObjectIDs = "refreshed_objectIDs"
    /// The IDs of the objects that are no longer valid.
    case invalidatedObjectIDs = "invalidated_objectIDs"
    /// The generation of the stores that the context sees.
    case queryGeneration = "newQueryGeneration"
  }

  /// Posted before changes are saved.
  public static let willSaveObjectsNotification = Notification.Name.NSManagedObjectContextWillSave

  /// Posted after changes were saved.
  public static let didSaveObjectsNotification = Notification.Name.NSManagedObjectContextDidSave

  /// Posted when changes were processed.
  public static let didChangeObjectsNotification =
    Notification.Name.NSManagedObjectContextObjectsDidChange

  /// Posted after changes were saved, with IDs instead of objects.
  public static let didSaveObjectIDsNotification =
    Notification.Name.NSManagedObjectContextDidSaveObjectIDs

  /// Posted after changes of another context were merged, with IDs.
  public static let didMergeChangesObjectIDsNotification =
    Notification.Name.NSManagedObjectContextDidMergeChangesObjectIDs
}
