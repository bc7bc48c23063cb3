import Foundation
import ObjectRows

extension NSManagedObjectContext {
  /// Takes in an object that was made for this context.
  final func insertNew(_ object: NSManagedObject) {
    adopt(object)
    object.awakeFromInsert()
  }

  /// Inserts an object that has no context, or takes back the deletion of one that is in this context.
  final func takeIn(_ object: NSManagedObject) {
    if object.isRegistered(in: self) {
      guard object.isDeleted else { return }
      let wasDisconnected = !object.state.contains(.awaitsDeletePropagation)
      undelete(object)
      if wasDisconnected { object.reconnect() }
      return
    }
    guard object.context == nil else { return }
    object.becomeNew()
    adopt(object)
    object.awakeFromInsert()
  }

  /// Registers an object as one that the next save inserts.
  final func adopt(_ object: NSManagedObject) {
    confirmQueue()
    register(object)
    recordEvent(.wasInserted, of: object)
    object.state.formUnion([.isInserted, .ownsRow, .hasEventRow])
    trackChanges(of: object)
  }

  /// Takes back the deletion of an object.
  final func undelete(_ object: NSManagedObject) {
    // Observers that were notified of the deletion must be notified of the insertion.
    let wasTold = !object.state.contains(.wasDeleted)
    recordEvent(wasTold ? .wasInserted : .wasUpdated, of: object)
    object.state.remove([.isDeleted, .awaitsDeletePropagation, .wasDeleted])
    if !object.state.contains(.isStored) {
      object.state.insert(.isInserted)
    } else if !object.changed.isEmpty {
      object.state.insert(.isUpdated)
    }
    trackChanges(of: object)
  }

  /// Retains an object until the next save.
  final func trackChanges(of object: NSManagedObject) {
    guard !object.state.contains(.isTracked) else { return }
    object.state.insert(.isTracked)
    tracked.append(object)
  }

  /// Takes note of what has happened to an object since changes were last processed.
  final func recordEvent(_ event: ObjectState, of object: NSManagedObject) {
    if !object.state.contains(.isPending) { startEvent(of: object) }
    object.state.insert(event)
    object.state.remove(.wasAskedToSave)
  }

  private func startEvent(of object: NSManagedObject) {
    if remembersEvents { object.needRareState().eventState = object.state }
    object.state.insert(.isPending)
    if pending.isEmpty { expectEndOfEvent() }
    pending.append(object)
  }

  /// Takes note that an object was changed.
  final func noteUpdate(of object: NSManagedObject) {
    confirmQueue()
    if object.state.isUpdateNews { recordEvent(.wasUpdated, of: object) }
    if object.state.isDisjoint(with: .changes) {
      object.state.insert(.isUpdated)
      trackChanges(of: object)
    }
  }

  /// Whether what objects were like before the current event has to be kept.
  final var remembersEvents: Bool {
    // The method of a subclass may have another manager than the one that was set.
    type(of: self) == NSManagedObjectContext.self ? undoObservation != nil : undoManager != nil
  }

  /// Whether accessors have to say what is read.
  ///
  /// It is so in contexts of the main queue, whose objects are what user interfaces show.
  final var watchesAccesses: Bool { queue.type == .mainQueueConcurrencyType || checksQueue }
}

extension NSManagedObject {
  /// Lets what relationships lead to lead back again, after delete rules have disconnected it; what
  /// was deleted as well, or has found another partner, is left.
  fileprivate final func reconnect() {
    for index in shape.relationships {
      guard let inverse = shape.slots[index].inverse else { continue }
      for end in relatedObjects(at: index) {
        let partner = end.isToMany(inverse) ? nil : end.relatedObject(at: inverse)
        let isLost = end.isDeleted || end.context == nil || end.state.contains(.isInaccessible)
        if isLost || (partner != nil && partner !== self) {
          dropEnd(end, at: index)
        } else {
          end.addEnd(self, at: inverse)
        }
      }
    }
  }
}

extension NSManagedObjectContext {
  /// Marks an object as one that the next save deletes.
  ///
  /// An object that was never saved just leaves the context.
  final func prepareAndMarkDeleted(_ object: NSManagedObject) {
    confirmQueue()
    guard object.isRegistered(in: self) else { return }
    let isDeletedAgain = object.isDeleted
    // Published code asks meanwhile which of several objects, this one among them, are not deleted.
    object.state.insert(.isDeleted)
    object.prepareForDeletion()
    guard !isDeletedAgain else { return }
    object.state.remove(.isDeleted)
    if remembersEvents { object.resolveEverything() }
    markDeleted(object)
    object.state.insert(.awaitsDeletePropagation)
    deletionsToPropagate.append(object)
  }

