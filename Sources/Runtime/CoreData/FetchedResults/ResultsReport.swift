import Foundation

/// Reports changes of results to a delegate, in the form that it implements.
final class ResultsReport {
  /// A form in which changes are reported.
  private enum Form {
    case snapshots
    case differences
    case calls
  }

  typealias Controller = NSFetchedResultsController<any NSFetchRequestResult>
  typealias Delegate = any NSFetchedResultsControllerDelegate

  /// The form in which the delegate is notified; nil until it was notified.
  ///
  /// Swift does not show whether a method of a protocol was implemented or inherited from an extension. So each form
  /// is tried: the extension's method records that it was called.
  private var form: Form?
  private var wasDefault = false

  /// Records that the delegate has not implemented the method that was just called.
  func noteDefaultImplementation() {
    wasDefault = true
  }

  /// Resets the form, because there is another delegate.
  func forgetDelegate() {
    form = nil
  }

  /// Reports that results were fetched, which shows the methods that the delegate implements.
  func reportFetch(of results: SectionedResults, by controller: Controller, to delegate: Delegate) {
    let nothing = ResultsChanges()
    if form == nil || form == .snapshots,
      trySnapshot(nothing, of: results, by: controller, to: delegate)
    {
      return
    }
    guard form == nil else { return }
    if results.isSectioned || !tryDifference(nothing, by: controller, to: delegate) {
      form = .calls
    }
  }

  /// Reports that changes will follow.
  ///
  /// - Returns: Whether that was reported, or need not be.
  func reportBeginning(by controller: Controller, to delegate: Delegate) -> Bool {
    guard let form else { return false }
    if form == .calls { delegate.controllerWillChangeContent(controller) }
    return true
  }

  /// Reports changes to the delegate.
  func send(
    _ changes: ResultsChanges,
    of results: SectionedResults,
    by controller: Controller,
    to delegate: Delegate,
    knowsBeginning: Bool
  ) {
    if form == nil || form == .snapshots,
      trySnapshot(changes, of: results, by: controller, to: delegate)
    {
      return
    }
    if form == nil || form == .differences {
      if !results.isSectioned, tryDifference(changes, by: controller, to: delegate) { return }
      form = .calls
    }
    if !knowsBeginning { delegate.controllerWillChangeContent(controller) }
    for change in changes.sections {
      delegate.controller(
        controller,
        didChange: change.section,
        atSectionIndex: change.index,
        for: change.type
      )
    }
    for change in changes.objects {
      delegate.controller(
        controller,
        didChange: change.object,
        at: change.old,
        for: change.type,
        newIndexPath: change.new
      )
    }
    delegate.controllerDidChangeContent(controller)
  }

  /// Reports the permanent IDs of saved objects to delegates that identify objects by their IDs.
  func reportRenaming(
    of renamed: [(object: NSManagedObject, from: NSManagedObjectID, at: IndexPath)],
    in results: SectionedResults,
    by controller: Controller,
    to delegate: Delegate
  ) {
    switch form {
    case nil, .calls: return
    case .snapshots: _ = trySnapshot(ResultsChanges(), of: results, by: controller, to: delegate)
    case .differences:
      let steps = renamed.flatMap { item -> [CollectionDifference<NSManagedObjectID>.Change] in
        let offset = item.at.item
        return [
          .remove(offset: offset, element: item.from, associatedWith: nil),
          .insert(offset: offset, element: item.object.objectID, associatedWith: nil),
        ]
      }
      guard let difference = CollectionDifference(steps) else { return }
      delegate.controller(controller, didChangeContentWith: difference)
    }
  }

  private func trySnapshot(
    _ changes: ResultsChanges,
    of results: SectionedResults,
    by controller: Controller,
    to delegate: Delegate
  ) -> Bool {
    let snapshot = results.snapshot(changes)
    wasDefault = false
    delegate.controller(controller, didChangeContentWith: snapshot)
    if wasDefault { return false }
    form = .snapshots
    // A later reader may be on another thread.
    snapshot.settle()
    return true
  }

  private func tryDifference(
    _ changes: ResultsChanges,
    by controller: Controller,
    to delegate: Delegate
  ) -> Bool {
    guard let difference = changes.difference else { return false }
    wasDefault = false
    delegate.controller(controller, didChangeContentWith: difference)
    if !wasDefault { form = .differences }
    return !wasDefault
  }
}

extension SectionedResults {
  /// The results by their IDs.
  ///
  /// The IDs are created lazily, because most delegates take no snapshots.
  fileprivate func snapshot(_ changes: ResultsChanges) -> NSDiffableDataSourceSnapshotReference {
    let changed = changes.objects.filter { $0.type == .update || $0.type == .move }
    let sections = sections.values
    let counts = sections.map(\.numberOfObjects)
    let objects = objects
    return NSDiffableDataSourceSnapshotReference(
      sections.map(\.name),
      reloaded: changed.compactMap { ($0.object as? NSManagedObject)?.objectID }
    ) {
      var start = 0
      return counts.map { count in
        defer { start += count }
        return objects[start..<start + count].compactMap { ($0 as? NSManagedObject)?.objectID }
      }
    }
  }
}

extension ResultsChanges {
  /// The insertions and removals among results without sections.
  fileprivate var difference: CollectionDifference<NSManagedObjectID>? {
    CollectionDifference(
      objects.flatMap { change -> [CollectionDifference<NSManagedObjectID>.Change] in
        guard let id = (change.object as? NSManagedObject)?.objectID else { return [] }
        var steps: [CollectionDifference<NSManagedObjectID>.Change] = []
        if let old = change.old?.item {
          steps.append(.remove(offset: old, element: id, associatedWith: change.new?.item))
        }
        if let new = change.new?.item {
          steps.append(.insert(offset: new, element: id, associatedWith: change.old?.item))
        }
        return steps
      }
    )
  }
}
