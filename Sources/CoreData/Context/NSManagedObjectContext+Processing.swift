import Foundation

extension NSManagedObjectContext {
  /// Follows delete rules, registers what can be undone, and tells everybody what has changed.
  final func processEvent() {
    // Whoever is told may change something again; a loop of that is theirs to break.
    var rounds = 0
    while !pending.isEmpty, rounds < 100 {
      if propagatesDeletesAtEndOfEvent { propagateDeletes() }
      let objects = pending
      pending = []
      let event = ContextEvent(objects)
      if keepsEvent { lastEvent = event }
      endEvent(of: objects)
      post(event)
      for object in objects { object.endPosting() }
      rounds += 1
    }
  }

  /// Arranges for changes to be processed when the main queue is done with the current event.
  final func expectEndOfEvent() {
    guard queue.type == .mainQueueConcurrencyType else { return }
    queue.async { [tie = queue.tie] in tie.context?.processPendingChanges() }
  }

  private func endEvent(of objects: [NSManagedObject]) {
    if remembersEvents { registerUndo(of: objects) }
    for object in objects {
      object.state.remove(.event)
      object.state.insert(.isBeingPosted)
      if object.state.isGone { unregister(object) }
    }
  }

  private func post(_ event: ContextEvent) {
    let info = event.userInfo
    guard !info.isEmpty else { return }
    NotificationCenter.default.post(
      name: .NSManagedObjectContextObjectsDidChange,
      object: self,
      userInfo: info
    )
  }
}

extension NSManagedObject {
  /// Forgets what there was before the event that everybody has been told of, unless there is a new one.
  fileprivate final func endPosting() {
    state.remove(.isBeingPosted)
    if let extra, !state.contains(.isPending) { extra.endEvent() }
  }
}

/// What has happened in a context since changes were last processed.
struct ContextEvent {
  /// The objects to which something has happened, in the order in which it began.
  private let objects: [NSManagedObject]

  var inserted: Set<NSManagedObject> = []
  var updated: Set<NSManagedObject> = []
  var deleted: Set<NSManagedObject> = []
  var refreshed: Set<NSManagedObject> = []

  init(_ objects: [NSManagedObject]) {
    self.objects = objects
    reserve(for: objects)
    for object in objects {
      let state = object.state
      if state.contains(.wasDeleted), state.contains(.isDeleted) {
        deleted.insert(object)
      } else if state.contains(.wasInserted) {
        inserted.insert(object)
      } else if state.contains(.wasUpdated) {
        updated.insert(object)
      }
      if state.contains(.wasRefreshed) { refreshed.insert(object) }
    }
  }

  /// Makes room for what most events are: many objects to which the same has happened.
  private mutating func reserve(for objects: [NSManagedObject]) {
    guard objects.count > 16, let first = objects.first?.state else { return }
    if first.contains(.wasDeleted) {
      deleted.reserveCapacity(objects.count)
    } else if first.contains(.wasInserted) {
      inserted.reserveCapacity(objects.count)
    } else if first.contains(.wasUpdated) {
      updated.reserveCapacity(objects.count)
    }
  }

  /// The set of some objects, if one thing has happened to all of them and nothing to others.
  ///
  /// Whatever is changed and saved at once need not be made a set twice.
  func set(ofExactly others: [NSManagedObject]) -> Set<NSManagedObject>? {
    guard objects.count == others.count, zip(objects, others).allSatisfy({ $0 === $1 }) else {
      return nil
    }
    return [inserted, updated, deleted].first { $0.count == others.count }
  }

  /// The event as notifications have it; empty if nothing has happened.
  var userInfo: [AnyHashable: Any] {
    // With room for all keys the dictionary is not made anew for each.
    var info = [AnyHashable: Any](minimumCapacity: 4)
    if !inserted.isEmpty { info[NSInsertedObjectsKey] = inserted }
    if !updated.isEmpty { info[NSUpdatedObjectsKey] = updated }
    if !deleted.isEmpty { info[NSDeletedObjectsKey] = deleted }
    if !refreshed.isEmpty { info[NSRefreshedObjectsKey] = refreshed }
    return info
  }
}
