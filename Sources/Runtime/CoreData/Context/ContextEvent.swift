import Foundation

/// The changes of a context since changes were last processed.
///
/// The kinds of the objects' changes are recorded at once; the sets for observers are created lazily.
final class ContextEvent {
  /// The changed objects, in the order in which they were changed first.
  private let objects: [NSManagedObject]

  /// The kind of each object's changes; empty if all objects have changed in the same way.
  private let kinds: [Kind]

  /// The kind of the first object's changes; nil without objects.
  private let firstKind: Kind?

  private lazy var inserted = part { $0.change == .insertion }
  private lazy var updated = part { $0.change == .update }
  private lazy var deleted = part { $0.change == .deletion }

  private lazy var insertedSet = Set(inserted)
  private lazy var updatedSet = Set(updated)
  private lazy var deletedSet = Set(deleted)

  /// - Parameter objects: The changed objects, in the order in which they were changed first.
  init(_ objects: [NSManagedObject]) {
    self.objects = objects
    let first = objects.first.map { Kind($0.state) }
    firstKind = first
    let isUniform = objects.allUnretained { Kind($0.state) == first }
    kinds = isUniform ? [] : objects.map { Kind($0.state) }
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

    /// Whether there is nothing to notify observers of.
    var isEmpty: Bool { change == .none && !isRefreshed }
  }

  /// Returns the objects, in their order, whose kind satisfies a condition.
  private func part(_ isIncluded: (Kind) -> Bool) -> [NSManagedObject] {
    if kinds.isEmpty { return firstKind.map(isIncluded) == true ? objects : [] }
    return zip(objects, kinds).compactMap { isIncluded($1) ? $0 : nil }
  }

  /// Whether there is nothing to notify observers of.
  var isEmpty: Bool { firstKind?.isEmpty != false && kinds.allSatisfy(\.isEmpty) }

  /// The user info of the notification.
  var userInfo: [AnyHashable: Any] {
    // With capacity for all keys the dictionary is not reallocated.
    var info = [AnyHashable: Any](minimumCapacity: 4)
    let refreshed = part(\.isRefreshed)
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
