import ObjectRows

/// Makes the ends of the to-one relationships that a save writes agree with all rows after it.
///
/// Changes of a program and merge policies change both ends of a relationship, but only those that the context knows.
/// The store may have others, in rows that the context has not read since another context or program has changed
/// them.
struct EndSettlement {
  private let context: NSManagedObjectContext

  init(_ context: NSManagedObjectContext) {
    self.context = context
  }

  /// The objects to save once all their ends agree.
  func settledChanges() -> SavedObjects {
    var changes = SavedObjects(of: context)
    var rounds = 0
    // Settling a relationship may clear another one that this round has settled already, so rounds continue until
    // none does.
    while rounds < SaveOperation.maximumRounds, settle(changes) {
      changes = SavedObjects(of: context)
      rounds += 1
    }
    return changes
  }

  /// Clears all to-one relationships of changed objects that lead to deleted ones, changed or not.
  func leaveDeletedEnds() {
    for object in SavedObjects(of: context).written {
      for index in object.shape.rules.toOne {
        guard let reference = object.row?.reference(at: index), !reference.isNone,
          let end = context.identity[reference], object.loses(end, at: index)
        else { continue }
        object.setRelated(nil, at: index)
      }
    }
  }

  /// Lets objects that have lost their changes by a refresh follow the changes that the other ends still have.
  ///
  /// The other ends are saved. An object that did not know of them would leave them behind when it is deleted.
  func reconnectRefreshed() {
    // Collected first: following a change marks further objects as changed.
    let changed = context.tracked.filter { $0.hasChanges && !$0.isDeleted }
    for object in changed {
      for index in object.changed.indices {
        guard let inverse = object.shape.slots[index].inverse else { continue }
        reconnectRefreshed(object, index, inverse)
      }
    }
  }

  private func reconnectRefreshed(_ object: NSManagedObject, _ index: Int, _ inverse: Int) {
    var joined: [NSManagedObject] = []
    var left: [NSManagedObject] = []
    if case .toMany(let members) = object.relatedSlot(index) {
      joined = members.added.objects
      left = members.removed.objects
    } else if !object.isToMany(index) {
      let before = object.baseRow?.reference(at: index) ?? .none
      joined = object.relatedObject(at: index).map { [$0] } ?? []
      left = before.isNone ? [] : context.object(for: before).map { [$0] } ?? []
    }
    for end in joined where !end.isDeleted && end.isToMany(inverse) {
      end.addEnd(object, at: inverse)
    }
    for end in left where !end.isDeleted && end.isToMany(inverse) && !joined.contains(end) {
      end.dropEnd(object, at: inverse)
    }
  }

  /// Clears the relationships that are written and lead to deleted objects.
  ///
  /// Returns whether there were any.
  private func leaveLostEnds(_ changes: SavedObjects) -> Bool {
    var hasNews = false
    changes.checkWrittenEnds { object, index, end in
      end.backIfStored()
      guard object.loses(end, at: index) else { return true }
      object.setRelated(nil, at: index)
      hasNews = true
      return false
    }
    return hasNews
  }

  /// Returns whether anything had to be changed.
  private func settle(_ changes: SavedObjects) -> Bool {
    let hasLeft = leaveLostEnds(changes)
    let insertionsHaveNews = settle(changes.inserted)
    let updatesHaveNews = settle(changes.updated)
    return hasLeft || insertionsHaveNews || updatesHaveNews
  }

  private func settle(_ objects: [NSManagedObject]) -> Bool {
    var hasNews = false
    var shape: EntityShape?
    var couples: [EntityRules.Couple] = []
    objects.forEachUnretained { object in
      if object.shape !== shape {
        shape = object.shape
        couples = object.shape.rules.couples
      }
      for couple in couples where object.writes(couple.index) {
        if settle(couple, of: object) { hasNews = true }
      }
    }
    return hasNews
  }

  /// Makes the current destination of an object lead back to it, and disconnects the one in the store.
  private func settle(_ couple: EntityRules.Couple, of object: NSManagedObject) -> Bool {
    let now = object.relatedObject(at: couple.index)
    let before = object.baseRow?.reference(at: couple.index) ?? .none
    if now?.reference == before { return false }
    var hasNews = false
    if let now {
      now.takeNewerRow()
      if now.relatedObject(at: couple.inverse) !== object {
        now.addEnd(object, at: couple.inverse)
        hasNews = true
      }
    }
    guard !before.isNone, let former = context.object(for: before), !former.isDeleted,
      !former.wasDeletedByOthers
    else { return hasNews }
    former.takeNewerRow()
    if former.relatedObject(at: couple.inverse) === object {
      former.dropEnd(object, at: couple.inverse)
      hasNews = true
    }
    return hasNews
  }
}
