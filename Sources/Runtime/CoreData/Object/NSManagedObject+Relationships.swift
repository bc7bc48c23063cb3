import Foundation
import ObjectRows

// Changes of relationships, each of which changes both ends.
extension NSManagedObject {
  /// Lets a to-one relationship lead to an object, and that object's inverse lead back.
  final func setRelated(_ object: NSManagedObject?, at index: Int) {
    guard belongsHere(object), accepts(object, at: index) else { return }
    let old = relatedObject(at: index)
    guard old !== object else {
      // Setting what is there already still marks the object, as any assignment does.
      tellWillChange(index)
      deltasToChange(index)?.note(old, at: index)
      didChange(index)
      return tellDidChange(index)
    }
    setEnd(object, insteadOf: old, at: index)
    moveInverse(from: old, to: object, at: index)
  }

  /// Lets the inverses follow a to-one relationship.
  final func moveInverse(from old: NSManagedObject?, to object: NSManagedObject?, at index: Int) {
    guard !state.contains(.isAwaking), let inverse = shape.slots[index].inverse else { return }
    if let old, isDestination(old, at: index) { old.dropEnd(self, at: inverse) }
    if let object, isDestination(object, at: index) { object.addEnd(self, at: inverse) }
  }

  /// Adds an object to a to-many relationship, at the end or at a place of an ordered one.
  final func addRelated(_ object: NSManagedObject, at index: Int, position: Int? = nil) {
    guard belongsHere(object), accepts(object, at: index) else { return }
    // To undo it, it must be known whether the object was there already.
    let mayBePending = position == nil && context?.remembersEvents != true
    let objects = mayBePending ? pendingSet(at: index) : relatedSet(at: index)
    guard objects.canInsert(object) else { return }
    addEnd(object, at: index, position: position)
    if !state.contains(.isAwaking), let inverse = shape.slots[index].inverse {
      object.addEnd(self, at: inverse)
    }
  }

  /// Removes an object from a to-many relationship.
  final func removeRelated(_ object: NSManagedObject, at index: Int) {
    guard relatedSet(at: index).members.contains(object) else { return }
    dropEnd(object, at: index)
    if !state.contains(.isAwaking), let inverse = shape.slots[index].inverse,
      isDestination(object, at: index)
    {
      object.dropEnd(self, at: inverse)
    }
  }

  /// Makes a to-many relationship lead to exactly the given objects.
  final func replaceRelated(_ objects: [NSManagedObject], at index: Int) {
    guard objects.allSatisfy({ accepts($0, at: index) }) else { return }
    let wanted = Set(objects)
    let present = relatedSet(at: index)
    for object in present.members where !wanted.contains(object) {
      removeRelated(object, at: index)
    }
    for object in objects where !present.members.contains(object) {
      addRelated(object, at: index)
    }
    guard present.isOrdered else { return }
    var seen: Set<NSManagedObject> = []
    reorderRelated(objects.filter { seen.insert($0).inserted }, at: index)
  }

  /// Puts the objects of an ordered relationship in another order.
  final func reorderRelated(_ objects: [NSManagedObject], at index: Int) {
    let present = relatedSet(at: index)
    guard present.order != objects else { return }
    tellWillChange(index)
    deltasToChange(index)?.noteOrder(of: present, at: index)
    present.reorder(objects)
    didChange(index)
    tellDidChange(index)
  }

  /// Whether an object may be at the other end; objects of another context may not.
  final func belongsHere(_ object: NSManagedObject?) -> Bool {
    guard let object, let theirs = object.context, let ours = context, theirs !== ours else {
      return true
    }
    preconditionFailure(
      "Illegal attempt to establish a relationship between objects in different contexts "
        + "(source = \(self), destination = \(object))."
    )
  }
}

// MARK: One end

extension NSManagedObject {
  /// Lets this end of a to-one relationship lead to an object; the other end is not touched.
  final func setEnd(_ object: NSManagedObject?, at index: Int) {
    setEnd(object, insteadOf: relatedObject(at: index), at: index)
  }

  private func setEnd(_ object: NSManagedObject?, insteadOf old: NSManagedObject?, at index: Int) {
    tellWillChange(index)
    deltasToChange(index)?.note(old, at: index)
    row?.setValue(.reference(object?.reference ?? .none), at: index)
    setRelatedSlot(.toOne(object), at: index)
    didChange(index)
    tellDidChange(index)
  }

  /// Lets this end lead to an object as well; a to-one end leaves where it led before.
  final func addEnd(_ object: NSManagedObject, at index: Int, position: Int? = nil) {
    guard isToMany(index) else {
      let old = relatedObject(at: index)
      guard old !== object else { return }
      setEnd(object, insteadOf: old, at: index)
      if let old, let inverse = shape.slots[index].inverse { old.dropEnd(self, at: inverse) }
      return
    }
    let objects = pendingSet(at: index)
    guard objects.canInsert(object) else { return }
    tellWillChange(index)
    if let deltas = deltasToChange(index) {
      deltas.noteOrder(of: objects, at: index)
      deltas.noteAdded(object, at: index)
    }
    objects.insert(object, at: position ?? objects.order.count)
    didChange(index)
    tellDidChange(index)
  }

  /// Lets this end not lead to an object any more.
  final func dropEnd(_ object: NSManagedObject, at index: Int) {
    guard isToMany(index) else {
      // The other end may be newer than this one, of which the context may have an outdated row.
      if relatedObject(at: index) !== object { takeNewerRow() }
      if relatedObject(at: index) === object { setEnd(nil, at: index) }
      return
    }
    let objects = pendingSet(at: index)
    guard objects.canRemove(object) else { return }
    tellWillChange(index)
    if let deltas = deltasToChange(index) {
      deltas.noteOrder(of: objects, at: index)
      deltas.noteRemoved(object, at: index)
    }
    objects.remove(object)
    didChange(index)
    tellDidChange(index)
  }

  /// Does what ``prepareToChange(_:)`` does, and gives what keeps how relationships change, if that is kept.
  final func deltasToChange(_ index: Int) -> RelationshipDeltas? {
    prepareToChange(index)
    guard let extra, extra.eventRow != nil, !state.contains(.isAwaking) else { return nil }
    if let deltas = extra.eventRelated { return deltas }
    let made = RelationshipDeltas()
    extra.eventRelated = made
    return made
  }

  final func tellWillChange(_ index: Int) {
    extra?.observers?.willChange(self, index)
  }

  final func tellDidChange(_ index: Int) {
    extra?.observers?.didChange(self, index)
  }
}
