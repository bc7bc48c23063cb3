import Foundation

/// The changes of a context since changes were last processed.
///
/// The objects are sorted at once by their kind of change; the sets for observers are created lazily.
final class ContextEvent {
  private var inserted: [NSManagedObject] = []
  private var updated: [NSManagedObject] = []
  private var deleted: [NSManagedObject] = []
  private var refreshed: [NSManagedObject] = []

  private lazy var insertedSet = Set(inserted)
  private lazy var updatedSet = Set(updated)
  private lazy var deletedSet = Set(deleted)

  /// - Parameter objects: The changed objects, in the order in which they were changed first.
  init(_ objects: [NSManagedObject]) {
    guard let first = objects.first else { return }
    let kind = Kind(first.state)
    // Usually all objects have changed in the same way, and their array is used as it is.
    if objects.allUnretained(satisfy: { Kind($0.state) == kind }) {
      add(objects, to: kind)
    } else {
      for object in objects { add([object], to: Kind(object.state)) }
    }
  }

  /// The kind of an object's changes.
  private struct Kind: Equatable {
    enum Change { case none, insertion, update, deletion }

    let change: Change
    let isRefreshed: Bool

    init(_ state: ObjectState) {
      change =
        if state.contains(.wasDeleted), state.contains(.isDeleted) {
          .deletion
        } else if state.contains(.wasInserted) {
          .insertion
        } else if state.contains(.wasUpdated) {
          .update
        } else {
          .none
        }
      isRefreshed = state.contains(.wasRefreshed)
    }
  }

  private func add(_ objects: [NSManagedObject], to kind: Kind) {
    switch kind.change {
    case .none: break
    case .insertion: inserted.join(objects)
    case .update: updated.join(objects)
    case .deletion: deleted.join(objects)
    }
    if kind.isRefreshed { refreshed.join(objects) }
  }

  /// Whether there is nothing to notify observers of.
  var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty
  }

  /// The user info of the notification.
  var userInfo: [AnyHashable: Any] {
    // With capacity for all keys the dictionary is not reallocated.
    var info = [AnyHashable: Any](minimumCapacity: 4)
    if !inserted.isEmpty { info[NSInsertedObjectsKey] = insertedSet }
    if !updated.isEmpty { info[NSUpdatedObjectsKey] = updatedSet }
    if !deleted.isEmpty { info[NSDeletedObjectsKey] = deletedSet }
    if !refreshed.isEmpty { info[NSRefreshedObjectsKey] = Set(refreshed) }
    return info
  }

  /// Returns the set of some objects if the event has it, so that it need not be created twice.
  func set(ofExactly objects: [NSManagedObject]) -> Set<NSManagedObject>? {
    if objects.isIdentical(to: updated) { return updatedSet }
    if objects.isIdentical(to: inserted) { return insertedSet }
    return objects.isIdentical(to: deleted) ? deletedSet : nil
  }
}

extension [NSManagedObject] {
  /// Whether the array has the same objects in the same order.
  fileprivate func isIdentical(to other: Self) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0 === $1 }
  }
}
