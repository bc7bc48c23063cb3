import Foundation

extension StoreFetch {
  /// Creates a fetch whose request has a form that stores can execute.
  ///
  /// The context changes the result later: unsaved objects are added, others are removed. So the store returns
  /// objects, and as many as may be needed.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - condition: Its predicate, if that was parsed already.
  ///   - shapes: The entities of the objects.
  ///   - isFinal: Whether the context does not change the result.
  ///   - context: The context that fetches.
  init(
    _ request: NSFetchRequest<any NSFetchRequestResult>,
    condition: PredicateTree? = nil,
    shapes: [EntityShape],
    isFinal: Bool,
    in context: NSManagedObjectContext
  ) {
    self.init(shapes: shapes)
    self.context = context
    self.condition = condition
    stores = request.affectedStores
    let asked = NSFetchRequest<any NSFetchRequestResult>(copying: request)
    asked.entity = shapes.first?.entity
    asked.resultType = .managedObjectResultType
    asked.propertiesToFetch = nil
    asked.propertiesToGroupBy = nil
    asked.havingPredicate = nil
    asked.fetchOffset = 0
    asked.includesPropertyValues = request.wantsValuesAtOnce
    let (end, overflow) = request.fetchOffset.addingReportingOverflow(request.fetchLimit)
    asked.fetchLimit = request.fetchLimit > 0 && isFinal && !overflow ? end : 0
    if isFinal { window = (max(0, request.fetchOffset), max(0, request.fetchLimit)) }
    self.request = asked
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
