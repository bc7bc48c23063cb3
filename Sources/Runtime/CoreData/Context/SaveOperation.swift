import Foundation
import ObjectRows

/// Writes the changes of a context to the stores of its coordinator.
struct SaveOperation {
  private let context: NSManagedObjectContext
  private let coordinator: NSPersistentStoreCoordinator

  init(_ context: NSManagedObjectContext, to coordinator: NSPersistentStoreCoordinator) {
    self.context = context
    self.coordinator = coordinator
  }

  /// Writes everything, or nothing and throws.
  ///
  /// Returns what was written: a merge policy may have changed what there was to write.
  func run() throws -> SavedObjects {
    try coordinator.lock.withLock {
      let references = PermanentReferences(context, coordinator)
      do {
        return try coordinator.saving { try settleAndWrite(references) }
      } catch {
        references.takeBack()
        throw error
      }
    }
  }

  /// Gives new objects their stores, and the references by which they are known there.
  func obtainPermanentReferences(for objects: [NSManagedObject]) throws {
    let references = PermanentReferences(context, coordinator)
    do { try references.obtain(for: objects) } catch {
      references.takeBack()
      throw error
    }
  }

  /// How often a merge policy may be asked before its answers are taken for no answers.
  private static let maximumRounds = 100

  private func settleAndWrite(_ references: PermanentReferences) throws -> SavedObjects {
    let policy = context.mergePolicy as? NSMergePolicy ?? .error
    let constraints = ConstraintSearch(context, coordinator)
    var conflicts: [NSObject] = []
    for round in 0..<Self.maximumRounds {
      let changes = changesWithoutGoneEnds()
      try references.obtain(for: changes.inserted)
      conflicts = try ConflictSearch(coordinator).conflicts(in: changes)
      if conflicts.isEmpty { conflicts = try constraints.conflicts(in: changes) }
      if conflicts.isEmpty {
        do {
          try StoreWriter(context, coordinator).write(changes)
          return changes
        } catch let found as StoreConflicts
          where found.isOfUniqueValues && round < Self.maximumRounds / 10
        {
          references.takeBack()
          continue
        } catch let found as StoreConflicts where !found.conflicts.isEmpty {
          // The transactions in which keys were given are over; the next round gives others.
          references.takeBack()
          conflicts = found.conflicts.map { conflict in
            NSMergeConflict(
              of: conflict.object,
              cached: conflict.cached,
              persisted: conflict.persisted,
              in: coordinator
            )
          }
        }
      }
      MetricLedger.count(conflicts.count, coordinator.metrics.conflicts)
      try policy.resolve(mergeConflicts: conflicts)
      for case let conflict as NSMergeConflict in conflicts { conflict.takeAsResolved() }
      // A deletion that is made once more may reach objects that have come meanwhile.
      context.followDeleteRules()
    }
    throw NSError.coreData(
      conflicts.first is NSConstraintConflict
        ? NSManagedObjectConstraintMergeError : NSManagedObjectMergeError,
      [NSPersistentStoreSaveConflictsErrorKey: conflicts]
    )
  }

  /// The objects to save, after relationships to objects that merging has removed are cleared.
  private func changesWithoutGoneEnds() -> SavedObjects {
    let changes = SavedObjects(of: context)
    var hasNews = false
    changes.checkWrittenEnds { object, index, end in
      guard object.loses(end, at: index) else { return true }
      object.setRelated(nil, at: index)
      hasNews = true
      return false
    }
    return hasNews ? SavedObjects(of: context) : changes
  }
}

extension NSManagedObject {
  /// Whether the next save writes a property because it was changed, and not with others that were.
  final func writes(_ index: Int) -> Bool { isInserted || changed.contains(index) }

  /// Whether no row remains of the destination of a to-one relationship.
  ///
  /// The rule No Action is there for relationships that lead to deleted objects on purpose.
  final func loses(_ end: NSManagedObject, at index: Int) -> Bool {
    if end.state.isGone || end.state.contains(.isInaccessible) || end.context == nil { return true }
    guard end.isDeleted, let inverse = shape.slots[index].inverse else { return false }
    return end.shape.slots[inverse].deleteRule != .noActionDeleteRule
  }
}

extension NSMergeConflict {
  /// Takes what a policy has left in memory for what is to be saved, if it has not said so itself.
  fileprivate final func takeAsResolved() {
    guard let base = sourceObject.baseRow, sourceObject.context != nil else { return }
    if let storedRow, base.version >= storedRow.version { return }
    ChangeMerger(sourceObject, .overwriteMergePolicyType).merge(with: storedRow)
  }
}
