import Foundation
import ObjectRows

extension NSManagedObjectContext {
  /// Merges the changes that another context has saved, from its notification.
  ///
  /// Objects in memory get the new values; changes that were not saved here are kept. Inserted objects are
  /// registered, deleted ones are deleted here too.
  final func mergeChanges(announcedBy notification: Notification) {
    let sender = notification.object as? NSManagedObjectContext
    guard sender !== self else { return }
    let changes = SavedChanges(notification.userInfo ?? [:], of: sender, for: self)
    // Changes that were saved through the same coordinator are in its rows already.
    if sender == nil || sender?.rootCoordinator !== rootCoordinator {
      rootCoordinator?.forgetRows(of: changes)
    }
    merge(changes)
  }

  /// Merges changes that were saved elsewhere into several contexts, each on its own queue.
  ///
  /// The dictionary has arrays of IDs or their URIs, under the keys of the notifications of contexts.
  ///
  /// ```swift
  /// NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSUpdatedObjectsKey: ids], into: [context])
  /// ```
  public final class func mergeChanges(
    fromRemoteContextSave changeNotificationData: [AnyHashable: Any],
    into contexts: [NSManagedObjectContext]
  ) {
    for context in contexts {
      context.queue.sync {
        let changes = SavedChanges(changeNotificationData, of: nil, for: context)
        context.rootCoordinator?.forgetRows(of: changes)
        context.merge(changes)
      }
    }
  }

  /// Merges saved changes, and posts notifications.
  final func merge(_ changes: SavedChanges) {
    guard !changes.isEmpty else { return }
    confirmQueue()
    applyRenamedReferences()
    advanceGeneration()
    let unseen = unseenChanges(in: changes)
    var merge = ContextMerge(into: self)
    merge.run(changes)
    mergedInsertions = merge.inserted
    merge.post()
    processPendingChanges()
    postUnseenChanges(unseen)
  }
}

/// One merge of saved changes into a context.
struct ContextMerge {
  private let context: NSManagedObjectContext

  /// The new objects, which have no other owner yet.
  private(set) var inserted: [NSManagedObject] = []
  private var updated: [NSManagedObject] = []
  private var deleted: [NSManagedObject] = []
  private var refreshed: [NSManagedObject] = []

  /// New values that need not be read.
  private var rows: [Reference: Row] = [:]

  init(into context: NSManagedObjectContext) {
    self.context = context
  }

  /// Updates the objects of the context.
  mutating func run(_ changes: SavedChanges) {
    rows = changes.rows
    for reference in changes.inserted { insert(context.resolved(reference)) }
    for reference in changes.updated { update(context.resolved(reference)) }
    for reference in changes.refreshed { refresh(context.resolved(reference)) }
    // Last, so that no saved object leads to a deleted one any more.
    for reference in changes.deleted { delete(context.resolved(reference)) }
  }

  private mutating func insert(_ reference: Reference) {
    if let known = context.identity[reference] {
      // The object was created here, or a fetch was faster.
      if takeNewValues(known) { refreshed.append(known) }
      return inserted.append(known)
    }
    guard let object = context.object(for: reference) else { return }
    context.recordEvent(.wasInserted, of: object)
    inserted.append(object)
  }

  private mutating func update(_ reference: Reference) {
    guard let object = context.identity[reference] else { return }
    updated.append(object)
    if takeNewValues(object) { refreshed.append(object) }
  }

  private mutating func refresh(_ reference: Reference) {
    guard let object = context.identity[reference], takeNewValues(object) else { return }
    refreshed.append(object)
  }

  /// Updates the values of an object that is in memory; returns whether there was anything to do.
  private func takeNewValues(_ object: NSManagedObject) -> Bool {
    guard !object.isFault, object.state.contains(.isStored), !object.isDeleted,
      let row = rows[object.reference]
        ?? (try? context.source?.row(for: object.reference, of: object.shape))
    else { return false }
    object.takeNewValues(row)
    context.recordEvent(.wasRefreshed, of: object)
    return true
  }

  private mutating func delete(_ reference: Reference) {
    guard let object = context.identity[reference], object.state.contains(.isStored) else { return }
    deleted.append(object)
    guard !object.isDeleted else { return }
    object.forgetStoredRelations()
    context.delete(object)
  }

  /// Posts the IDs of the merged objects.
  func post() {
    let parts: [(objects: [NSManagedObject], key: NSManagedObjectContext.NotificationKey)] = [
      (inserted, .insertedObjectIDs), (updated, .updatedObjectIDs), (deleted, .deletedObjectIDs),
      (refreshed, .refreshedObjectIDs),
    ].filter { !$0.0.isEmpty }
    if parts.isEmpty { return }
    LazyNotification.post(.NSManagedObjectContextDidMergeChangesObjectIDs, from: context) {
      var info: [AnyHashable: Any] = [:]
      for (objects, key) in parts { info[key.rawValue] = Set(objects.map(\.objectID)) }
      return info
    }
  }
}

extension NSManagedObject {
  /// Forgets the known members in the store of all relationships, because the context that has deleted the object has
  /// disconnected them; unsaved additions remain.
  fileprivate final func forgetStoredRelations() {
    // There is no row any more that would fill a fault.
    if isFault {
      row = shape.binding.makeRow()
      state.insert(.ownsRow)
    }
    for index in shape.relationships {
      switch relatedSlot(index) {
      case .toMany(let objects):
        objects.unload()
        objects.load([])
      case .unresolved where isToMany(index):
        let isOrdered = shape.slots[index].kind == .toMany(ordered: true)
        setRelatedSlot(
          .toMany(ToManyObjects(isOrdered: isOrdered, isLoaded: true)),
          at: index
        )
      case .unresolved, .toOne, .fetched: break
      }
    }
  }
}

extension NSManagedObjectContext {
  /// Posted within the module after a merge, with unseen objects as updated ones.
  static let didMergeUnseenChanges = Notification.Name("CoreDataDidMergeUnseenChanges")

  /// Determines the unseen changes, if there are controllers that need them.
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

  /// Notifies controllers of unseen changes.
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
