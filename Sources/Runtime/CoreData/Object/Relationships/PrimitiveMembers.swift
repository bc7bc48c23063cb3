import Foundation

/// The primitive value of a to-many relationship, which accessors of the program may change.
///
/// It is a set of Foundation's own class, because a subclass could not be cast to a Swift set. Such a set reports no
/// changes; so it is stored with its original members, and the relationship applies the difference at the next
/// access.
struct PrimitiveMembers {
  /// An `NSMutableSet`, or an `NSMutableOrderedSet` of an ordered relationship.
  private(set) var collection: NSObject

  /// The members of the collection at the last comparison.
  private(set) var known: [NSManagedObject]

  init(of objects: ToManyObjects) {
    known = objects.isOrdered ? objects.order : objects.members.objects
    collection =
      objects.isOrdered
      ? NSMutableOrderedSet(array: objects.order) : NSMutableSet(set: objects.set)
  }

  /// The current members of the collection.
  var present: [NSManagedObject] {
    switch collection {
    case let set as NSMutableSet: set.allObjects.compactMap { $0 as? NSManagedObject }
    case let set as NSMutableOrderedSet: set.array.compactMap { $0 as? NSManagedObject }
    default: []
    }
  }

  /// Whether the program retains the collection and can change it again.
  mutating func isInUse() -> Bool { !isKnownUniquelyReferenced(&collection) }

  /// Updates the collection with the current members of the relationship.
  mutating func refresh(from objects: ToManyObjects) {
    known = objects.isOrdered ? objects.order : objects.members.objects
    switch collection {
    case let set as NSMutableSet: set.setSet(objects.set)
    case let set as NSMutableOrderedSet:
      set.removeAllObjects()
      set.addObjects(from: objects.order)
    default: break
    }
  }
}

extension ToManyObjects {
  /// The members as a mutable collection for the program.
  var primitiveValue: NSObject {
    takePrimitiveChanges()
    if let primitive { return primitive.collection }
    let made = PrimitiveMembers(of: self)
    primitive = made
    return made.collection
  }

  /// Applies the program's changes of the primitive value; the other ends are not changed.
  func takePrimitiveChanges() {
    guard var given = primitive else { return }
    primitive = nil
    let present = given.present
    let kept = ObjectTable(present)
    let known = ObjectTable(given.known)
    for object in given.known where !kept.contains(object) { remove(object) }
    for object in present where !known.contains(object) { insert(object) }
    if isOrdered, present != given.known {
      reorder(present + order.filter { !kept.contains($0) })
    }
    guard given.isInUse() else { return }
    given.refresh(from: self)
    primitive = given
  }
}
