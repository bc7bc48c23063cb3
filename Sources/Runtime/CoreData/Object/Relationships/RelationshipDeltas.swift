import Foundation

/// The changes of the relationships of an object since changes were last processed.
final class RelationshipDeltas {
  /// The changes of a to-many relationship.
  struct ToMany {
    var added: Set<NSManagedObject> = []
    var removed: Set<NSManagedObject> = []

    /// The order before the first change since the members were read, for an ordered relationship.
    var order: [NSManagedObject]?
  }

  /// The former destinations of to-one relationships, by property index.
  private(set) var toOne: [Int: NSManagedObject?] = [:]

  /// The changes of to-many relationships, by property index.
  private(set) var toMany: [Int: ToMany] = [:]

  /// Records the destination of a to-one relationship before a change.
  func note(_ old: NSManagedObject?, at index: Int) {
    if toOne[index] == nil { toOne[index] = .some(old) }
  }

  /// Records the order of a to-many relationship before a change.
  ///
  /// The order of members that were not read from the store is not known, and remains as it is there.
  func noteOrder(of objects: ToManyObjects, at index: Int) {
    guard objects.isOrdered, objects.isLoaded else { return }
    note(order: objects.order, at: index)
  }

  /// Records the order of a to-many relationship before a change.
  func note(order: [NSManagedObject], at index: Int) {
    guard toMany[index]?.order == nil else { return }
    toMany[index, default: ToMany()].order = order
  }

  /// Records that an object was added.
  func noteAdded(_ object: NSManagedObject, at index: Int) {
    if toMany[index, default: ToMany()].removed.remove(object) == nil {
      toMany[index, default: ToMany()].added.insert(object)
    }
  }

  /// Records that an object was removed.
  func noteRemoved(_ object: NSManagedObject, at index: Int) {
    if toMany[index, default: ToMany()].added.remove(object) == nil {
      toMany[index, default: ToMany()].removed.insert(object)
    }
  }
}

extension RelationshipDeltas.ToMany {
  /// The old value of the relationship for key-value coding.
  func value(before objects: ToManyObjects) -> NSObject {
    if let order { return NSOrderedSet(array: order) }
    if objects.isOrdered {
      return NSOrderedSet(array: objects.order.filter { !added.contains($0) } + removed)
    }
    return NSSet(set: objects.set.subtracting(added).union(removed))
  }
}
