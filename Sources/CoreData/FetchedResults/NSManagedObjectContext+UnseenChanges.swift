import Foundation

// A merge tells nothing of objects that were changed elsewhere and are not in memory, or only as faults. They may
// fulfil the condition of a fetched results controller all the same, or not any more.
extension NSManagedObjectContext {
  /// Posted within the module after a merge, with such objects as updated ones.
  static let didMergeUnseenChanges = Notification.Name("CoreDataDidMergeUnseenChanges")

  /// The changed objects that the notifications of a merge will not tell of.
  final func unseenChanges(in changes: SavedChanges) -> [Reference] {
    guard hasFetchedResultsControllers else { return [] }
    return changes.updated.filter { identity[resolved($0)]?.isFault ?? true }
  }

  /// Tells controllers of such objects.
  final func postUnseenChanges(_ references: [Reference]) {
    guard !references.isEmpty else { return }
    let objects = Set(references.compactMap { object(for: resolved($0)) })
    NotificationCenter.default.post(
      name: Self.didMergeUnseenChanges,
      object: self,
      userInfo: [NSUpdatedObjectsKey: objects]
    )
  }
}
