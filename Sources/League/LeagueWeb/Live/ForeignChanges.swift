import CoreData
import LeagueOperations
import Synchronization

/// Merges changes of the store by other processes into a context.
///
/// Core Data notifies that something was written, not what. Persistent history would tell, but this app's
/// stores keep none, so the store is compared with the displayed rows. That detects changes by any
/// program, such as `sqlite3`.
final class ForeignChanges: Sendable {
  private let store: LeagueStore
  private let observer = Mutex<Observer?>(nil)

  // A token is only passed back to the notification center, which accepts it on any thread.
  private struct Observer: @unchecked Sendable {
    let token: any NSObjectProtocol
  }

  /// The differences in the store.
  private struct Differences {
    var came: [NSManagedObjectID] = []
    var changed: [NSManagedObjectID] = []
    var gone: [NSManagedObjectID] = []

    /// The differences as the user info of a save notification.
    ///
    /// An object that appeared in the list need not be new: another change can move it there.
    var info: [AnyHashable: Any] {
      [
        NSInsertedObjectsKey: came, NSUpdatedObjectsKey: came + changed, NSDeletedObjectsKey: gone,
      ]
    }
  }

  init(_ store: LeagueStore) {
    self.store = store
  }

  deinit {
    if let observer = observer.withLock({ $0 }) {
      NotificationCenter.default.removeObserver(observer.token)
    }
  }

  /// Calls a closure whenever other programs may have changed the store.
  func observe(_ action: @escaping @Sendable () -> Void) {
    let token = NotificationCenter.default.addObserver(
      forName: .NSPersistentStoreRemoteChange,
      object: store.container.persistentStoreCoordinator,
      queue: nil
    ) { _ in action() }
    observer.withLock { $0 = Observer(token: token) }
  }

  /// Merges differences in the store into the context of a list; its controller then reports the changes.
  ///
  /// If the store cannot be read now, the list stays unchanged until the next notification.
  func merge(into list: LiveList, _ context: NSManagedObjectContext) {
    guard let differences = try? differences(from: list) else { return }
    NSManagedObjectContext.mergeChanges(fromRemoteContextSave: differences.info, into: [context])
  }

  private func differences(from list: LiveList) throws -> Differences {
    var shown = Dictionary(
      zip(list.objects.map(\.objectID), list.rows),
      uniquingKeysWith: { first, _ in first }
    )
    return try store.read { league in
      var differences = Differences()
      for object in try objects(of: list.subject, in: league) {
        guard let row = shown.removeValue(forKey: object.objectID) else {
          differences.came.append(object.objectID)
          continue
        }
        if row != list.subject.row(object) { differences.changed.append(object.objectID) }
      }
      // Objects that have left the list may be in another one now.
      let others = try existing(shown.keys, of: list.subject, in: league)
      for id in shown.keys.sorted(by: { $0.uriRepresentation().path < $1.uriRepresentation().path })
      {
        if others.contains(id) {
          differences.changed.append(id)
        } else {
          differences.gone.append(id)
        }
      }
      return differences
    }
  }

  private func objects(of subject: LiveSubject, in league: League) throws -> [NSManagedObject] {
    do {
      return try league.context.fetch(try subject.request(in: league))
    } catch LeagueError.gone {
      return []
    }
  }

  /// The objects with some ids that exist in the store.
  private func existing(
    _ ids: some Collection<NSManagedObjectID>,
    of subject: LiveSubject,
    in league: League
  ) throws -> Set<NSManagedObjectID> {
    guard !ids.isEmpty else { return [] }
    let request = NSFetchRequest<NSManagedObject>(entityName: subject.entityName)
    request.predicate = NSPredicate(format: "SELF IN %@", Array(ids))
    return Set(try league.context.fetch(request).map(\.objectID))
  }
}
