import Foundation
import ObjectRows

/// Updates an object whose row was changed elsewhere, and its changes with it.
///
/// The row in the store becomes the base of the object's changes. Changes that are not kept are undone, and those
/// that are kept are made again, as an accessor would: so both ends of relationships agree in the end, and objects at
/// other ends may get changes that they did not have before.
struct ChangeMerger {
  private let object: NSManagedObject
  private let type: NSMergePolicyType

  init(_ object: NSManagedObject, _ type: NSMergePolicyType) {
    self.object = object
    self.type = type
  }

  /// Merges the current row of the store; nil if the object was deleted there.
  func merge(with stored: Row?) {
    guard object.context != nil else { return }
    switch (stored, object.isDeleted) {
    case (nil, true): break
    case (nil, false): type.prefersMemory && object.hasChanges ? insertAgain() : accompanyDeletion()
    case (let stored?, true): type.prefersMemory ? deleteAgain(stored) : undelete(stored)
    case (let stored?, false):
      let mine = object.row ?? stored
      let base = object.baseRow ?? mine
      merge(stored) { keepsMine(mine, base, stored, at: $0) }
    }
    object.awaken { object.awake(fromSnapshotEvents: .mergePolicy) }
  }

  // MARK: Properties

  /// Uses a row of the store as the new base, and keeps the values in memory of some properties.
  func merge(_ stored: Row, keeping isKept: (Int) -> Bool) {
    guard let mine = object.row else { return object.fill(with: stored) }
    let fresh = stored.copy()
    var toOnes: [(index: Int, wanted: Reference)] = []
    for (index, slot) in object.shape.slots.enumerated() {
      switch slot.kind {
      case .attribute:
        let keeps = slot.isTransient || isKept(index)
        if keeps { fresh.setValue(mine.value(at: index), at: index) }
      case .toOne:
        let keeps = slot.isTransient || isKept(index)
        let here = mine.value(at: index)
        fresh.setValue(here, at: index)
        toOnes.append((index, keeps ? here.reference : stored.value(at: index).reference))
      case .toMany, .fetched, .other: break
      }
    }
    object.takeBase(stored, values: fresh)
    for (index, wanted) in toOnes { lead(index, to: wanted, insteadOf: stored) }
    for index in object.shape.relationships where object.isToMany(index) { mergeMembers(index) }
    object.renewChanges()
  }

  /// Whether the value in memory is kept.
  private func keepsMine(_ mine: Row, _ base: Row, _ stored: Row, at index: Int) -> Bool {
    let old = base.value(at: index)
    switch type {
    case .mergeByPropertyStoreTrumpMergePolicyType: return stored.value(at: index).isSame(as: old)
    case .mergeByPropertyObjectTrumpMergePolicyType: return !mine.value(at: index).isSame(as: old)
    case .overwriteMergePolicyType: return object.hasChanges
    case .rollbackMergePolicyType, .errorMergePolicyType: return false
    }
  }

  /// Sets the destination of a to-one relationship, and updates the other ends.
  private func lead(_ index: Int, to kept: Reference, insteadOf stored: Row) {
    // An end that is only left would count as changed, and be saved again for that.
    if let here = object.row?.value(at: index).reference, here != kept { leaveIfGone(here) }
    let wanted = isGone(kept, at: index) ? .none : kept
    let theirs = stored.value(at: index).reference
    let destination = wanted.isNone ? nil : object.context?.object(for: wanted)
    if theirs != wanted { destination?.takeNewerRow() }
    if object.row?.value(at: index).reference != wanted {
      object.setRelated(destination, at: index)
    }
    guard theirs != wanted, let inverse = object.shape.slots[index].inverse else { return }
    destination?.addEnd(object, at: inverse)
    guard !theirs.isNone, let other = object.context?.object(for: theirs) else { return }
    other.takeNewerRow()
    if !other.isDeleted { other.dropEnd(object, at: inverse) }
  }

