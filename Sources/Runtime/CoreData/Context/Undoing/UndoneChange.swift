import Foundation
import ObjectRows

/// The state of an object before an event, to which undoing returns it.
struct UndoneChange {
  /// The state of an object in its context.
  private enum Life {
    /// Not in the context: not yet inserted, or deleted without having been saved.
    case absent
    case inserted
    case stored
    case deleted

    init(_ state: ObjectState) {
      if state.contains(.isStored) {
        self = state.contains(.isDeleted) ? .deleted : .stored
      } else {
        self = state.contains(.isInserted) ? .inserted : .absent
      }
    }

    var isPresent: Bool { self == .inserted || self == .stored }
  }

  private let object: NSManagedObject
  private let before: Life
  private let after: Life

  /// The properties that have changed, with a row that has their old values.
  private let changed: PropertySet
  private let row: Row?
  private let deltas: RelationshipDeltas?

  /// Records the change of an object in the event that is being processed; nil if it cannot be undone.
  init?(_ object: NSManagedObject) {
    guard let rareState = object.rareState, let state = rareState.eventState else { return nil }
    self.object = object
    before = Life(state)
    after = Life(object.state)
    // A deleted object may have been changed, from the other end of a relationship.
    let hasValues = before != .absent && rareState.eventRow != nil
    changed = hasValues ? rareState.eventChanged : PropertySet()
    row = hasValues ? rareState.eventRow : nil
    deltas = hasValues ? rareState.eventRelated : nil
    if before == after, before == .absent || changed.isEmpty { return nil }
  }

  /// Restores the object in its context if it was there before.
  func bringBack(in context: NSManagedObjectContext) {
    guard before.isPresent else { return }
    if object.context == nil { context.revive(object) }
    guard object.isDeleted else { return }
    switch object.state.contains(.isStored) ? context.storedRow(of: object) : .unknown {
    case .gone:
      // The row was deleted elsewhere, and the deletion was merged.
      context.unregister(object)
      context.revive(object)
    case .row(let row):
      context.undelete(object)
      object.catchUp(with: row)
    case .unknown: context.undelete(object)
    }
  }

  /// Restores the old values of properties.
  func restoreValues() {
    guard let row, object.context != nil else { return }
    for index in changed.indices { object.restore(index, from: row, deltas) }
    object.forgetEqualChanges(among: changed)
  }

  /// Removes the object from its context if it was not there before.
  func takeAway(from context: NSManagedObjectContext) {
    guard !before.isPresent, object.isRegistered(in: context), !object.isDeleted else { return }
    object.resolveEverything()
    context.markDeleted(object)
  }

  /// Calls `awake(fromSnapshotEvents:)` of the object.
  func awaken() {
    let reason: NSSnapshotEventType =
      !before.isPresent ? .undoInsertion : after.isPresent ? .undoUpdate : .undoDeletion
    object.awaken { object.awake(fromSnapshotEvents: reason) }
  }
}

extension NSManagedObject {
  /// Sets a property to its value in a row, a relationship to its destinations before the change.
  fileprivate final func restore(_ index: Int, from old: Row, _ deltas: RelationshipDeltas?) {
    switch shape.slots[index].kind {
    case .attribute, .other:
      prepareToChange(index)
      notifyWillChange(index)
      row?.setValue(old.value(at: index), at: index)
      didChange(index)
      notifyDidChange(index)
    case .toOne:
      // Not the reference in the row: the object may have got another one since.
      if let known = deltas?.toOne[index] { setEnd(known, at: index) }
    case .toMany:
      guard let delta = deltas?.toMany[index] else { return }
      for object in delta.added { dropEnd(object, at: index) }
      for object in delta.removed { addEnd(object, at: index) }
      if let order = delta.order {
        let known = Set(order)
        let others = relatedSet(at: index).order.filter { !known.contains($0) }
        reorderRelated(order + others, at: index)
      }
    case .fetched: break
    }
  }

  /// Marks properties as unchanged that have their old values again.
  fileprivate final func forgetEqualChanges(among restored: PropertySet) {
    guard state.contains(.isStored), let committed, let row else { return }
    for index in restored.indices {
      let isEqual: Bool
      if case .toMany(let objects) = relatedSlot(index) {
        objects.forgetEqualOrder()
        isEqual = !objects.hasChanges
      } else {
        isEqual = row.value(at: index).isSame(as: committed.value(at: index))
      }
      if isEqual { changed.remove(index) }
    }
    if changed.isEmpty { state.remove(.isUpdated) }
  }
}
