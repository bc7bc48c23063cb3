import Foundation
import ManagedModel
import ObjectRows

/// Executes a fetch request, on the objects in the stores and in memory.
struct FetchOperation {
  private let context: NSManagedObjectContext
  private let request: NSFetchRequest<any NSFetchRequestResult>
  private let storeFetch: StoreFetch
  private let changes: PendingChanges

  /// Whether the offset and the limit of the request are applied to the objects.
  private let isWindowed: Bool

  private var shapes: [EntityShape] { storeFetch.shapes }

  // Inlined, like `count()`, so that the caller's references need not be retained again.
  @inline(__always)
  init(
    _ asked: NSFetchRequest<any NSFetchRequestResult>,
    in context: NSManagedObjectContext
  ) throws {
    let shape = try RequestedEntity.shape(of: asked, in: context)
    let condition = try asked.predicate?.requestCondition
    try RequestCheck(shape).check(asked, condition)
    if asked.entity == nil { asked.settle(on: shape) }
    if let answered = try condition?.answeringFetches() {
      let request = NSFetchRequest<any NSFetchRequestResult>(copying: asked)
      request.predicate = answered
      self.init(request, try answered.requestCondition, shape, in: context)
    } else {
      self.init(asked, condition, shape, in: context)
    }
  }

  /// Creates the operation for a valid request without fetches in its condition.
  @inline(__always)
  private init(
    _ request: NSFetchRequest<any NSFetchRequestResult>,
    _ condition: consuming PredicateStorage?,
    _ shape: EntityShape,
    in context: NSManagedObjectContext
  ) {
    let shapes = request.includesSubentities ? shape.subtree : [shape]
    self.context = context
    self.request = request
    changes = PendingChanges(for: request, shapes, in: context)
    storeFetch = StoreFetch(
      request,
      condition: condition,
      shapes: shapes,
      isFinal: changes.isEmpty,
      in: context
    )
    isWindowed = true
  }

  /// The fetch of a child context, executed by its parent with the parent's unsaved changes.
  ///
  /// It is nil if the parent has changed none of the objects concerned; then its source executes the fetch.
  ///
  /// - Parameters:
  ///   - question: The fetch of the child.
  ///   - context: The parent.
  init?(answering question: StoreFetch, in context: NSManagedObjectContext) {
    guard context.hasChanges, let request = question.requestOfStore else { return nil }
    // The parent is the store of the child, whether or not the child excludes its own changes.
    request.includesPendingChanges = true
    request.returnsObjectsAsFaults = true
    request.fetchOffset = question.window?.offset ?? 0
    request.fetchLimit = question.window?.limit ?? 0
    changes = PendingChanges(for: request, question.shapes, in: context)
    guard !changes.isEmpty else { return nil }
    self.context = context
    self.request = request
    isWindowed = question.window != nil
    storeFetch = StoreFetch(
      request,
      condition: question.condition,
      shapes: question.shapes,
      isFinal: false,
      in: context
    )
  }

  /// Returns the results of the request, of its result type.
  func results() throws -> [AnyObject] {
    switch request.resultType {
    case .managedObjectIDResultType: return try identifiers()
    case .countResultType: return [NSNumber(value: try count())]
    case .dictionaryResultType: return try DictionaryFetch(request, shapes, in: context).results()
    default:
      let objects = try self.objects()
      try FetchFollowUp(request, in: context).run(for: objects)
      // A conversion would examine each object.
      return unsafeBitCast(objects, to: [AnyObject].self)
    }
  }

  /// Whether all possible results are known to be of a type.
  ///
  /// Contexts create objects of the class in the model. Objects that a program has created with another class count
  /// as strangers.
  func yieldsOnly<T>(_ type: T.Type) -> Bool {
    guard request.resultType == .managedObjectResultType, let first = shapes.first else {
      return false
    }
    guard !first.binding.hasStrangers else { return false }
    return (shapes.count == 1 || first.binding.isUniform) && first.binding.objectClass is T.Type
  }

