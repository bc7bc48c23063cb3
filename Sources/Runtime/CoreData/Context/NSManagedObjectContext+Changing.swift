import Foundation
import ObjectRows

extension NSManagedObjectContext {
  /// Inserts an object that was created for this context.
  final func insertNew(_ object: NSManagedObject) {
    adopt(object)
    object.awakeFromInsert()
  }

  /// Inserts an object that has no context, or undoes the deletion of one in this context.
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

  /// Undoes the deletion of an object.
  final func undelete(_ object: NSManagedObject) {
    // Observers that were notified of the deletion must be notified of the insertion.
    let deletionWasReported = !object.state.contains(.wasDeleted)
    recordEvent(deletionWasReported ? .wasInserted : .wasUpdated, of: object)
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
    if tracked.isEmpty { tracked.reserveCapacity(Self.usualChanges) }
    tracked.append(object)
  }

  /// The number of changed objects for which the arrays of them are not reallocated.
  private static var usualChanges: Int { 4 }

  /// Records an event of an object since changes were last processed.
  final func recordEvent(_ event: ObjectState, of object: NSManagedObject) {
    if !object.state.contains(.isPending) { startEvent(of: object) }
    object.state.insert(event)
    object.state.remove(.willSaveWasCalled)
  }

  private func startEvent(of object: NSManagedObject) {
    if remembersEvents { object.needRareState().eventState = object.state }
    object.state.insert(.isPending)
    if pending.isEmpty {
      expectEndOfEvent()
      pending.reserveCapacity(Self.usualChanges)
    }
    pending.append(object)
  }

  /// Records that an object was changed.
  final func noteUpdate(of object: NSManagedObject) {
    confirmQueue()
    if object.state.isNewUpdate { recordEvent(.wasUpdated, of: object) }
    if object.state.isDisjoint(with: .changes) {
      object.state.insert(.isUpdated)
      trackChanges(of: object)
    }
  }

  /// Whether the state of objects before the current event is recorded.
  final var remembersEvents: Bool {
    // An override in a subclass may return another manager than the one that was set.
    type(of: self) == NSManagedObjectContext.self ? undoObservation != nil : undoManager != nil
  }

  /// Whether accessors track accesses.
  ///
  /// They do so in contexts of the main queue, whose objects user interfaces show.
  final var watchesAccesses: Bool { queue.type == .mainQueueConcurrencyType || checksQueue }
}

extension NSManagedObject {
  /// Restores the inverses of the object's relationships, after delete rules have disconnected them; destinations
  /// that were deleted as well, or are connected to another object, are left alone.
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
  /// Marks an object for deletion by the next save.
  ///
  /// An object that was never saved only leaves the context.
  final func prepareAndMarkDeleted(_ object: NSManagedObject) {
    confirmQueue()
    guard object.isRegistered(in: self) else { return }
    let isDeletedAgain = object.isDeleted
    // Published code checks meanwhile which of several objects, this one among them, are not deleted.
    object.state.insert(.isDeleted)
    object.prepareForDeletion()
    guard !isDeletedAgain else { return }
    object.state.remove(.isDeleted)
    if remembersEvents { object.resolveEverything() }
    markDeleted(object)
    object.state.insert(.awaitsDeletePropagation)
    deletionsToPropagate.append(object)
  }

  /// Marks an object for deletion by the next save, whatever its delete rules are.
  final func markDeleted(_ object: NSManagedObject) {
    recordEvent(.wasDeleted, of: object)
    // Others may have inserted it again as well.
    if object.isInsertedAgain { object.state.insert(.isStored) }
    object.state.remove([.isInserted, .isUpdated])
    object.state.insert(.isDeleted)
    trackChanges(of: object)
  }

  /// Follows the delete rules of the objects that were deleted since the last call, and posts the effects.
  final func propagateDeletes() {
    followDeleteRules()
    // On saving, the effects have not been posted yet.
    if !propagatesDeletesAtEndOfEvent { processPendingChanges() }
  }

  /// Follows the delete rules of the objects that were deleted since the last call.
  final func followDeleteRules() {
    // Cascades append objects to the list, so that chains do not recurse.
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

  /// Follows the delete rules of deleted objects once more, because others may have changed their destinations.
  ///
  /// Returns whether that has changed anything.
  final func followDeleteRulesAgain(of objects: [NSManagedObject]) throws -> Bool {
    let count = pending.count
    for object in objects {
      DeleteRules(object).follow(again: true)
      try DeleteRules(object).followToStoredMembers()
    }
    let byEntity = Dictionary(grouping: objects) { $0.shape.number }
    for (_, objects) in byEntity.sorted(by: { $0.key < $1.key }) {
      try DeleteRules.followToStoredPartners(of: objects, objects[0].shape, in: self)
    }
    followDeleteRules()
    return pending.count > count
  }
}

extension NSManagedObjectContext {
  /// Follows delete rules, registers what can be undone, and notifies observers of the changes.
  final func processEvent() {
    // Observers may make further changes; they must not do so endlessly.
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

  /// Schedules the processing of changes for the end of the current event of the main queue.
  final func expectEndOfEvent() {
    guard queue.type == .mainQueueConcurrencyType else { return }
    queue.async { [weakContext = queue.weakContext] in weakContext.object?.processPendingChanges()
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
  /// Discards the state before the event whose observers have been notified, unless there is a new event.
  fileprivate final func endPosting() {
    state.remove(.isBeingPosted)
    if let rareState, !state.contains(.isPending) { rareState.endEvent() }
  }
}

extension NSManagedObjectContext {
  /// Registers an object that a child has inserted, with the reference that it has there.
  final func insertTwin(_ reference: Reference, of shape: EntityShape)
    -> NSManagedObject
  {
    let object = makeFault(reference, of: shape)
    object.row = shape.binding.makeDefaultRow()
    object.state.remove(.isStored)
    if !watchesAccesses { object.state.remove(.isWatched) }
    // Undoing the event restores a context without the object.
    recordEvent(.wasInserted, of: object)
    object.state.formUnion([.isInserted, .ownsRow, .hasEventRow])
    trackChanges(of: object)
    object.awakeFromInsert()
    return object
  }
}

extension NSManagedObjectContext {
  /// Registers an object again that has left this context.
  final func revive(_ object: NSManagedObject) {
    object.becomeNew()
    adopt(object)
    renewReferences(of: [object])
  }
}
