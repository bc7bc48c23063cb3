import Foundation

/// The primitive value of a to-many relationship, which accessors of the program may change.
///
/// It is a set of Foundation's own class, as a subclass could not be cast to a set of Swift's. Such a set reports no
/// changes; so it is remembered with the members that it had, and the relationship takes over the difference when it
/// is asked for the next time.
struct PrimitiveMembers {
  /// An `NSMutableSet`, or an `NSMutableOrderedSet` of an ordered relationship.
  private(set) var collection: NSObject

  /// The members that the collection had when it was last compared.
  private(set) var known: [NSManagedObject]

  init(of objects: ToManyObjects) {
    known = objects.isOrdered ? objects.order : objects.members.objects
    collection =
      objects.isOrdered
      ? NSMutableOrderedSet(array: objects.order) : NSMutableSet(set: objects.set)
  }

  /// The members that the collection has now.
  var present: [NSManagedObject] {
    switch collection {
    case let set as NSMutableSet: set.allObjects.compactMap { $0 as? NSManagedObject }
    case let set as NSMutableOrderedSet: set.array.compactMap { $0 as? NSManagedObject }
    default: []
    }
  }

  /// Whether the program keeps the collection and can change it again.
  mutating func isInUse() -> Bool { !isKnownUniquelyReferenced(&collection) }

  /// Gives the collection the members that the relationship has now.
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
  /// The members as a collection that the program may change.
  var primitiveValue: NSObject {
    takePrimitiveChanges()
    if let primitive { return primitive.collection }
    let made = PrimitiveMembers(of: self)
    primitive = made
    return made.collection
  }

  /// Makes the changes that the program has made to the primitive value; the other ends are not touched.
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
