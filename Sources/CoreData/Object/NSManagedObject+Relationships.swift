import Foundation

// Changes of relationships, each of which changes both ends.
extension NSManagedObject {
  /// Lets a to-one relationship lead to an object, and that object's inverse lead back.
  final func setRelated(_ object: NSManagedObject?, at index: Int) {
    guard belongsHere(object) else { return }
    let old = relatedObject(at: index)
    guard old !== object else {
      // Setting what is there already still marks the object, as any assignment does.
      prepareToChange(index)
      return didChange(index)
    }
    extra?.observers?.willChange(self, index)
    setEnd(object, at: index)
    if !state.contains(.isAwaking), let inverse = shape.slots[index].inverse {
      old?.dropEnd(self, at: inverse)
      object?.addEnd(self, at: inverse)
    }
    extra?.observers?.didChange(self, index)
  }

  /// Adds an object to a to-many relationship, at the end or at a place of an ordered one.
  final func addRelated(_ object: NSManagedObject, at index: Int, position: Int? = nil) {
    guard belongsHere(object) else { return }
    let objects = position == nil ? pendingSet(at: index) : relatedSet(at: index)
    if objects.isLoaded, objects.members.contains(object) { return }
    extra?.observers?.willChange(self, index)
    addEnd(object, at: index, position: position)
    if !state.contains(.isAwaking), let inverse = shape.slots[index].inverse {
      object.addEnd(self, at: inverse)
    }
    extra?.observers?.didChange(self, index)
  }

  /// Removes an object from a to-many relationship.
  final func removeRelated(_ object: NSManagedObject, at index: Int) {
    guard relatedSet(at: index).members.contains(object) else { return }
    extra?.observers?.willChange(self, index)
    dropEnd(object, at: index)
    if !state.contains(.isAwaking), let inverse = shape.slots[index].inverse {
      object.dropEnd(self, at: inverse)
    }
    extra?.observers?.didChange(self, index)
  }

  /// Makes a to-many relationship lead to exactly the given objects.
  final func replaceRelated(_ objects: [NSManagedObject], at index: Int) {
    let wanted = Set(objects)
    let present = relatedSet(at: index)
    for object in present.members.subtracting(wanted) { removeRelated(object, at: index) }
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
    prepareToChangeRelated(index)
    relatedSet(at: index).reorder(objects)
    didChange(index)
  }

  /// Whether an object may be at the other end; objects of another context may not.
  private func belongsHere(_ object: NSManagedObject?) -> Bool {
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
    prepareToChangeRelated(index)
    row?.setValue(.reference(object?.reference ?? .none), at: index)
    setRelatedSlot(.toOne(object), at: index)
    didChange(index)
  }

  /// Lets this end lead to an object as well; a to-one end leaves where it led before.
  final func addEnd(_ object: NSManagedObject, at index: Int, position: Int? = nil) {
    guard isToMany(index) else {
      let old = relatedObject(at: index)
      guard old !== object else { return }
      setEnd(object, at: index)
      if let old, let inverse = shape.slots[index].inverse { old.dropEnd(self, at: inverse) }
      return
    }
    prepareToChangeRelated(index)
    let objects = pendingSet(at: index)
    let isNew = position.map { objects.insert(object, at: $0) } ?? objects.insert(object)
    if isNew { didChange(index) }
  }

  /// Lets this end not lead to an object any more.
  final func dropEnd(_ object: NSManagedObject, at index: Int) {
    if isToMany(index) {
      prepareToChangeRelated(index)
      if pendingSet(at: index).remove(object) { didChange(index) }
    } else if relatedObject(at: index) === object {
      setEnd(nil, at: index)
    }
  }

  /// What ``prepareToChange(_:)`` does, and keeps what relationships led to.
  private func prepareToChangeRelated(_ index: Int) {
    prepareToChange(index)
    guard context?.remembersEvents == true else { return }
    let extra = needExtra()
    if extra.eventRelated == nil {
      extra.eventRelated = related?.copy() ?? RelatedObjects(count: shape.binding.relatedCount)
    }
  }
}
