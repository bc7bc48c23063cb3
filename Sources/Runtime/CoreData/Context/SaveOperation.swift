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
        let saved = try coordinator.saving { try settleAndWrite(references) }
        for object in saved.deleted {
          object.baseRow.map { coordinator.deletedVersions.note($0.version) }
        }
        return saved
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
  static let maximumRounds = 100

  private func settleAndWrite(_ references: PermanentReferences) throws -> SavedObjects {
    let policy = context.mergePolicy as? NSMergePolicy ?? .error
    let constraints = ConstraintSearch(context, coordinator)
    var conflicts: [NSObject] = []
    for round in 0..<Self.maximumRounds {
      var changes = EndSettlement(context).settledChanges()
      if try ConflictSearch(coordinator).takeForUpdates(changes.inserted) {
        changes = SavedObjects(of: context)
      }
      try references.obtain(for: changes.inserted)
      conflicts = try ConflictSearch(coordinator).conflicts(in: changes)
      if conflicts.isEmpty { conflicts = try constraints.conflicts(in: changes) }
      if conflicts.isEmpty {
        // Merging has changed values, and deletions that it makes once more have met other objects.
        if round > 0 { try SavePreparation(context).validate() }
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
          coordinator.forgetAllRows(ofStores: Set(found.conflicts.map(\.object.reference.store)))
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
}

extension NSMergeConflict {
  /// Takes what a policy has left in memory for what is to be saved, if it has not said so itself.
  fileprivate final func takeAsResolved() {
    guard let base = sourceObject.baseRow, sourceObject.context != nil else { return }
    if let storedRow, base.version >= storedRow.version { return }
    ChangeMerger(sourceObject, .overwriteMergePolicyType).merge(with: storedRow)
  }
}
