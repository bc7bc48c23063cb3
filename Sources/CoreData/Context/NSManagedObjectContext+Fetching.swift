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
    return try FetchOperation(request, in: self).objects().count
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
    var objects = try source.fetch(storeFetch).references
      .compactMap { context.object(for: $0) }
    if includesPendingChanges {
      objects.removeAll(where: \.isDeleted)
      objects += insertedObjects
    }
    if let predicate { objects = objects.filter { predicate.evaluate(with: $0) } }
    if !sortDescriptors.isEmpty { objects = sorted(objects) }
    objects = Array(objects.dropFirst(window.offset))
    return window.limit > 0 ? Array(objects.prefix(window.limit)) : objects
  }

  private var insertedObjects: [NSManagedObject] {
    let numbers = Set(shapes.map(\.number))
    return context.listed.filter { $0.isInserted && numbers.contains($0.shape.number) }
  }

  private func sorted(_ objects: [NSManagedObject]) -> [NSManagedObject] {
    objects.enumerated().sorted { left, right in
      for descriptor in sortDescriptors {
        switch descriptor.compare(left.element, to: right.element) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: continue
        }
      }
      return left.offset < right.offset
    }.map(\.element)
  }
}

extension EntityShape {
  /// The entity itself and all that inherit from it.
  var subtree: [EntityShape] { [self] + subshapes.flatMap(\.subtree) }
}
