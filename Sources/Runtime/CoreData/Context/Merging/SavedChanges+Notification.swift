import Foundation
import ObjectRows

extension SavedChanges {
  /// Creates the changes from a notification or a dictionary, as references of the coordinator of a context.
  ///
  /// They may contain objects, IDs and URIs, in sets and arrays; anything else is ignored.
  init(
    _ userInfo: [AnyHashable: Any],
    of sender: NSManagedObjectContext?,
    for receiver: NSManagedObjectContext
  ) {
    let reader = ChangeReader(
      sender: sender?.rootCoordinator,
      receiver: receiver.rootCoordinator
    )
    func references(_ keys: String...) -> [Reference] {
      keys.flatMap { reader.references(in: userInfo[$0]) }
    }
    inserted = references(NSInsertedObjectsKey, NSInsertedObjectIDsKey)
    updated = references(NSUpdatedObjectsKey, NSUpdatedObjectIDsKey)
    deleted = references(NSDeletedObjectsKey, NSDeletedObjectIDsKey)
    refreshed = references(
      NSRefreshedObjectsKey,
      NSRefreshedObjectIDsKey,
      NSInvalidatedObjectsKey,
      NSInvalidatedObjectIDsKey,
      NSInvalidatedAllObjectsKey
    )
  }
}

/// Reads references from the values of notifications.
private struct ChangeReader {
  /// The coordinator of the context that the objects belong to.
  let sender: NSPersistentStoreCoordinator?
  let receiver: NSPersistentStoreCoordinator?

  func references(in value: Any?) -> [Reference] {
    switch value {
    case nil: []
    case let objects as Set<NSManagedObject>: sorted(objects.compactMap(reference(of:)))
    case let identifiers as Set<NSManagedObjectID>: sorted(identifiers.compactMap(reference(of:)))
    case let identifiers as [NSManagedObjectID]: identifiers.compactMap(reference(of:))
    case let set as Set<AnyHashable>: sorted(set.compactMap { reference(of: $0.base) })
    case let set as NSSet: sorted(set.allObjects.compactMap(reference(of:)))
    case let array as [Any]: array.compactMap(reference(of:))
    case let array as NSArray: array.compactMap(reference(of:))
    default: []
    }
  }

  /// The references of a set in an order that does not depend on addresses, so that a merge can be repeated.
  private func sorted(_ references: [Reference]) -> [Reference] {
    references.sorted { ($0.entity, $0.number) < ($1.entity, $1.number) }
  }

  private func reference(of any: Any) -> Reference? {
    switch any {
    case let object as NSManagedObject: reference(of: object)
    case let identifier as NSManagedObjectID: reference(of: identifier)
    case let uri as URL: reference(of: uri)
    case let uri as NSURL: reference(of: uri as URL)
    default: nil
    }
  }

  /// The reference of an object of another thread; the properties that are read here do not change after a save.
  private func reference(of object: NSManagedObject) -> Reference? {
    if sender == nil || sender === receiver { return object.reference }
    let identifier = object.rareState?.objectID ?? sender?.objectID(for: object.reference)
    return identifier.flatMap(reference(of:))
  }

  private func reference(of identifier: NSManagedObjectID) -> Reference? {
    receiver?.reference(of: identifier)
  }

  private func reference(of uri: URL) -> Reference? {
    receiver?.managedObjectID(forURIRepresentation: uri).flatMap(reference(of:))
  }
}