  /// Whether the destination of a relationship is deleted here or in the store, and no change here keeps it.
  private func isGone(_ reference: Reference, at index: Int) -> Bool {
    guard !reference.isNone, let end = object.context?.object(for: reference) else { return false }
    end.backIfStored()
    return object.loses(end, at: index) || leaveIfGone(reference)
  }

  /// Deletes an object that others have deleted and that has no changes, before its ends are changed.
  ///
  /// Returns whether it was deleted.
  @discardableResult private func leaveIfGone(_ reference: Reference) -> Bool {
    guard !reference.isNone, let end = object.context?.object(for: reference),
      end.wasDeletedByOthers
    else { return false }
    ChangeMerger(end, type).accompanyDeletion()
    return true
  }

  /// Applies the additions to and removals from a to-many relationship to its members in the store.
  private func mergeMembers(_ index: Int) {
    guard case .toMany(let objects) = object.relatedSlot(index), objects.isLoaded else { return }
    // If they cannot be read now, the known members stay.
    guard let members = try? object.context?.readObjects(of: object, at: index) else { return }
    let isObserved = object.rareState?.observers?.isObserved(index) == true
    let (before, order) = (objects.members, objects.order)
    objects.rebase(on: members, keepingOrder: type != .rollbackMergePolicyType)
    if let inverse = toOneEnd(index) { followMembers(objects, before, index, inverse) }
    if isObserved, Set(before) != objects.set || order != objects.order {
      object.notifyWillChange(index)
      object.notifyDidChange(index)
    }
    if toOneEnd(index) != nil { return }
    if type == .rollbackMergePolicyType {
      for added in objects.added { object.removeRelated(added, at: index) }
      for removed in objects.removed where !removed.isDeleted {
        object.addRelated(removed, at: index)
      }
    } else {
      bringMembersInLine(objects, index)
    }
  }

  /// Updates the other ends of a many-to-many relationship with the remaining changes of this one.
  private func bringMembersInLine(_ objects: ToManyObjects, _ index: Int) {
    guard let inverse = object.shape.slots[index].inverse else { return }
    for added in objects.added {
      if leaveIfGone(added.reference) {
        object.dropEnd(added, at: index)
      } else if !added.isDeleted {
        added.addEnd(object, at: inverse)
      }
    }
    for removed in objects.removed where !removed.isDeleted {
      removed.dropEnd(object, at: inverse)
    }
  }

  /// Sets the members of a to-many relationship to those, of the former ones and those in the store, that lead to the
  /// object.
  private func followMembers(
    _ objects: ToManyObjects,
    _ former: ObjectTable,
    _ index: Int,
    _ inverse: Int
  ) {
    for member in former where !objects.members.contains(member) && !member.isDeleted {
      if leaveIfGone(member.reference) { continue }
      member.takeNewerRow()
      if member.relatedObject(at: inverse) === object { objects.insert(member) }
    }
    for member in objects.members.objects where !member.isFault {
      member.takeNewerRow()
      if member.relatedObject(at: inverse) !== object { objects.remove(member) }
    }
  }

  /// The inverse of a relationship if it is to-one: then it determines the members.
  private func toOneEnd(_ index: Int) -> Int? {
    let slot = object.shape.slots[index]
    guard let inverse = slot.inverse, let destination = slot.destination else { return nil }
    return destination.slots[inverse].kind == .toOne ? inverse : nil
  }
}

// MARK: Deletions

extension ChangeMerger {
  /// Inserts an object again that was deleted in the store.
  private func insertAgain() {
    object.state.remove([.isUpdated, .isStored])
    object.state.formUnion([.isInserted, .ownsRow])
    if let row = object.row?.copy() {
      object.context?.coordinator.map { row.version = $0.deletedVersions.next(after: row.version) }
      object.row = row
    }
    object.committed = nil
    for index in object.shape.relationships {
      if object.isToMany(index) { recollectMembers(index) }
      guard let inverse = object.shape.slots[index].inverse else { continue }
      for other in object.relatedObjects(at: index) { reconnect(other, at: index, inverse) }
    }
  }

