import Foundation

extension StoreFetch {
  /// The question of a program, with the request in a form that stores can answer.
  ///
  /// What the context changes in the answer comes later: objects that are not saved are added, others are
  /// left out. So the store is asked for objects, and for as many as may be needed.
  init<T>(
    _ request: NSFetchRequest<T>,
    shapes: [EntityShape],
    in context: NSManagedObjectContext
  ) {
    self.init(shapes: shapes)
    self.context = context
    stores = request.affectedStores
    let asked = NSFetchRequest<any NSFetchRequestResult>(copying: request)
    asked.entity = shapes.first?.entity
    asked.resultType = .managedObjectResultType
    asked.propertiesToFetch = nil
    asked.propertiesToGroupBy = nil
    asked.havingPredicate = nil
    asked.fetchOffset = 0
    let numbers = Set(shapes.map(\.number))
    let isAffected =
      request.includesPendingChanges
      && context.listed.contains { $0.hasChanges && numbers.contains($0.shape.number) }
    let (end, overflow) = request.fetchOffset.addingReportingOverflow(request.fetchLimit)
    asked.fetchLimit = request.fetchLimit > 0 && !isAffected && !overflow ? end : 0
    if !isAffected { window = (max(0, request.fetchOffset), max(0, request.fetchLimit)) }
    self.request = asked
  }
}