  /// Makes an object one that the next save deletes, whatever its delete rules say.
  final func markDeleted(_ object: NSManagedObject) {
    recordEvent(.wasDeleted, of: object)
    // Others may have inserted it again as well.
    if object.isInsertedAgain { object.state.insert(.isStored) }
    object.state.remove([.isInserted, .isUpdated])
    object.state.insert(.isDeleted)
    trackChanges(of: object)
  }

  /// Follows the delete rules of the objects that were deleted since this was last done, and announces the effects.
  final func propagateDeletes() {
    followDeleteRules()
    // On saving, what this has brought has not been announced yet.
    if !propagatesDeletesAtEndOfEvent { processPendingChanges() }
  }

  /// Follows the delete rules of the objects that were deleted since this was last done.
  final func followDeleteRules() {
    // Cascades put more objects at the end of the list, so that no chain is too deep.
    var position = 0
    while position < deletionsToPropagate.count {
      let object = deletionsToPropagate[position]
      position += 1
      guard object.state.contains(.awaitsDeletePropagation) else { continue }
      object.state.remove(.awaitsDeletePropagation)
      DeleteRules(object).follow()
    }
    deletionsToPropagate = []
  }

  /// Follows the delete rules of deleted objects once more, because others may have changed what they lead to.
  ///
  /// Returns whether that has changed anything.
  final func followDeleteRulesAgain(of objects: [NSManagedObject]) throws -> Bool {
    let count = pending.count
    for object in objects {
      DeleteRules(object).follow(again: true)
      try DeleteRules(object).followToStoredMembers()
    }
    followDeleteRules()
    return pending.count > count
  }
}

extension NSManagedObjectContext {
  /// Follows delete rules, registers what can be undone, and notifies observers of the changes.
  final func processEvent() {
    // Observers may change something again; they have to break such a loop.
    var rounds = 0
    while !pending.isEmpty, rounds < 100 {
      if propagatesDeletesAtEndOfEvent { propagateDeletes() }
      let objects = pending
      pending = []
      let event = ContextEvent(objects)
      if keepsSavedEvent { savedEvent = event }
      endEvent(of: objects)
      post(event)
      objects.forEachUnretained { $0.endPosting() }
      rounds += 1
    }
  }

  /// Arranges for changes to be processed when the main queue is done with the current event.
  final func expectEndOfEvent() {
    guard queue.type == .mainQueueConcurrencyType else { return }
    queue.async { [weakContext = queue.weakContext] in weakContext.context?.processPendingChanges()
    }
  }

  private func endEvent(of objects: [NSManagedObject]) {
    if remembersEvents { registerUndo(of: objects) }
    objects.forEachUnretained { object in
      object.state.remove(.event)
      object.state.insert(.isBeingPosted)
      if object.state.isGone { unregister(object) }
    }
  }

  private func post(_ event: ContextEvent) {
    if event.isEmpty { return }
    LazyNotification.post(.NSManagedObjectContextObjectsDidChange, from: self) { event.userInfo }
  }
}

extension NSManagedObject {
  /// Forgets the state before the event whose observers have been notified, unless there is a new event.
  fileprivate final func endPosting() {
    state.remove(.isBeingPosted)
    if let rareState, !state.contains(.isPending) { rareState.endEvent() }
  }
}

extension NSManagedObjectContext {
  /// Takes in an object that a child has inserted, under the reference that it has there.
  final func insertTwin(_ reference: Reference, of shape: EntityShape)
    -> NSManagedObject
  {
    let object = makeFault(reference, of: shape)
    object.row = shape.binding.makeDefaultRow()
    object.state.remove(.isStored)
    if !watchesAccesses { object.state.remove(.isWatched) }
    // Undoing the event returns to a context without the object.
    recordEvent(.wasInserted, of: object)
    object.state.formUnion([.isInserted, .ownsRow, .hasEventRow])
    trackChanges(of: object)
    object.awakeFromInsert()
    return object
  }
}

extension NSManagedObjectContext {
  /// Takes an object in again that was in this context, and has left it.
  final func revive(_ object: NSManagedObject) {
    object.becomeNew()
    adopt(object)
    renewReferences(of: [object])
  }
}
