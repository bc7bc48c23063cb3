import Foundation

extension StoreFetch {
  /// Creates the fetch of a context.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - condition: The condition of its predicate, if that was parsed already.
  ///   - shapes: The entities of the objects.
  ///   - isFinal: Whether the context does not change the result. If it does, by adding and removing objects, the store
  ///     returns as many as may be needed.
  ///   - context: The context that fetches.
  convenience init(
    _ request: NSFetchRequest<any NSFetchRequestResult>,
    condition: PredicateStorage? = nil,
    shapes: [EntityShape],
    isFinal: Bool,
    in context: NSManagedObjectContext
  ) {
    let (end, overflow) = request.fetchOffset.addingReportingOverflow(request.fetchLimit)
    self.init(
      shapes: shapes,
      stores: request.affectedStores,
      request,
      condition: condition,
      window: isFinal ? (max(0, request.fetchOffset), max(0, request.fetchLimit)) : nil,
      limit: request.fetchLimit > 0 && isFinal && !overflow ? end : 0,
      readsValues: request.wantsValuesAtOnce,
      in: context
    )
  }

  /// The same fetch from several stores, each of which may have the objects in the window.
  var withoutWindow: StoreFetch {
    StoreFetch(
      shapes: shapes,
      stores: stores,
      request,
      condition: condition,
      limit: limit,
      readsValues: readsValues,
      in: context
    )
  }

  /// The fetch as a request of its own, in a form that custom stores can execute; its results are objects.
  var requestOfStore: NSFetchRequest<any NSFetchRequestResult>? {
    guard let request else { return nil }
    let asked = NSFetchRequest<any NSFetchRequestResult>(copying: request)
    asked.entity = shapes.first?.entity
    asked.resultType = .managedObjectResultType
    asked.propertiesToFetch = nil
    asked.propertiesToGroupBy = nil
    asked.havingPredicate = nil
    asked.fetchOffset = 0
    asked.includesPropertyValues = readsValues
    asked.fetchLimit = limit
    return asked
  }
}

extension NSFetchRequest {
  /// Whether the rows of the objects are read with the objects.
  fileprivate final var wantsValuesAtOnce: Bool {
    switch resultType {
    case .managedObjectIDResultType, .countResultType: false
    default: includesPropertyValues && !isBatched
    }
  }

  /// Whether the rows of the objects are read in batches, when they are needed.
  final var isBatched: Bool {
    fetchBatchSize > 0 && returnsObjectsAsFaults && resultType == .managedObjectResultType
  }
}
