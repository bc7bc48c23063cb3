import Foundation
import ObjectRows
import SQLStore

/// Processes fetched objects according to the options of the request.
struct FetchFollowUp {
  private let request: NSFetchRequest<any NSFetchRequestResult>
  private let context: NSManagedObjectContext

  init(_ request: NSFetchRequest<any NSFetchRequestResult>, in context: NSManagedObjectContext) {
    self.request = request
    self.context = context
  }

  func run(for objects: [NSManagedObject]) throws {
    if request.shouldRefreshRefetchedObjects { try refresh(objects) }
    if request.isBatched {
      context.batches.add(objects.map(\.reference), size: request.fetchBatchSize, in: context)
    } else if request.returnsObjectsAsFaults, objects.count > RowCache.defaultLimit {
      addBatches(of: objects)
    }
    let keyPaths = request.relationshipKeyPathsForPrefetching ?? []
    if !keyPaths.isEmpty {
      try RelationshipPrefetch(in: context).prefetch(keyPaths, of: objects)
    }
    if !request.returnsObjectsAsFaults {
      for object in objects { object.fireFault() }
    }
  }

  /// Registers batches of rows if there are more than stores cache for objects that do not retain them.
  private func addBatches(of objects: [NSManagedObject]) {
    let faults = objects.filter { $0.isFault && !$0.state.contains(.hasPrefetchedRow) }
    guard faults.count > RowCache.defaultLimit else { return }
    context.batches.add(faults.map(\.reference), size: 1_000, in: context)
  }

  /// Refreshes objects with older values; changes made here are kept.
  private func refresh(_ objects: [NSManagedObject]) throws {
    guard let source = context.source else { return }
    for object in objects where object.state.contains(.isStored) {
      guard let known = object.committed ?? object.row,
        let stored = try source.row(for: object.reference, of: object.shape),
        stored.version != known.version
      else { continue }
      context.refresh(object, mergeChanges: true)
    }
  }
}
