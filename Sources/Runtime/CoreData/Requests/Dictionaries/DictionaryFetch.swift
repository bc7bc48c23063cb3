import Foundation

/// Executes a request for dictionaries, on saved objects.
///
/// The store executes it if it can. Otherwise the objects are fetched in a separate context, without unsaved changes.
struct DictionaryFetch {
  private let request: NSFetchRequest<any NSFetchRequestResult>
  private let shapes: [EntityShape]
  private let plan: DictionaryPlan
  private let context: NSManagedObjectContext

  init(
    _ request: NSFetchRequest<any NSFetchRequestResult>,
    _ shapes: [EntityShape],
    in context: NSManagedObjectContext
  ) throws {
    guard let shape = shapes.first else {
      throw RequestCheck.failure("A fetch request must have an entity.")
    }
    self.request = request
    self.shapes = shapes
    self.context = context
    plan = try DictionaryPlanner.plan(request, shape)
  }

  func results() throws -> [NSDictionary] {
    let root = context.farthestAncestor
    // The generation of an ancestor is changed on its queue.
    return root === context
      ? try results(from: root) : try root.queue.sync { try results(from: root) }
  }

  private func results(from root: NSManagedObjectContext) throws -> [NSDictionary] {
    let asked = StoreFetch(request, shapes: shapes, isFinal: true, in: root)
    if let found = try root.source?.dictionaries(asked, plan) { return found }
    let saved = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    saved.coordinator = root.coordinator
    saved.generation = root.generation
    let objects = try FetchOperation(plainRequest, in: saved).objects()
    return withExtendedLifetime(saved) {
      DictionaryEvaluation(plan, request, shapes[0]).dictionaries(of: objects)
    }
  }

  /// The request for the objects.
  private var plainRequest: NSFetchRequest<any NSFetchRequestResult> {
    let request = NSFetchRequest<any NSFetchRequestResult>(copying: self.request)
    request.resultType = .managedObjectResultType
    request.includesPendingChanges = false
    request.sortDescriptors = nil
    request.propertiesToFetch = nil
    request.propertiesToGroupBy = nil
    request.havingPredicate = nil
    request.relationshipKeyPathsForPrefetching = nil
    request.fetchLimit = 0
    request.fetchOffset = 0
    return request
  }
}
