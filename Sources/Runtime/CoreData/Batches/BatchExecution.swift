import Foundation
import ObjectRows

/// Executes a batch request in the stores.
struct BatchExecution {
  private let stores: [OpenStore]
  private let context: NSManagedObjectContext
  private let coordinator: NSPersistentStoreCoordinator

  init(
    _ stores: [OpenStore],
    _ context: NSManagedObjectContext,
    _ coordinator: NSPersistentStoreCoordinator
  ) {
    self.stores = stores
    self.context = context
    self.coordinator = coordinator
  }

  func result(of request: NSBatchInsertRequest) throws -> NSBatchInsertResult? {
    let shape = try shape(named: request.entityName)
    guard !shape.isAbstract else {
      throw Self.refusal("Objects of the abstract entity \(shape.name) cannot be inserted.")
    }
    let policy = (context.mergePolicy as? NSMergePolicy)?.mergeType ?? .errorMergePolicyType
    let source = BatchInsertionSource(request, shape, coordinator)
    // New objects go into the first store that may hold them.
    let places = stores.filter { $0.entities.contains(shape.number) }.compactMap(Place.init)
    guard let place = places.first(where: { !$0.store.isReadOnly }) ?? places.first else {
      throw Self.refusal("No open store contains the entity \(shape.name).")
    }
    let references = try work(in: [place]) { adapter in
      try adapter.insert(
        BatchInsertionOrder(shape: shape, context: context, policy: policy, next: source.next)
      )
    }
    let result: Any =
      switch request.resultType {
      case .statusOnly: true
      case .count: references.count
      case .objectIDs: identifiers(references)
      }
    return NSBatchInsertResult(result, request.resultType)
  }

  func result(of request: NSBatchUpdateRequest) throws -> NSBatchUpdateResult? {
    let shape = try shape(named: request.entityName)
    let question = NSFetchRequest<any NSFetchRequestResult>(entityName: shape.name)
    question.predicate = request.predicate
    let fetch = StoreFetch(
      shapes: request.includesSubentities ? shape.subtree : [shape],
      question
    )
    let update = BatchUpdateOrder(
      fetch: fetch,
      shape: shape,
      context: context,
      assignments: try BatchAssignments(request, shape, coordinator).list()
    )
    let references = try work(in: try places(of: fetch)) { try $0.update(update) }
    let result: Any =
      switch request.resultType {
      case .statusOnlyResultType: true
      case .updatedObjectsCountResultType: references.count
      case .updatedObjectIDsResultType: identifiers(references)
      }
    return NSBatchUpdateResult(result, request.resultType)
  }

  func result(of request: NSBatchDeleteRequest) throws -> NSBatchDeleteResult? {
    if let named = request.objectIDs, Set(named.map { $0.entity.name }).count > 1 {
      throw Self.refusal("The objects to delete must be of one entity.")
    }
    var references: [Reference] = []
    if request.objectIDs?.isEmpty != true {
      let asked = request.fetchRequest
      let shape = try shape(named: asked.entityName ?? "")
      let fetch = StoreFetch(
        shapes: asked.includesSubentities ? shape.subtree : [shape],
        asked,
        window: (max(0, asked.fetchOffset), max(0, asked.fetchLimit))
      )
      let deletion = BatchDeletionOrder(fetch: fetch, context: context)
      references = try work(in: try places(of: fetch)) { try $0.delete(deletion) }
    }
    let result: Any =
      switch request.resultType {
      case .resultTypeStatusOnly: true
      case .resultTypeCount: references.count
      case .resultTypeObjectIDs: identifiers(references)
      }
    return NSBatchDeleteResult(result, request.resultType)
  }

  // MARK: Stores

  /// A store that can execute batch requests.
  private struct Place {
    let store: NSPersistentStore
    let adapter: any RequestExecuting

    init?(_ open: OpenStore) {
      guard let adapter = open.adapter as? any RequestExecuting else { return nil }
      store = open.store
      self.adapter = adapter
    }
  }

  /// The stores that may have objects that match.
  ///
  /// - Throws: An error if one of them cannot execute batch requests, and would be left out.
  private func places(of fetch: StoreFetch) throws -> [Place] {
    try stores.filter { $0.isAsked(fetch) }.map { open in
      if let place = Place(open) { return place }
      throw StoreFailure.error(
        NSPersistentStoreUnsupportedRequestTypeError,
        "The store may have matching objects, and cannot execute batch requests; set affectedStores to the stores"
          + " of the request.",
        url: open.store.url
      )
    }
  }

  /// Executes the request in one store after the other, and posts changes for those in which something was changed.
  private func work(
    in places: [Place],
    _ body: (any RequestExecuting) throws -> [Reference]
  ) throws -> [Reference] {
    var all: [Reference] = []
    for place in places {
      let references = try body(place.adapter)
      if !references.isEmpty { StoreChangeRelay.signalChange(of: place.store) }
      all += references
    }
    return all
  }

  private func identifiers(_ references: [Reference]) -> [NSManagedObjectID] {
    references.compactMap(coordinator.objectID(for:))
  }

  private func shape(named name: String) throws -> EntityShape {
    if let shape = coordinator.shapes.first(where: { $0.name == name }) { return shape }
    throw Self.refusal("The model has no entity named '\(name)'.")
  }

  static func refusal(_ reason: String) -> NSError { StoreFailure.error(NSCoreDataError, reason) }
}
