import Foundation

/// The objects that a save writes, and those that it only checks.
///
/// A class, because each step of a save that keeps a value with so many arrays would retain and release all of them.
final class SavedObjects {
  let inserted: [NSManagedObject]
  let updated: [NSManagedObject]
  let deleted: [NSManagedObject]

  /// Objects without changes that were passed to `detectConflicts(for:)`.
  let watched: [NSManagedObject]

  /// The numbers of the save's transactions in the histories, by the identifiers of their stores.
  ///
  /// The save sets them once it has committed, before anything reads them.
  @exclusivity(unchecked) var historyTransactions: [String: Int64] = [:]

  /// The objects of a context with changes.
  ///
  /// Deleted objects that are in no store are left out.
  init(of context: NSManagedObjectContext) {
    let tracked = context.tracked
    // Usually all are of one kind, and their array is used as it is.
    if let first = tracked.first.map({ Kind($0, in: context) }),
      tracked.allUnretained(satisfy: { Kind($0, in: context) == first })
    {
      inserted = first == .insertion ? tracked : []
      updated = first == .update ? tracked : []
      deleted = first == .deletion ? tracked : []
      watched = first == .watch ? tracked : []
      return
    }
    var inserted: [NSManagedObject] = []
    var updated: [NSManagedObject] = []
    var deleted: [NSManagedObject] = []
    var watched: [NSManagedObject] = []
    tracked.forEachUnretained { object in
      switch Kind(object, in: context) {
      case .none: break
      case .insertion: inserted.append(object)
      case .update: updated.append(object)
      case .deletion: deleted.append(object)
      case .watch: watched.append(object)
      }
    }
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
    self.watched = watched
  }

  /// The kind of operation that saves an object.
  private enum Kind {
    case none, insertion, update, deletion, watch

    init(_ object: NSManagedObject, in context: NSManagedObjectContext) {
      let state = object.state
      if !object.isRegistered(in: context) {
        self = .none
      } else if state.contains(.isDeleted) {
        self = state.contains(.isStored) ? .deletion : .none
      } else if state.contains(.isInserted) {
        self = .insertion
      } else if state.contains(.isUpdated) {
        self = .update
      } else {
        self = state.contains(.wantsConflictCheck) ? .watch : .none
      }
    }
  }

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// The objects with changes.
  var all: some Sequence<NSManagedObject> { [inserted, updated, deleted].joined() }

  /// The objects whose rows are written.
  var written: some Sequence<NSManagedObject> { [inserted, updated].joined() }

  /// Checks each to-one relationship that is written and leads to an object.
  ///
  /// Consecutive new objects usually have the same destination. If it was found to be valid, it is not checked again.
  func checkWrittenEnds(
    _ isRight: (_ object: NSManagedObject, _ index: Int, _ end: NSManagedObject) throws -> Bool
  ) rethrows {
    try Self.checkEnds(of: inserted, isRight)
    try Self.checkEnds(of: updated, isRight)
  }

  @inline(__always)
  private static func checkEnds(
    of objects: [NSManagedObject],
    _ isRight: (_ object: NSManagedObject, _ index: Int, _ end: NSManagedObject) throws -> Bool
  ) rethrows {
    var shape: EntityShape?
    // Arrays, because the rules would be retained for each object.
    var indices: [Int] = []
    var places: [Int] = []
    // The end of each relationship that was found to be valid last; a single object needs none.
    var right: [NSManagedObject?] = []
    let remembers = objects.count > 1
    try objects.forEachUnretained { object in
      if object.shape !== shape {
        shape = object.shape
        indices = object.shape.rules.toOne
        places = object.shape.rules.toOnePlaces
        if remembers { right = Array(repeating: nil, count: indices.count) }
      }
      for position in indices.indices where object.writes(indices[position]) {
        guard let end = object.end(at: indices[position], places[position]) else { continue }
        if remembers, end === right[position] { continue }
        let isRight = try isRight(object, indices[position], end)
        if remembers { right[position] = isRight ? end : nil }
      }
    }
  }
}

extension NSManagedObject {
  /// The destination of a to-one relationship at a known place.
  fileprivate final func end(at index: Int, _ place: Int) -> NSManagedObject? {
    if let related, case .toOne(let end) = related[place] { return end }
    return relatedObject(at: index)
  }
}
