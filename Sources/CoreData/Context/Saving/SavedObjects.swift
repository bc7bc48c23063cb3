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

  /// Looks at each to-one relationship that is written and leads to an object.
  ///
  /// New objects mostly lead to the same object as the one before. If that was found to be right, it is not looked
  /// at again.
  func checkWrittenEnds(
    _ isRight: (_ object: NSManagedObject, _ index: Int, _ end: NSManagedObject) throws -> Bool
  ) rethrows {
    var shape: EntityShape?
    var right: [NSManagedObject?] = []
    for objects in [inserted, updated] {
      for object in objects where !object.shape.rules.toOne.isEmpty {
        let indices = object.shape.rules.toOne
        if object.shape !== shape {
          shape = object.shape
          right = Array(repeating: nil, count: indices.count)
        }
        for (place, index) in indices.enumerated() where object.writes(index) {
          guard let end = object.relatedObject(at: index), end !== right[place] else { continue }
          right[place] = try isRight(object, index, end) ? end : nil
        }
      }
    }
  }
}
