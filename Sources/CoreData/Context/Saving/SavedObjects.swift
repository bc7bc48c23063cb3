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
    for objects in [inserted, updated] {
      var shape: EntityShape?
      var indices: [Int] = []
      var places: [Int] = []
      var right: [NSManagedObject?] = []
      for object in objects {
        if object.shape !== shape {
          shape = object.shape
          indices = object.shape.rules.toOne
          places = object.shape.rules.toOnePlaces
          right = Array(repeating: nil, count: indices.count)
        }
        for position in indices.indices where object.writes(indices[position]) {
          guard let end = object.end(at: indices[position], places[position]),
            end !== right[position]
          else { continue }
          right[position] = try isRight(object, indices[position], end) ? end : nil
        }
      }
    }
  }
}

extension NSManagedObject {
  /// The object at the other end of a to-one relationship, of which it is known where it is.
  fileprivate final func end(at index: Int, _ place: Int) -> NSManagedObject? {
    if let related, case .toOne(let end) = related[place] { return end }
    return relatedObject(at: index)
  }
}
