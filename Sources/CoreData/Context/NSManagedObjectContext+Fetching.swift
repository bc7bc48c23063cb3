import Foundation

extension NSManagedObjectContext {
  /// What a request asks for.
  public final func fetch<T: NSFetchRequestResult>(_ request: NSFetchRequest<T>) throws -> [T] {
    try FetchedResults.typed(fetchResults(of: request))
  }

  /// What a request asks for, whatever it is.
  @_disfavoredOverload
  public final func fetch(_ request: NSFetchRequest<any NSFetchRequestResult>) throws -> [Any] {
    try fetchResults(of: request)
  }

  /// How many objects a request would find.
  public final func count<T: NSFetchRequestResult>(for request: NSFetchRequest<T>) throws -> Int {
    confirmQueue()
    return try FetchOperation(request, in: self).count()
  }

  private func fetchResults<T>(of request: NSFetchRequest<T>) throws -> [AnyObject] {
    confirmQueue()
    takeMail()
    let objects = try FetchOperation(request, in: self).objects()
    switch request.resultType {
    case .managedObjectIDResultType: return objects.map(\.objectID)
    case .countResultType: return [NSNumber(value: objects.count)]
    default:
      if !request.returnsObjectsAsFaults { for object in objects { object.fireFault() } }
      return objects
    }
  }
}

/// The results of a fetch, as the type that the request was made for.
private enum FetchedResults {
  static func typed<T: NSFetchRequestResult>(_ results: [AnyObject]) throws -> [T] {
    // `any NSFetchRequestResult` is one word, as every object is, and a marker that no cast knows.
    guard T.self is AnyObject.Type else { return unsafeBitCast(results, to: [T].self) }
    return results.compactMap { $0 as? T }
  }
}

/// Finds the objects of a request, among those in the stores and among those in memory.
struct FetchOperation {
  private let context: NSManagedObjectContext
  private let shapes: [EntityShape]
  private let predicate: NSPredicate?
  private let sortDescriptors: [NSSortDescriptor]
  private let includesPendingChanges: Bool
  private let window: (offset: Int, limit: Int)
  private let storeFetch: StoreFetch

  init<T>(_ request: NSFetchRequest<T>, in context: NSManagedObjectContext) throws {
    self.context = context
    shapes = try Self.shapes(of: request, in: context)
    predicate = request.predicate
    sortDescriptors = request.sortDescriptors ?? []
    includesPendingChanges = request.includesPendingChanges
    window = (max(0, request.fetchOffset), max(0, request.fetchLimit))
    storeFetch = StoreFetch(request, shapes: shapes, in: context)
  }

  private static func shapes<T>(
    of request: NSFetchRequest<T>,
    in context: NSManagedObjectContext
  ) throws -> [EntityShape] {
    let name = request.entityName ?? ""
    guard let shape = context.rootCoordinator?.shapes.first(where: { $0.name == name }) else {
      throw NSError.coreData(
        NSCoreDataError,
        [NSLocalizedDescriptionKey: "The model has no entity named '\(name)'."]
      )
    }
    return request.includesSubentities ? shape.subtree : [shape]
  }

  /// The objects, in order.
  func objects() throws -> [NSManagedObject] {
    guard let source = context.source else { return [] }
    let found = try source.fetch(storeFetch)
    var objects = found.references.compactMap { context.object(for: $0) }
    let changed = includesPendingChanges ? changedObjects : []
    if !changed.isEmpty { overlay(changed, on: &objects, isFiltered: found.isFiltered) }
    if let predicate, !found.isFiltered {
      objects = objects.filter { predicate.evaluate(with: $0) }
    }
    if !sortDescriptors.isEmpty, !found.isSorted || !changed.isEmpty { objects = sorted(objects) }
    if found.isWindowed { return objects }
    objects = Array(objects.dropFirst(window.offset))
    return window.limit > 0 ? Array(objects.prefix(window.limit)) : objects
  }

  /// How many objects there are.
  func count() throws -> Int {
    if storeFetch.window != nil, let count = try context.source?.count(storeFetch) {
      return count
    }
    return try objects().count
  }

  /// The objects of the wanted entities that are not as they are in the store.
  private var changedObjects: [NSManagedObject] {
    let numbers = Set(shapes.map(\.number))
    return context.listed.filter { $0.hasChanges && numbers.contains($0.shape.number) }
  }

  /// Judges changed objects by what they are in memory.
  private func overlay(
    _ changed: [NSManagedObject],
    on objects: inout [NSManagedObject],
    isFiltered: Bool
  ) {
    guard isFiltered else {
      objects.removeAll(where: \.isDeleted)
      objects += changed.filter(\.isInserted)
      return
    }
    let present = Set(objects.lazy.filter(\.hasChanges))
    let matching = changed.filter { object in
      !object.isDeleted && (predicate?.evaluate(with: object) ?? true)
    }
    let kept = Set(matching)
    objects.removeAll { $0.hasChanges && !kept.contains($0) }
    objects += matching.filter { !present.contains($0) }
  }

  /// The objects in their order; equal ones in the order of their references, as stores sort them.
  private func sorted(_ objects: [NSManagedObject]) -> [NSManagedObject] {
    objects.sorted { $0.reference.precedes($1.reference) }.sorted(by: sortDescriptors)
  }
}

extension EntityShape {
  /// The entity itself and all that inherit from it.
  var subtree: [EntityShape] { [self] + subshapes.flatMap(\.subtree) }
}
