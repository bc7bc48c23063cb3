import ObjectRows

/// The changes of a save, as references of one coordinator.
struct SavedChanges: Sendable {
  var inserted: [Reference] = []
  var updated: [Reference] = []
  var deleted: [Reference] = []

  /// Objects that were not saved, but have to be read from the source again.
  var refreshed: [Reference] = []

  /// The rows of inserted and updated objects, where a parent has them in memory.
  ///
  /// A child that merges in the background must not ask its parent for them: a caller may be waiting for the
  /// child where the parent's work is done.
  // Shared rows are immutable, but a subclass of `ManagedBuffer` cannot say that it is sendable.
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
