/// What a save has brought, as references of one coordinator.
struct SavedChanges: Sendable {
  var inserted: [Reference] = []
  var updated: [Reference] = []
  var deleted: [Reference] = []

  /// What was not saved, but has to be taken from the source again.
  var refreshed: [Reference] = []

  var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty
  }
}

extension SavedChanges {
  /// What an event was that has been saved.
  init(_ event: ContextEvent) {
    inserted = event.inserted.map(\.reference)
    updated = event.updated.map(\.reference)
    deleted = event.deleted.map(\.reference)
  }
}
