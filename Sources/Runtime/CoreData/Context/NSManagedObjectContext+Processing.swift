import Foundation

extension NSManagedObjectContext {
  /// Follows delete rules, registers what can be undone, and tells everybody what has changed.
  final func processEvent() {
    // Observers may change something again; they have to break such a loop.
    var rounds = 0
    while !pending.isEmpty, rounds < 100 {
      if propagatesDeletesAtEndOfEvent { propagateDeletes() }
      let objects = pending
      pending = []
      let event = ContextEvent(objects)
      if keepsEvent { lastEvent = event }
      endEvent(of: objects)
      post(event)
      objects.forEachUnretained { $0.endPosting() }
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
    if let extra, !state.contains(.isPending) { extra.endEvent() }
  }
}
