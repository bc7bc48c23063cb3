import Foundation

/// The steps before changes are written: `willSave` and validation.
struct SavePreparation {
  private let context: NSManagedObjectContext

  init(_ context: NSManagedObjectContext) {
    self.context = context
  }

  /// The number of rounds in which `willSave` may make further changes.
  private static let maximumRounds = 1000

  /// Calls `willSave` of all objects with changes, and validates them, until none of them makes further changes.
  func prepare() throws {
    defer { clearWillSaveFlags() }
    context.propagateDeletes()
    for object in context.tracked where object.isDeleted && object.state.contains(.isStored) {
      DeleteRules(object).disconnectRefreshed()
    }
    if context.hasDiscardedEnds { EndSettlement(context).reconnectRefreshed() }
    // A child's deletions affect the objects that lead to theirs in the parent; others cause no conflict.
    if context.parentContext != nil { EndSettlement(context).leaveDeletedEnds() }
    for _ in 0..<Self.maximumRounds {
      ask()
      if process() { continue }
      try validate()
      if !process() { return }
    }
    throw NSError.coreData(
      NSCoreDataError,
      [
        NSLocalizedFailureReasonErrorKey:
          "Failed to process pending changes before save. The context is still dirty after "
          + "\(Self.maximumRounds) attempts. Typically this recursive dirtying is caused by a bad "
          + "validation method, -willSave, or notification handler."
      ]
    )
  }

  /// Calls `willSave` of objects whose class overrides it, and records which were called.
  private func ask() {
    // Objects that are inserted or changed meanwhile are appended to the list.
    var position = 0
    while position < context.tracked.count {
      let tracked = Unmanaged.passUnretained(context.tracked[position])
      position += 1
      guard tracked._withUnsafeGuaranteedRef({ $0.needsWillSave(in: context) }) else {
        continue
      }
      let object = tracked.takeUnretainedValue()
      object.state.insert(.willSaveWasCalled)
      object.willSave()
    }
  }

  private func clearWillSaveFlags() {
    context.tracked.forEachUnretained { $0.state.remove(.willSaveWasCalled) }
  }

  /// Processes the changes that were made meanwhile; `willSave` is called again for their objects.
  ///
  /// Returns whether there were any.
  private func process() -> Bool {
    guard !context.pending.isEmpty else { return false }
    context.processPendingChanges()
    context.propagateDeletes()
    return true
  }

  /// Validates all objects with changes.
  func validate() throws {
    var errors = ValidationErrors()
    context.tracked.forEachUnretained { object in
      guard object.isToBeSaved(in: context) else { return }
      errors.collect {
        if object.isDeleted {
          try object.validateForDelete()
        } else if object.isInserted {
          try object.validateForInsert()
        } else {
          try object.validateForUpdate()
        }
      }
    }
    try errors.throwIfAny()
  }
}

extension NSManagedObject {
  /// Whether a save writes the object; it ignores one that was never saved and is deleted.
  fileprivate final func isToBeSaved(in context: NSManagedObjectContext) -> Bool {
    hasChanges && isRegistered(in: context) && !(isDeleted && !state.contains(.isStored))
  }

  /// Whether `willSave()` is to be called.
  fileprivate final func needsWillSave(in context: NSManagedObjectContext) -> Bool {
    OverridableMethod.willSave.isOverridden(by: type(of: self))
      && isToBeSaved(in: context) && !state.contains(.willSaveWasCalled)
  }
}
