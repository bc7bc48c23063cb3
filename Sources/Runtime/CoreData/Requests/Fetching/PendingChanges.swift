import Foundation

/// The objects of a request's entities that differ from those in the stores.
struct PendingChanges {
  private let objects: [NSManagedObject]
  private let predicate: NSPredicate?

  init(
    for request: borrowing NSFetchRequest<any NSFetchRequestResult>,
    _ shapes: borrowing [EntityShape],
    in context: borrowing NSManagedObjectContext
  ) {
    guard request.includesPendingChanges, context.hasChanges else {
      objects = []
      predicate = nil
      return
    }
    predicate = request.predicate
    let numbers = Set(shapes.map(\.number))
    objects = context.tracked.filter { object in
      object.hasChanges && numbers.contains(object.shape.number)
        && request.affects(storeOf: object)
    }
  }

  var isEmpty: Bool { objects.isEmpty }

  /// Whether an object that a store has found is one of them.
  func contain(_ object: NSManagedObject) -> Bool { !isEmpty && object.hasChanges }

  /// Those that match the request, with their values in memory.
  var matching: [NSManagedObject] {
    objects.filter { !$0.isDeleted && (predicate?.evaluate(with: $0) ?? true) }
  }

  /// Applies the request to changed objects by their values in memory.
  func overlay(on found: inout [NSManagedObject], isFiltered: Bool) {
    let present = Set(found.lazy.filter(\.hasChanges))
    guard isFiltered else {
      // A store may have applied the condition without stating it, to the values there.
      found.removeAll(where: \.isDeleted)
      found += objects.filter { !$0.isDeleted && !present.contains($0) }
      return
    }
    let matching = self.matching
    let kept = Set(matching)
    found.removeAll { $0.hasChanges && !kept.contains($0) }
    found += matching.filter { !present.contains($0) }
  }

  /// The same fetch without the objects that differ from those in the store.
  func excluded(from fetch: StoreFetch) -> StoreFetch {
    guard let request = fetch.request else { return fetch }
    let asked = NSFetchRequest<any NSFetchRequestResult>(copying: request)
    let stored = objects.filter { $0.state.contains(.isStored) }.map(\.objectID)
    if !stored.isEmpty {
      let others = NSPredicate(format: "NOT (SELF IN %@)", argumentArray: [stored])
      asked.predicate = NSCompoundPredicate(
        andPredicateWithSubpredicates: [predicate, others].compactMap { $0 }
      )
    }
    return StoreFetch(
      shapes: fetch.shapes,
      stores: fetch.stores,
      asked,
      window: (0, 0),
      readsValues: fetch.readsValues,
      in: fetch.context
    )
  }
}

extension NSFetchRequest {
  /// Whether the request concerns the store of an object, or the one that it will be saved to.
  fileprivate final func affects(storeOf object: NSManagedObject) -> Bool {
    guard let affectedStores, let store = object.objectID.persistentStore else { return true }
    return affectedStores.contains { $0 === store }
  }
}
