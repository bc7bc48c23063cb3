import ObjectRows

/// The changes of a save, as references of one coordinator.
struct SavedChanges: Sendable {
  var inserted: [Reference] = []
  var updated: [Reference] = []
  var deleted: [Reference] = []

  /// Objects that were not saved, but have to be read from the source again.
  var refreshed: [Reference] = []

  /// The rows of inserted and updated objects, if a parent has them in memory.
  ///
  /// A child that merges in the background must not request them from its parent: a caller may be waiting for the
  /// child on the parent's queue.
  ///
  /// Shared rows are immutable, but a subclass of `ManagedBuffer` cannot be `Sendable`.
  nonisolated(unsafe) var rows: [Reference: Row] = [:]

  var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty
  }
}

extension SavedChanges {
  /// The changes that a context has saved.
  init(_ saved: SavedObjects) {
    inserted = saved.inserted.map(\.reference)
    updated = saved.updated.map(\.reference)
    deleted = saved.deleted.map(\.reference)
  }

  /// The changes that a context has saved, for children of the context that they went through.
  init(_ saved: SavedObjects, through parent: NSManagedObjectContext) {
    self.init(saved)
    rows = parent.rowsInMemory(of: inserted + updated)
  }
}
