import Foundation

extension NSManagedObjectContext {
  /// What a request asks for.
  public final func fetch<T: NSFetchRequestResult>(_ request: NSFetchRequest<T>) throws -> [T] {
    confirmQueue()
    takeMail()
    let operation = try FetchOperation(request, in: self)
    let objects = try operation.objects()
    switch request.resultType {
    case .managedObjectIDResultType: return FetchedResults.typed(objects.map(\.objectID))
    case .countResultType: return FetchedResults.typed([NSNumber(value: objects.count)])
    default:
      if !request.returnsObjectsAsFaults { for object in objects { object.fireFault() } }
      return FetchedResults.typed(objects, areKnown: operation.yieldsOnly(T.self))
    }
  }

  /// How many objects a request would find.
  public final func count<T: NSFetchRequestResult>(for request: NSFetchRequest<T>) throws -> Int {
    confirmQueue()
    return try FetchOperation(request, in: self).count()
  }

  /// What a request finds, whatever it is.
  final func fetchResults<T>(of request: NSFetchRequest<T>) throws -> [AnyObject] {
    let untyped = NSFetchRequest<any NSFetchRequestResult>(copying: request)
    let results: [any NSFetchRequestResult] = try fetch(untyped)
    return results.map { $0 as AnyObject }
  }
}

/// The results of a fetch, as the type that the request was made for.
private enum FetchedResults {
  /// The objects of the type among some.
  ///
  /// To know that all of them are spares looking at each.
  static func typed<Object: AnyObject, T: NSFetchRequestResult>(
    _ results: [Object],
    areKnown: Bool = false
  ) -> [T] {
    // `any NSFetchRequestResult` is one word, as every object is, and a marker that no cast knows.
    if areKnown || !(T.self is NSObject.Type) { return unsafeBitCast(results, to: [T].self) }
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

  /// Whether all objects that can be found are of a type, as far as their entities tell.
  func yieldsOnly<T>(_ type: T.Type) -> Bool {
    guard let first = shapes.first else { return true }
    return (shapes.count == 1 || first.binding.isUniform) && first.binding.objectClass is T.Type
  }

  /// The objects, in order.
  func objects() throws -> [NSManagedObject] {
    guard let source = context.source else { return [] }
    let found = try source.fetch(storeFetch)
    var objects = context.objects(for: found.references, filledWith: found.rows)
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
