import Foundation

extension StoreFetch {
  /// The question of a program, with the request in a form that stores can answer.
  ///
  /// The context changes the answer later: objects that are not saved are added, others are
  /// left out. So the store is asked for objects, and for as many as may be needed.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - condition: Its predicate, if that was parsed already.
  ///   - shapes: The entities whose objects are wanted.
  ///   - isFinal: Whether the context changes nothing.
  ///   - context: Who asks.
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
  /// Whether the rows of the objects are to be read together with these.
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
