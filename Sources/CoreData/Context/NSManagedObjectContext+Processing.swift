import Foundation

extension NSManagedObjectContext {
  /// Follows delete rules, registers what can be undone, and tells everybody what has changed.
  public final func processPendingChanges() {
    // Whoever is told may change something again; a loop of that is theirs to break.
    var rounds = 0
    while !pending.isEmpty, rounds < 100 {
      if propagatesDeletesAtEndOfEvent { propagateDeletes() }
      let event = ContextEvent(pending)
      endEvent(event)
      post(event)
      rounds += 1
    }
  }

  /// Arranges for changes to be processed when the main queue is done with the current event.
  final func expectEndOfEvent() {
    guard queue.type == .mainQueueConcurrencyType else { return }
    queue.async { [weak self] in self?.processPendingChanges() }
  }

  private func endEvent(_ event: ContextEvent) {
    if remembersEvents { registerUndo(of: event) }
    for object in pending {
      object.state.remove([.isPending, .wasInserted, .wasUpdated, .wasDeleted, .wasRefreshed])
      // The next change begins with a copy, which is what undoing it brings back.
      if remembersEvents { object.state.remove(.ownsRow) }
      object.extra?.eventRow = nil
      object.extra?.eventRelated = nil
      object.extra?.eventChanged.removeAll()
      if object.isDeleted, !object.state.contains(.isStored), undoManager == nil {
        unregister(object)
      }
    }
    pending.removeAll(keepingCapacity: true)
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

/// What has happened in a context since changes were last processed.
struct ContextEvent {
  var inserted: Set<NSManagedObject> = []
  var updated: Set<NSManagedObject> = []
  var deleted: Set<NSManagedObject> = []
  var refreshed: Set<NSManagedObject> = []

  init(_ objects: [NSManagedObject]) {
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

  /// The event as notifications have it; empty if nothing has happened.
  var userInfo: [AnyHashable: Any] {
    var info: [AnyHashable: Any] = [:]
    if !inserted.isEmpty { info[NSInsertedObjectsKey] = inserted }
    if !updated.isEmpty { info[NSUpdatedObjectsKey] = updated }
    if !deleted.isEmpty { info[NSDeletedObjectsKey] = deleted }
    if !refreshed.isEmpty { info[NSRefreshedObjectsKey] = refreshed }
    return info
  }
}
