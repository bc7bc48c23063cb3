import Foundation

/// The objects at the other end of a to-many relationship, and how they differ from those in the store.
///
/// A relationship that was not asked for yet can be changed all the same, by the other end: what was added
/// and removed is kept until the objects are taken from the store.
final class ToManyObjects {
  let isOrdered: Bool

  /// Whether the objects were taken from the store; the others hold then.
  @exclusivity(unchecked) private(set) var isLoaded: Bool

  /// The members, but for those that were loaded and not looked for yet.
  ///
  /// It belongs to an object, which is confined to the queue of its context; no closure runs while it changes.
  @exclusivity(unchecked) private var table = ObjectTable()

  /// The members as they were loaded, until one of them is looked for: many relationships are only walked.
  ///
  /// It is used on the queue of the context only, as the table is.
  @exclusivity(unchecked) private var unlisted: [NSManagedObject]?

  /// The members in their order, of an ordered relationship.
  @exclusivity(unchecked) private(set) var order: [NSManagedObject] = []

  /// The members added since the objects were fetched or saved; nil if that is all members.
  @exclusivity(unchecked) private var additions: ObjectTable?

  /// The members removed since the objects were fetched or saved.
  @exclusivity(unchecked) private(set) var removed = ObjectTable()

  /// The members as accessors return them, made lazily.
  @exclusivity(unchecked) private var shown: Set<NSManagedObject>? {
    didSet { if shown == nil { shownClass = nil } }
  }

  /// The class that all members of the set for accessors were found to have.
  @exclusivity(unchecked) private var shownClass: ObjectIdentifier?

  /// The primitive value that was given to the program, if the program may have changed it.
  @exclusivity(unchecked) var primitive: PrimitiveMembers?

  /// The order in the store, if it has been changed.
  private(set) var committedOrder: [NSManagedObject]?

  init(isOrdered: Bool, isLoaded: Bool) {
    self.isOrdered = isOrdered
    self.isLoaded = isLoaded
    // All members of a new object's relationship are new, and need be noted once only.
    additions = isLoaded ? nil : ObjectTable()
  }

  /// The members.
  private(set) var members: ObjectTable {
    get {
      list()
      return table
    }
    _modify {
      list()
      yield &table
    }
  }

  /// Puts loaded members into the table.
  private func list() {
    guard let unlisted else { return }
    self.unlisted = nil
    table = ObjectTable(unlisted)
  }

  /// The members added since the objects were fetched or saved.
  var added: ObjectTable { additions ?? members }

  /// Whether the next save has anything to do.
  var hasChanges: Bool { !added.isEmpty || !removed.isEmpty || committedOrder != nil }

  /// The members as a set of Swift's.
  var set: Set<NSManagedObject> {
    if let shown { return shown }
    let made = unlisted.map { Set($0) } ?? Set(members)
    shown = made
    return made
  }

  /// The members as a set of a class; objects of other classes are left out.
  func set<T: NSManagedObject>(of type: T.Type) -> Set<T> {
    let members = self.set
    if shownClass != ObjectIdentifier(type) {
      guard members.allSatisfy({ $0 is T }) else {
        return Set(members.lazy.compactMap { $0 as? T })
      }
      shownClass = ObjectIdentifier(type)
    }
    // The storage of a set of objects is the same for every class whose `==` and `hash(into:)` are those of
    // `NSObject`; this one has been found to hold nothing but objects of the class.
    return unsafeBitCast(members, to: Set<T>.self)
  }

  /// The members as they were fetched or saved.
  var committed: Set<NSManagedObject> { self.set.subtracting(added).union(removed) }

  /// Takes the objects from the store, and does again what was done meanwhile.
  func load(_ stored: [NSManagedObject]) {
    guard !isLoaded else { return }
    isLoaded = true
    shown = nil
    let late = order
    let added = added
    unlisted = removed.isEmpty ? stored : stored.filter { !removed.contains($0) }
    if isOrdered {
      order = stored.filter { !removed.contains($0) }
      order += late.filter { added.contains($0) && !members.contains($0) }
    }
    additions =
      added.isEmpty ? added : ObjectTable(added.lazy.filter { !self.members.contains($0) })
    for object in added { members.insert(object) }
  }

  /// Takes the objects from the store once more, and does again what was done here.
  func rebase(on stored: [NSManagedObject], keepingOrder: Bool) {
    takePrimitiveChanges()
    let mine = committedOrder == nil || !keepingOrder ? nil : order
    noteAdditions()
    isLoaded = false
    committedOrder = nil
    load(stored)
    let known = ObjectTable(stored)
    removed = ObjectTable(removed.lazy.filter { known.contains($0) })
    guard let mine else { return }
    let kept = ObjectTable(mine)
    reorder(mine + order.filter { !kept.contains($0) })
  }

  /// Forgets what was taken from the store, but not what was added and removed.
  func unload() {
    guard isLoaded else { return }
    takePrimitiveChanges()
    primitive = nil
    noteAdditions()
    isLoaded = false
    order.removeAll { !added.contains($0) }
    committedOrder = nil
    unlisted = nil
    table = ObjectTable()
    shown = nil
  }

  /// Notes which members were added where that is all of them.
  private func noteAdditions() {
    if additions == nil { additions = members }
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
      guard members.insert(object) else { return false }
      shown?.insert(object)
      if shownClass != ObjectIdentifier(type(of: object)) { shownClass = nil }
    } else if added.contains(object) {
      return false
    }
    if isOrdered {
      rememberOrder()
      // One that was removed and came back before the members were known is in the order, but not among those added.
      if !isLoaded { order.removeAll { $0 === object } }
      order.insert(object, at: min(max(position, 0), order.count))
    }
    if !removed.remove(object) { additions?.insert(object) }
    return true
  }

  /// Removes an object.
  ///
  /// Returns whether it was there, or may have been.
  @discardableResult func remove(_ object: NSManagedObject) -> Bool {
    let isLate = added.contains(object)
    if isLoaded {
      guard members.remove(object) else { return false }
      shown?.remove(object)
    } else if removed.contains(object) {
      return false
    }
    if isOrdered {
      rememberOrder()
      order.removeAll { $0 === object }
    }
    if isLate {
      additions?.remove(object)
    } else {
      removed.insert(object)
    }
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

  /// Whether an object that was added may be a member in the store as well, which is not known yet.
  func mayHaveStored(_ object: NSManagedObject) -> Bool {
    !isLoaded && object.state.contains(.isStored) && added.contains(object)
  }

  /// The members as key-value coding shows them.
  var publicValue: NSObject {
    isOrdered ? NSOrderedSet(array: order) : NSSet(set: set)
  }

  /// Finds out whether the order is that of the store again.
  func forgetEqualOrder() {
    if committedOrder == order, added.isEmpty, removed.isEmpty { committedOrder = nil }
  }

  /// Makes all members new ones, of an object that is to be inserted once more.
  func becomeNew() {
    isLoaded = true
    for object in added { members.insert(object) }
    order.removeAll { !members.contains($0) }
    shown = nil
    additions = nil
    removed.removeAll()
    committedOrder = nil
  }

  /// Makes a member one that is to be added once more, as the store has lost it.
  func renew(_ object: NSManagedObject) {
    guard isLoaded, members.contains(object) else { return }
    additions?.insert(object)
  }

  /// Makes the present members those of the store.
  func commit() {
    additions = ObjectTable()
    removed.removeAll()
    committedOrder = nil
    if !isLoaded { order = [] }
  }

  private func rememberOrder() {
    if isLoaded, committedOrder == nil { committedOrder = order }
  }
}
