import Foundation
import ObjectRows

/// Changed objects that the notifications of a merge will not tell of.
///
/// They are not in memory, or only as faults. They may fulfil the condition of a fetched results controller all
/// the same, or not any more.
struct UnseenChanges {
  fileprivate var references: [Reference] = []

  /// The other changed objects, retained.
  ///
  /// Another owner may release one of them during the merge, which would not be noticed either.
  fileprivate var others: [NSManagedObject] = []
}

extension NSManagedObjectContext {
  /// Posted within the module after a merge, with such objects as updated ones.
  static let didMergeUnseenChanges = Notification.Name("CoreDataDidMergeUnseenChanges")

  /// Finds out which changes are unseen, if there are controllers that want to know.
  final func unseenChanges(in changes: SavedChanges) -> UnseenChanges {
    var unseen = UnseenChanges()
    guard hasFetchedResultsControllers else { return unseen }
    for reference in changes.updated {
      if let object = identity[resolved(reference)], !object.isFault {
        unseen.others.append(object)
      } else {
        unseen.references.append(reference)
      }
    }
    return unseen
  }

  /// Tells controllers of such objects.
  final func postUnseenChanges(_ unseen: UnseenChanges) {
    withExtendedLifetime(unseen.others) {}
    guard !unseen.references.isEmpty else { return }
    let objects = Set(unseen.references.compactMap { object(for: resolved($0)) })
    NotificationCenter.default.post(
      name: Self.didMergeUnseenChanges,
      object: self,
      userInfo: [NSUpdatedObjectsKey: objects]
    )
  }
}
