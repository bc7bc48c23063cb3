import Foundation

/// The objects at the other end of a to-many relationship, and how they differ from those in the store.
///
/// A relationship that was not asked for yet can be changed all the same, by the other end: what was added
/// and removed is kept until the objects are taken from the store.
final class ToManyObjects {
  let isOrdered: Bool

  /// Whether the objects were taken from the store; the others hold then.
  private(set) var isLoaded: Bool

  private(set) var members: Set<NSManagedObject>

  /// The members in their order, of an ordered relationship.
  private(set) var order: [NSManagedObject]

  /// What has been added since the objects were fetched or saved.
  private(set) var added: Set<NSManagedObject> = []

  /// What has been removed since the objects were fetched or saved.
  private(set) var removed: Set<NSManagedObject> = []

  /// The order in the store, if it has been changed.
  private(set) var committedOrder: [NSManagedObject]?

  init(isOrdered: Bool, isLoaded: Bool) {
    self.isOrdered = isOrdered
    self.isLoaded = isLoaded
    members = []
    order = []
  }

  func copy() -> ToManyObjects {
    let copy = ToManyObjects(isOrdered: isOrdered, isLoaded: isLoaded)
    copy.members = members
    copy.order = order
    copy.added = added
    copy.removed = removed
    copy.committedOrder = committedOrder
    return copy
  }

  /// Whether the next save has anything to do.
  var hasChanges: Bool { !added.isEmpty || !removed.isEmpty || committedOrder != nil }

  /// The members as they were fetched or saved.
  var committed: Set<NSManagedObject> { members.subtracting(added).union(removed) }

  /// Takes the objects from the store, and does again what was done meanwhile.
  func load(_ stored: [NSManagedObject]) {
    guard !isLoaded else { return }
    isLoaded = true
    let late = order
    members = Set(stored).subtracting(removed)
    if isOrdered {
      order = stored.filter { !removed.contains($0) }
      order += late.filter { added.contains($0) && !members.contains($0) }
    }
    added.subtract(members)
    members.formUnion(added)
  }

  /// Takes the objects from the store once more, and does again what was done here.
  func rebase(on stored: [NSManagedObject], keepingOrder: Bool) {
    let mine = committedOrder == nil || !keepingOrder ? nil : order
    isLoaded = false
    committedOrder = nil
    load(stored)
    removed.formIntersection(stored)
    guard let mine else { return }
    let known = Set(mine)
    reorder(mine + order.filter { !known.contains($0) })
  }

  /// Forgets what was taken from the store, but not what was added and removed.
  func unload() {
    guard isLoaded else { return }
    isLoaded = false
    order.removeAll { !added.contains($0) }
    committedOrder = nil
    members = []
  }

  /// Adds an object at the end.
  ///
  /// Returns whether it is new.
  @discardableResult func insert(_ object: NSManagedObject) -> Bool {
    insert(object, at: order.count)
  }

  /// Adds an object at a place.
  ///
  /// Returns whether it is new.
  @discardableResult func insert(_ object: NSManagedObject, at position: Int) -> Bool {
    if isLoaded {
      guard members.insert(object).inserted else { return false }
    } else if added.contains(object) {
      return false
    }
    if isOrdered {
      rememberOrder()
      order.insert(object, at: min(max(position, 0), order.count))
    }
    if removed.remove(object) == nil { added.insert(object) }
    return true
  }

  /// Removes an object.
  ///
  /// Returns whether it was there, or may have been.
  @discardableResult func remove(_ object: NSManagedObject) -> Bool {
    if isLoaded {
      guard members.remove(object) != nil else { return false }
    } else if removed.contains(object) {
      return false
    }
    if isOrdered {
      rememberOrder()
      order.removeAll { $0 === object }
    }
    if added.remove(object) == nil { removed.insert(object) }
    return true
  }

  /// Puts the members in another order; what is not a member is left out.
  func reorder(_ objects: [NSManagedObject]) {
    guard isOrdered, objects != order else { return }
    rememberOrder()
    order = objects.filter { members.contains($0) }
  }

  /// Whether adding an object would change anything.
  func canInsert(_ object: NSManagedObject) -> Bool {
    isLoaded ? !members.contains(object) : !added.contains(object)
  }

  /// Whether removing an object would change anything, as far as is known.
  func canRemove(_ object: NSManagedObject) -> Bool {
    isLoaded ? members.contains(object) : !removed.contains(object)
  }

  /// The members as key-value coding shows them.
  var publicValue: NSObject {
    isOrdered ? NSOrderedSet(array: order) : NSSet(set: members)
  }

  /// Finds out whether the order is that of the store again.
  func forgetEqualOrder() {
    if committedOrder == order, added.isEmpty, removed.isEmpty { committedOrder = nil }
  }

  /// Makes all members new ones, of an object that is to be inserted once more.
  func becomeNew() {
    isLoaded = true
    members.formUnion(added)
    added = members
    removed = []
    committedOrder = nil
  }

  /// Makes a member one that is to be added once more, as the store has lost it.
  func renew(_ object: NSManagedObject) {
    guard isLoaded, members.contains(object) else { return }
    added.insert(object)
  }

  /// Makes the present members those of the store.
  func commit() {
    added = []
    removed = []
    committedOrder = nil
  }

  private func rememberOrder() {
    if isLoaded, committedOrder == nil { committedOrder = order }
  }
}
