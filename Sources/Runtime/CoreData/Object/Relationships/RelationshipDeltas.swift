import Foundation

/// The changes of the relationships of an object since changes were last processed.
final class RelationshipDeltas {
  /// The changes of a to-many relationship.
  struct ToMany {
    var added: Set<NSManagedObject> = []
    var removed: Set<NSManagedObject> = []

    /// The order before the first change since the members are known, of an ordered relationship.
    var order: [NSManagedObject]?
  }

  /// The former destinations of to-one relationships, by property index.
  private(set) var toOne: [Int: NSManagedObject?] = [:]

  /// The changes of to-many relationships, by property index.
  private(set) var toMany: [Int: ToMany] = [:]

  /// Takes note of what a to-one relationship led to before it is changed.
  func note(_ old: NSManagedObject?, at index: Int) {
    if toOne[index] == nil { toOne[index] = .some(old) }
  }

  /// Takes note of the order of a to-many relationship before it is changed.
  ///
  /// That of members that were not taken from the store yet is not known, and remains as it is there.
  func noteOrder(of objects: ToManyObjects, at index: Int) {
    guard objects.isOrdered, objects.isLoaded else { return }
    note(order: objects.order, at: index)
  }

  /// Takes note of the order that a to-many relationship had before it was changed.
  func note(order: [NSManagedObject], at index: Int) {
    guard toMany[index]?.order == nil else { return }
    toMany[index, default: ToMany()].order = order
  }

  /// Takes note that an object was added.
  func noteAdded(_ object: NSManagedObject, at index: Int) {
    if toMany[index, default: ToMany()].removed.remove(object) == nil {
      toMany[index, default: ToMany()].added.insert(object)
    }
  }

  /// Takes note that an object was removed.
  func noteRemoved(_ object: NSManagedObject, at index: Int) {
    if toMany[index, default: ToMany()].added.remove(object) == nil {
      toMany[index, default: ToMany()].removed.insert(object)
    }
  }
}

extension RelationshipDeltas.ToMany {
  /// The former value of the relationship, as key-value coding shows it.
  func value(before objects: ToManyObjects) -> NSObject {
    if let order { return NSOrderedSet(array: order) }
    if objects.isOrdered {
      return NSOrderedSet(array: objects.order.filter { !added.contains($0) } + removed)
    }
    return NSSet(set: objects.set.subtracting(added).union(removed))
  }
}