  /// Returns the objects in the form of a row source, without their rows.
  func result() throws -> StoreFetchResult {
    var result = StoreFetchResult(references: try objects().map(\.reference))
    result.isFiltered = true
    result.isSorted = true
    result.isWindowed = isWindowed
    return result
  }

  /// The objects, in order.
  func objects() throws -> [NSManagedObject] {
    guard let source = context.source else { return [] }
    return objects(of: try source.fetch(storeFetch))
  }

  /// The objects for the results of the stores.
  private func objects(of found: consuming StoreFetchResult) -> [NSManagedObject] {
    var objects = context.objects(
      for: found.references,
      rows: found.rows,
      asFaults: request.returnsObjectsAsFaults || request.isBatched
    )
    if !changes.isEmpty { changes.overlay(on: &objects, isFiltered: found.isFiltered) }
    if let predicate = request.predicate, !found.isFiltered {
      let databases = found.databases
      objects = ObjectFilter.objects(objects, where: predicate) { object in
        databases.contains(object.reference.store) && !changes.contain(object)
      }
    }
    if !found.isSorted || !changes.isEmpty {
      objects = sorted(objects)
    }
    return found.isWindowed ? objects : request.window(of: objects)
  }

  /// The sorted objects; equal ones in the order of their references, as stores sort them.
  private func sorted(_ objects: [NSManagedObject]) -> [NSManagedObject] {
    guard let descriptors = request.sortDescriptors, !descriptors.isEmpty else { return objects }
    return objects.sorted { $0.reference.precedes($1.reference) }.sorted(by: descriptors)
  }

  /// The IDs of the objects; the objects need not be created if the result of the store is exact.
  private func identifiers() throws -> [NSManagedObjectID] {
    guard let source = context.source else { return [] }
    let found = try source.fetch(storeFetch)
    // Only contexts have the objects that a parent has inserted.
    guard changes.isEmpty, found.isExact, !found.references.contains(where: \.isTemporary),
      let coordinator = context.rootCoordinator
    else {
      return objects(of: found).map(\.objectID)
    }
    return found.references.compactMap { reference in
      context.identity[reference]?.objectID ?? coordinator.objectID(for: reference)
    }
  }

  /// The number of objects.
  @inline(__always)
  func count() throws -> Int {
    if changes.isEmpty {
      if let count = try context.source?.count(storeFetch) { return count }
    } else if let stored = try context.source?.count(changes.excluded(from: storeFetch)) {
      return request.window(ofCount: stored + changes.matching.count)
    }
    return try objects().count
  }
}

extension NSFetchRequest {
  /// The part of all results within the offset and the limit.
  final func window<Result>(of results: [Result]) -> [Result] {
    guard fetchOffset > 0 || fetchLimit > 0 else { return results }
    let rest = results.dropFirst(max(0, fetchOffset))
    return Array(fetchLimit > 0 ? rest.prefix(fetchLimit) : rest)
  }

  /// The number of results within the offset and the limit.
  final func window(ofCount count: Int) -> Int {
    let rest = max(0, count - max(0, fetchOffset))
    return fetchLimit > 0 ? min(rest, fetchLimit) : rest
  }
}

/// Looks up the entity of a request in the model of a context.
enum RequestedEntity {
  static func shape(
    of request: NSFetchRequest<any NSFetchRequestResult>,
    in context: NSManagedObjectContext
  ) throws -> EntityShape {
    guard let coordinator = context.rootCoordinator else {
      throw StoreFailure.error(NSCoreDataError, "The context has no coordinator to fetch from.")
    }
    guard let name = request.entityName, !name.isEmpty else {
      throw StoreFailure.error(NSCoreDataError, "A fetch request must have an entity.")
    }
    guard let shape = coordinator.shape(named: name) else {
      throw StoreFailure.error(NSCoreDataError, "The model has no entity named '\(name)'.")
    }
    return shape
  }
}

extension StoreFetchResult {
  /// Whether nothing remains to be done.
  fileprivate var isExact: Bool { isFiltered && isSorted && isWindowed }
}
