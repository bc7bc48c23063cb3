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

  /// Writes all changes; none if an error is thrown.
  ///
  /// Returns the written changes: a merge policy may have altered them.
  func run() throws -> SavedObjects {
    // A pinned context sees an older generation, but its changes have to agree with the current rows.
    let seen = context.generation
    context.generation = nil
    defer { context.generation = seen }
    return try coordinator.lock.withLock {
      var references = PermanentReferences(context, coordinator)
      do {
        let saved = try coordinator.saving {
          let saved = try settleAndWrite(&references)
          saved.historyTransactions = coordinator.savedHistoryTransactions
          return saved
        }
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

  /// Assigns stores and permanent references to new objects.
  func obtainPermanentReferences(for objects: [NSManagedObject]) throws {
    var references = PermanentReferences(context, coordinator)
    do { try references.obtain(for: objects) } catch {
      references.takeBack()
      throw error
    }
  }

  /// The number of rounds of conflicts that a merge policy may resolve before the save fails.
  static let maximumRounds = 100

  private func settleAndWrite(_ references: inout PermanentReferences) throws -> SavedObjects {
    let constraints = ConstraintSearch(context, coordinator)
    let search = ConflictSearch(coordinator)
    var conflicts: [NSObject] = []
    var isValid = true
    for round in 0..<Self.maximumRounds {
      guard let changes = try settledChanges(&references, search, &isValid) else { continue }
      conflicts = try search.conflicts(in: changes)
      if conflicts.isEmpty { conflicts = try constraints.conflicts(in: changes) }
      if conflicts.isEmpty {
        if !isValid { try SavePreparation(context).validate() }
        do {
          try StoreWriter(context, coordinator).write(changes)
          return changes
        } catch let found as StoreConflicts {
          if let error = found.error, round >= Self.maximumRounds / 10 { throw error }
          conflicts = takeBack(&references, because: found)
          // Conflicts that the store does not name are found by the search of the next round.
          if conflicts.isEmpty { continue }
        }
      }
      try resolve(conflicts)
      // Merging has changed values, and repeated deletions may have reached other objects.
      isValid = false
    }
    throw NSError.coreData(
      conflicts.first is NSConstraintConflict
        ? NSManagedObjectConstraintMergeError : NSManagedObjectMergeError,
      [NSPersistentStoreSaveConflictsErrorKey: conflicts]
    )
  }

  /// The objects to save, whose ends agree with the rows in the stores, after the transactions have begun in which
  /// they are written.
  ///
  /// Nil if others had saved before they began, unless this context has dealt with that: the changes must agree with
  /// their rows as well.
  private func settledChanges(
    _ references: inout PermanentReferences,
    _ search: ConflictSearch,
    _ isValid: inout Bool
  ) throws -> SavedObjects? {
    var changes = EndSettlement(context).settledChanges()
    if try search.takeForUpdates(changes.inserted) { changes = SavedObjects(of: context) }
    try references.obtain(for: changes.inserted)
    let hasNews = try coordinator.beginWriting(changes)
    let followed = context.newsFollowed
    context.newsFollowed = coordinator.newsCount
    // Another context may have saved first, and found what others have connected with objects that this one deletes.
    let mustFollow = followed != coordinator.newsCount && !changes.deleted.isEmpty
    guard hasNews || mustFollow else { return changes }
    if try context.followDeleteRulesAgain(of: changes.deleted) { isValid = false }
    return nil
  }

  /// Prepares another round after stores have refused to write, and returns the conflicts that they name.
  private func takeBack(
    _ references: inout PermanentReferences,
    because found: StoreConflicts
  ) -> [NSObject] {
    // The transactions in which keys were taken are over; the next round takes others.
    references.takeBack()
    coordinator.forgetAllRows(ofStores: Set(coordinator.openStores.map(\.number)))
    return found.conflicts.map { conflict in
      NSMergeConflict(
        of: conflict.object,
        cached: conflict.cached,
        persisted: conflict.persisted,
        in: coordinator
      )
    }
  }

  private func resolve(_ conflicts: [NSObject]) throws {
    MetricLedger.count(conflicts.count, coordinator.metrics.conflicts)
    let policy = context.mergePolicy as? NSMergePolicy ?? .error
    try policy.resolve(mergeConflicts: conflicts)
    for case let conflict as NSMergeConflict in conflicts { conflict.takeAsResolved() }
    // A repeated deletion may reach objects that were added meanwhile.
    context.followDeleteRules()
  }
}

extension NSMergeConflict {
  /// Treats the result of a policy in memory as resolved, unless the policy has done so itself.
  fileprivate final func takeAsResolved() {
    guard let base = sourceObject.baseRow, sourceObject.context != nil else { return }
    if let storedRow, base.version >= storedRow.version { return }
    ChangeMerger(sourceObject, .overwriteMergePolicyType).merge(with: storedRow)
  }
}