  /// Makes all members of a to-many relationship new ones.
  ///
  /// The store no longer has the members; if the object has not read them, their own ends show them, for those that
  /// are in memory.
  private func recollectMembers(_ index: Int) {
    var isKnown = false
    if case .toMany(let members) = object.relatedSlot(index) { isKnown = members.isLoaded }
    let members = object.pendingSet(at: index)
    members.becomeNew()
    if isKnown { return }
    for other in object.objectsInMemory(leadingTo: index) { members.insert(other) }
  }

  /// Connects an object again to one that is inserted anew, because its row in the store no longer does so.
  private func reconnect(_ other: NSManagedObject, at index: Int, _ inverse: Int) {
    if isGone(other.reference, at: index) { return object.dropEnd(other, at: index) }
    other.takeNewerRow()
    if other.isToMany(inverse) {
      other.addEnd(object, at: inverse)
      if case .toMany(let objects) = other.relatedSlot(inverse) { objects.renew(object) }
    } else if let partner = other.relatedObject(at: inverse), partner !== object {
      // It has got another destination meanwhile.
      return object.dropEnd(other, at: index)
    } else {
      other.addEnd(object, at: inverse)
    }
    other.prepareToChange(inverse)
    other.didChange(inverse)
  }

  /// Deletes an object that was deleted in the store and has nothing to save.
  private func accompanyDeletion() {
    object.fireFault()
    object.depart()
    object.state.remove(.isStored)
  }

  /// Deletes an object although it was changed elsewhere, by the delete rules of its current relationships.
  private func deleteAgain(_ stored: Row) {
    object.related = nil
    object.takeBase(stored, values: stored.copy())
    DeleteRules(object).follow()
  }

  /// Undoes the deletion of an object that was changed elsewhere.
  private func undelete(_ stored: Row) {
    object.state.remove([.isDeleted, .awaitsDeletePropagation])
    object.related = nil
    let row = stored.copy()
    for index in object.shape.relationships { row.setValue(.reference(.none), at: index) }
    object.takeBase(stored, values: row)
    for index in object.shape.relationships {
      if object.isToMany(index) {
        let members = object.relatedSet(at: index)
        guard let inverse = object.shape.slots[index].inverse else { continue }
        for other in members.members where !other.isDeleted {
          other.addEnd(object, at: inverse)
        }
      } else {
        let reference = stored.value(at: index).reference
        guard let other = object.context?.object(for: reference), !other.isDeleted else { continue }
        other.takeNewerRow()
        object.setRelated(other, at: index)
      }
    }
    object.renewChanges()
  }
}

extension NSMergePolicyType {
  /// Whether changes in memory win over those in the store.
  var prefersMemory: Bool {
    self == .mergeByPropertyObjectTrumpMergePolicyType || self == .overwriteMergePolicyType
  }
}

extension NSManagedObject {
  /// The objects in memory whose ends of the inverse of a relationship lead here.
  ///
  /// They show the members of the relationship if the store has lost the object.
  fileprivate final func objectsInMemory(leadingTo index: Int) -> [NSManagedObject] {
    guard let context, let inverse = shape.slots[index].inverse else { return [] }
    return context.identity.objects.filter { other in
      !other.isDeleted && isDestination(other, at: index)
        && other.isKnown(toLeadTo: self, at: inverse)
    }
  }

  /// Whether a relationship is known to lead to an object, without reading anything.
  private final func isKnown(toLeadTo end: NSManagedObject, at index: Int) -> Bool {
    switch relatedSlot(index) {
    case .toOne(let object): object === end
    case .toMany(let objects): objects.members.contains(end) || objects.added.contains(end)
    case .unresolved, .fetched: row?.value(at: index).reference == end.reference
    }
  }
}

extension NSMergeConflict {
  /// Resolves the conflicts of the object's values by a policy.
  final func merge(by policy: NSMergePolicyType) {
    ChangeMerger(sourceObject, policy).merge(with: storedRow)
  }
}
