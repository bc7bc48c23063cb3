import Foundation

/// The members of a to-many relationship, and how they differ from those in the store.
///
/// A relationship that was not read yet can be changed nevertheless, from the other end: additions and removals are
/// kept until the members are read from the store.
final class ToManyObjects {
  let isOrdered: Bool

  /// Whether the members were read from the store; the other properties are complete then.
  @exclusivity(unchecked) private(set) var isLoaded: Bool

  /// The members, except those that were loaded and not searched yet.
  ///
  /// It belongs to an object, which is confined to the queue of its context; no closure runs while it changes.
  @exclusivity(unchecked) private var table = ObjectTable()

  /// The loaded members, until one of them is searched for: many relationships are only iterated.
  ///
  /// It is used on the queue of the context only, like the table.
  @exclusivity(unchecked) private var unlisted: [NSManagedObject]?

  /// The members in their order, of an ordered relationship.
  @exclusivity(unchecked) private(set) var order: [NSManagedObject] = []

  /// The members that were added since the last fetch or save; nil if these are all members.
  @exclusivity(unchecked) private var additions: ObjectTable?

  /// The members that were removed since the last fetch or save.
  @exclusivity(unchecked) private(set) var removed = ObjectTable()

  /// The members as accessors return them, created lazily.
  @exclusivity(unchecked) private var shown: Set<NSManagedObject>? {
    didSet { if shown == nil { shownClass = nil } }
  }

  /// The common class of all members of the set for accessors, once it was verified.
  @exclusivity(unchecked) private var shownClass: ObjectIdentifier?

  /// The primitive value that was returned to the program, if the program may have changed it.
  @exclusivity(unchecked) var primitive: PrimitiveMembers?

  /// The order in the store, if it has been changed.
  private(set) var committedOrder: [NSManagedObject]?

  init(isOrdered: Bool, isLoaded: Bool) {
    self.isOrdered = isOrdered
    self.isLoaded = isLoaded
    // All members of a new object's relationship are new, and need be recorded once only.
    additions = isLoaded ? nil : ObjectTable()
  }

  /// The members.
  private(set) var members: ObjectTable {
    get {
      fillTable()
      return table
    }
    _modify {
      fillTable()
      yield &table
    }
  }

  /// Inserts loaded members into the table.
  private func fillTable() {
    guard let unlisted else { return }
    self.unlisted = nil
    table = ObjectTable(unlisted)
  }

  /// The members that were added since the last fetch or save.
  var added: ObjectTable { additions ?? members }

  /// Whether there is anything for the next save.
  var hasChanges: Bool { !added.isEmpty || !removed.isEmpty || committedOrder != nil }

  /// The members as a Swift set.
  var set: Set<NSManagedObject> {
    if let shown { return shown }
    let made = unsearched.asSet
    shown = made
    return made
  }

  /// The members as a set of a class; objects of other classes are left out.
  func set<T: NSManagedObject>(of type: T.Type) -> Set<T> {
    let members = self.set
    if shownClass != ObjectIdentifier(type) {
      // Comparing the classes is faster than a cast.
      guard unsearched.allUnretained(satisfy: { Swift.type(of: $0) == type || $0 is T }) else {
        return Set(members.lazy.compactMap { $0 as? T })
      }
      shownClass = ObjectIdentifier(type)
    }
    // The storage of a set of objects is the same for every class whose `==` and `hash(into:)` are those of
    // `NSObject`; this set has been verified to contain only objects of the class.
    return unsafeBitCast(members, to: Set<T>.self)
  }

  /// The members at the last fetch or save.
  var committed: Set<NSManagedObject> { self.set.subtracting(added).union(removed) }

  /// The members as they were loaded, for a caller that searches for none of them.
  ///
  /// They may contain duplicates, if the store returned some.
  var unsearched: [NSManagedObject] { unlisted ?? table.objects }

  /// Sets the members in the store, and applies the changes that were made meanwhile.
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

  /// Sets the members in the store again, and applies the changes made here.
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

  /// Discards the members from the store, but not the additions and removals.
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

  /// Records the added members where these are all.
  private func noteAdditions() {
    if additions == nil { additions = members }
  }

  /// Adds an object at the end.
  ///
  /// Returns whether it is new.
  @discardableResult func insert(_ object: NSManagedObject) -> Bool {
    insert(object, at: order.count)
  }

  /// Adds an object at a position.
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
      // An object that was removed and added again before the members were known is in the order, but not among the
      // added ones.
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

  /// Changes the order of the members; other objects are ignored.
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

  /// Whether an added object may be a member in the store as well, which is not known yet.
  func mayHaveStored(_ object: NSManagedObject) -> Bool {
    !isLoaded && object.state.contains(.isStored) && added.contains(object)
  }

  /// The members for key-value coding.
  var publicValue: NSObject {
    isOrdered ? NSOrderedSet(array: order) : NSSet(set: set)
  }

  /// Resets the committed order if the current one equals it.
  func forgetEqualOrder() {
    if committedOrder == order, added.isEmpty, removed.isEmpty { committedOrder = nil }
  }

  /// Marks all members as added, for an object that is inserted again.
  func becomeNew() {
    isLoaded = true
    for object in added { members.insert(object) }
    order.removeAll { !members.contains($0) }
    shown = nil
    additions = nil
    removed.removeAll()
    committedOrder = nil
  }

  /// Marks a member as added again, because the store has lost it.
  func renew(_ object: NSManagedObject) {
    guard isLoaded, members.contains(object) else { return }
    additions?.insert(object)
  }

  /// Makes the current members those of the store.
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
