import Foundation
import ObjectRows

/// Resolves a conflict between objects with the same unique values, of which one keeps them.
///
/// An object in memory that loses against another one leaves the context if it is new, and gets its old values back
/// if it is not. A new object in conflict with one of the store becomes that object, unless the context has it
/// already: then that one takes over the values to keep.
struct ConstraintMerger {
  private let conflict: NSConstraintConflict
  private let type: NSMergePolicyType

  init(_ conflict: NSConstraintConflict, _ type: NSMergePolicyType) {
    self.conflict = conflict
    self.type = type
  }

  /// Resolves the conflict.
  func merge() {
    let objects = conflict.conflictingObjects.filter { $0.context != nil && !$0.isDeleted }
    guard let holder = conflict.holder else {
      // Among objects in memory, the one that was changed last has the newest values.
      let winner = type.prefersMemory ? objects.last : objects.first
      for object in objects where object !== winner { lose(object) }
      return
    }
    for object in objects where object !== holder.object { settle(object, holder) }
  }

  private func settle(_ object: NSManagedObject, _ holder: Holder) {
    if object.isInserted {
      if type == .rollbackMergePolicyType { return lose(object) }
      if holder.wasKnown {
        handOver(object, to: holder.object)
      } else {
        replace(holder, by: object)
      }
    } else if type.prefersMemory {
      holder.object.fireFault()
      holder.object.context?.delete(holder.object)
      holder.object.context?.propagateDeletes()
    } else {
      lose(object)
    }
  }

  /// Removes the unique values from an object.
  private func lose(_ object: NSManagedObject) {
    if object.isInserted { return object.depart() }
    let isRollback = type == .rollbackMergePolicyType
    let indices = isRollback ? object.changed.indices : conflict.indices
    for index in indices { object.takeBack(index) }
    object.renewChanges()
  }

  /// Turns a new object into the one that is in the store.
  private func replace(_ holder: Holder, by object: NSManagedObject) {
    guard let context = object.context else { return }
    let kept = keptProperties(of: object)
    context.unregister(holder.object)
    context.rename(object, to: holder.object.reference)
    object.state.remove(.isInserted)
    object.state.formUnion([.isUpdated, .isStored])
    ChangeMerger(object, type).merge(holder.row) { kept.contains($0) }
    context.renewReferences(of: context.tracked)
  }

  /// Copies the values to keep from a new object to that of the store.
  private func handOver(_ object: NSManagedObject, to holder: NSManagedObject) {
    let kept = keptProperties(of: object)
    for index in object.shape.slots.indices where holder.shape.slots.indices.contains(index) {
      switch object.shape.slots[index].kind {
      case .attribute where kept.contains(index):
        holder.prepareToChange(index)
        holder.row?.setValue(object.row?.value(at: index) ?? .none, at: index)
        holder.didChange(index)
      case .toOne where kept.contains(index):
        holder.setRelated(object.relatedObject(at: index), at: index)
      case .toMany:
        for other in object.relatedObjects(at: index) { holder.addRelated(other, at: index) }
      default: break
      }
    }
    object.depart()
  }

  /// The properties of a new object that win over those of the store.
  private func keptProperties(of object: NSManagedObject) -> Set<Int> {
    switch type {
    case .mergeByPropertyObjectTrumpMergePolicyType: Set(object.changed.indices)
    case .overwriteMergePolicyType: Set(object.shape.slots.indices)
    default: []
    }
  }
}

extension NSManagedObject {
  /// Resets a property to its value from the last fetch or save.
  fileprivate final func takeBack(_ index: Int) {
    guard let base = baseRow else { return }
    switch shape.slots[index].kind {
    case .attribute: row?.setValue(base.value(at: index), at: index)
    case .toOne:
      let reference = base.value(at: index).reference
      setRelated(reference.isNone ? nil : context?.object(for: reference), at: index)
    case .toMany:
      guard case .toMany(let objects) = relatedSlot(index) else { return }
      for added in objects.added { removeRelated(added, at: index) }
      for removed in objects.removed where !removed.isDeleted { addRelated(removed, at: index) }
    case .fetched, .other: break
    }
  }
}

extension NSConstraintConflict {
  /// Resolves the conflict by a policy.
  final func merge(by policy: NSMergePolicyType) {
    ConstraintMerger(self, policy).merge()
  }
}
