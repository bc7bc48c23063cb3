import Foundation

/// What a save writes, and what it only looks at.
struct SavedObjects {
  var inserted: [NSManagedObject] = []
  var updated: [NSManagedObject] = []
  var deleted: [NSManagedObject] = []

  /// Objects without changes that `detectConflicts(for:)` was called with.
  var watched: [NSManagedObject] = []

  /// The objects with changes of a context.
  ///
  /// What was deleted and is in no store any more, or never was, is left out.
  init(of context: NSManagedObjectContext) {
    for object in context.listed where object.context === context {
      let state = object.state
      if state.contains(.isDeleted) {
        if state.contains(.isStored) { deleted.append(object) }
      } else if state.contains(.isInserted) {
        inserted.append(object)
      } else if state.contains(.isUpdated) {
        updated.append(object)
      } else if state.contains(.wantsConflictCheck) {
        watched.append(object)
      }
    }
  }

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// The objects with changes.
  var all: some Sequence<NSManagedObject> { [inserted, updated, deleted].joined() }

  /// The objects whose rows are written.
  var written: some Sequence<NSManagedObject> { [inserted, updated].joined() }
}
