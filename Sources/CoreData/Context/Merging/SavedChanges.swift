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
  /// What a context has saved.
  init(_ saved: SavedObjects) {
    inserted = saved.inserted.map(\.reference)
    updated = saved.updated.map(\.reference)
    deleted = saved.deleted.map(\.reference)
  }
}
