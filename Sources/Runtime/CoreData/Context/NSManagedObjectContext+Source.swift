import Foundation
import ObjectRows
import SQLDriver

extension NSManagedObjectContext {
  /// The source of the context's rows.
  final var source: (any RowSource)? {
    if let parentContext { return parentContext }
    return generation?.rows ?? coordinator
  }

  /// Fills a fault from the source.
  ///
  /// An object whose row is gone gets no values, and is treated as one that was deleted if the context says
  /// so; one whose row could not be read gets no values either, but does not count as deleted.
  final func fillFault(_ object: NSManagedObject) {
    confirmQueue()
    if stalenessInterval < 0 {
      if object.takeRowAtHand(isWatched: watchesAccesses) { return }
      if let row = cachedRow(of: object) {
        countFault(isInMemory: true)
        return object.fill(with: row)
      }
    }
    countFault(isInMemory: false)
    do {
      try readBatch(of: object)
      if let row = try freshRow(of: object) {
        return object.fill(with: row)
      }
      object.becomeInaccessible()
      if shouldHandleInaccessibleFault(object, for: object.objectID, triggeredByProperty: nil) {
        object.state.insert(.isDeleted)
      }
    } catch {
      object.becomeInaccessible()
    }
  }

  /// Counts a fault that had no row at hand, where the context is not the child of another one.
  private func countFault(isInMemory: Bool) {
    guard let coordinator else { return }
    if counters == nil {
      let made = ContextCounters()
      coordinator.metrics.attach(made)
      counters = made
    }
    guard let counters else { return }
    if isInMemory {
      SQLCounters.add(1, to: counters.hits)
    } else {
      SQLCounters.add(1, to: counters.misses)
    }
  }

  /// The row of an object, if it is in memory and nothing has to be done about it.
  private func cachedRow(of object: NSManagedObject) -> Row? {
    guard let directory, generation == nil, batches.isEmpty else { return nil }
    return directory.cachedRow(for: object.reference)
  }

  /// Lets all faults take their rows from the source, which is another one now.
  final func forgetRowsAtHand() {
    guard hasRowsAtHand else { return }
    hasRowsAtHand = false
    for object in identity.objects { object.forgetRowAtHand() }
  }

  /// The row of an object in the source.
  ///
  /// A row that is kept in memory has no date. If values may have some age only, it is read again.
  final func freshRow(of object: NSManagedObject) throws -> Row? {
    if stalenessInterval >= 0, generation == nil, !object.reference.isTemporary {
      rootCoordinator?.forgetRows(of: SavedChanges(refreshed: [object.reference]))
    }
    if parentContext == nil, generation == nil {
      return try coordinator?.row(for: object.reference, of: object.shape)
    }
    return try source?.row(for: object.reference, of: object.shape)
  }

  /// The objects at the other end of a to-many relationship, as they were saved.
  final func storedObjects(of object: NSManagedObject, at index: Int) -> [NSManagedObject] {
    let found = try? source?.related(to: object.reference, of: object.shape, at: index)
    guard var found else { return [] }
    return objects(for: found.references, rows: found.rows.take())
  }
}

extension NSManagedObject {
  /// Has no values, as there is no row to take them from.
  fileprivate final func becomeInaccessible() {
    state.insert(.isInaccessible)
    row = shape.binding.makeRow()
    state.formUnion(.isReadyForChange)
  }
}
