/// How a to-many relationship changes.
public enum NSKeyValueSetMutationKind: UInt, Sendable {
  /// Objects are added.
  case union = 1
  /// Objects are removed.
  case minus = 2
  /// All but the given objects are removed.
  case intersect = 3
  /// The relationship leads to the given objects from now on.
  case set = 4
}

// The functions that custom accessors call around primitive accessors.
extension NSManagedObject {
  /// Prepares for a property to be set through its primitive accessor.
  final func openChange(_ index: Int) {
    if shape.slots[index].isRelationship {
      let objects = relatedObjects(at: index)
      prepareToChange(index)
      needExtra().openChanges[index] = objects
    } else {
      prepareToChange(index)
    }
    tellWillChange(index)
  }

  /// Takes note that a property was set through its primitive accessor: inverses follow.
  final func closeChange(_ index: Int) {
    guard let old = extra?.openChanges.removeValue(forKey: index) else {
      didChange(index)
      return tellDidChange(index)
    }
    let new = relatedObjects(at: index)
    if isToMany(index) {
      noteReplacement(of: old, by: new, at: index)
    } else {
      deltasToChange(index)?.note(old.first, at: index)
      if old.first !== new.first { moveInverse(from: old.first, to: new.first, at: index) }
    }
    didChange(index)
    tellDidChange(index)
  }

  private func noteReplacement(
    of old: [NSManagedObject],
    by new: [NSManagedObject],
    at index: Int
  ) {
    let deltas = deltasToChange(index)
    if shape.slots[index].kind == .toMany(ordered: true) { deltas?.note(order: old, at: index) }
    let inverse = state.contains(.isAwaking) ? nil : shape.slots[index].inverse
    for object in Set(old).subtracting(new) {
      deltas?.noteRemoved(object, at: index)
      if let inverse, isDestination(object, at: index) { object.dropEnd(self, at: inverse) }
    }
    for object in Set(new).subtracting(old) where belongsHere(object) {
      deltas?.noteAdded(object, at: index)
      if let inverse, isDestination(object, at: index) { object.addEnd(self, at: inverse) }
    }
  }

  /// Changes a to-many relationship and its inverses.
  final func change(
    _ index: Int,
    by mutation: NSKeyValueSetMutationKind,
    _ objects: [NSManagedObject]
  ) {
    switch mutation {
    case .union: for object in objects { addRelated(object, at: index) }
    case .minus: for object in objects { removeRelated(object, at: index) }
    case .intersect:
      let kept = Set(objects)
      for object in relatedSet(at: index).members where !kept.contains(object) {
        removeRelated(object, at: index)
      }
    case .set: replaceRelated(objects, at: index)
    }
  }
}

extension ToManyObjects {
  /// Changes the members, as far as they are not as wanted already; the other ends are not touched.
  func change(by mutation: NSKeyValueSetMutationKind, _ objects: [NSManagedObject]) {
    switch mutation {
    case .union: for object in objects { insert(object) }
    case .minus: for object in objects { remove(object) }
    case .intersect, .set:
      let kept = ObjectTable(objects)
      for object in members.objects where !kept.contains(object) { remove(object) }
      if mutation == .set { for object in objects { insert(object) } }
    }
  }
}
