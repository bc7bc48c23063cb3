import Foundation
import ObjectRows

extension NSManagedObjectContext {
  /// Returns the objects that match a request, including unsaved changes of this context.
  ///
  /// Registered objects are returned as they are, with their unsaved changes. The others are faults with prefetched
  /// rows, so that using them needs no further statement.
  ///
  /// ```swift
  /// let request: NSFetchRequest<Player> = Player.fetchRequest()
  /// request.predicate = NSPredicate(format: "team.name == %@", "Wanderers")
  /// let players = try context.fetch(request)
  /// ```
  ///
  /// - Throws: ``NSPersistentStoreInvalidTypeError`` and similar errors for a request that no store can execute; an
  ///   error if a result is of another type than `T`, as with an `NSFetchRequest<Player>` whose `resultType` asks for
  ///   dictionaries; the store's errors.
  public final func fetch<T: NSFetchRequestResult>(_ request: NSFetchRequest<T>) throws -> [T] {
    confirmQueue()
    applyRenamedReferences()
    let operation = try FetchOperation(request.ofAnyResults, in: self)
    return try FetchedResults.typed(try operation.results(), areKnown: operation.yieldsOnly(T.self))
  }

  /// Returns the number of objects that match a request, without creating any of them.
  ///
  /// Unsaved changes are counted if the request includes them. The database counts, at the cost of a `SELECT COUNT`.
  ///
  /// ```swift
  /// let number = try context.count(for: Player.fetchRequest())
  /// ```
  ///
  /// - Throws: The errors of `fetch(_:)`.
  public final func count<T: NSFetchRequestResult>(for request: NSFetchRequest<T>) throws -> Int {
    confirmQueue()
    applyRenamedReferences()
    return try FetchOperation(request.ofAnyResults, in: self).count()
  }

  final func fetchResults<T>(of request: NSFetchRequest<T>) throws -> [AnyObject] {
    confirmQueue()
    applyRenamedReferences()
    return try FetchOperation(request.ofAnyResults, in: self).results()
  }
}

extension NSManagedObjectContext {
  /// Returns the object with an ID: a fault if it is not registered yet, whether or not there is such an object.
  final func knownObject(with objectID: NSManagedObjectID) -> NSManagedObject {
    let coordinator = rootCoordinator
    let reference = reference(of: objectID, in: coordinator)
    if let object = identity[reference] { return object }
    return makeFault(reference, of: shape(of: objectID, in: coordinator))
  }

  /// Returns the object with an ID, with its values.
  ///
  /// Throws if there is no such object (`NSManagedObjectReferentialIntegrityError`).
  final func confirmedObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
    let coordinator = rootCoordinator
    let reference = reference(of: objectID, in: coordinator)
    let arrivals = identity.arrivals
    let known = identity[reference]
    if let known, !known.backIfStored().isFault {
      if !known.state.contains(.isInaccessible) { return known }
    } else {
      let shape = shape(of: objectID, in: coordinator)
      if let row = try sourceRow(for: reference, of: shape) {
        // Code of the program, which may run in a parent, can have registered the object meanwhile.
        let object =
          (arrivals == identity.arrivals ? known : identity[reference])
          ?? makeFault(reference, of: shape)
        if object.isFault { object.fill(with: row) }
        return object
      }
    }
    throw NSError.coreData(
      NSManagedObjectReferentialIntegrityError,
      [NSAffectedObjectsErrorKey: [objectID]]
    )
  }

  /// The shape of an ID's entity in the model of this context, whose coordinator is given.
  private func shape(
    of objectID: NSManagedObjectID,
    in coordinator: NSPersistentStoreCoordinator?
  ) -> EntityShape {
    guard let coordinator else { return objectID.entity.shape }
    if let shape = coordinator.shape(number: objectID.reference.entity),
      shape.entity === objectID.entity
    {
      return shape
    }
    let name = objectID.entity.name
    return coordinator.shapes.first { $0.name == name } ?? objectID.entity.shape
  }

  /// Assigns permanent IDs to new objects.
  final func givePermanentIDs(to objects: [NSManagedObject]) throws {
    guard let coordinator = rootCoordinator else { return }
    var seen = Set<ObjectIdentifier>(minimumCapacity: objects.count)
    let objects = objects.filter { seen.insert(ObjectIdentifier($0)).inserted }
    try obtainPermanentIDsOfTwins(of: objects)
    try coordinator.lock.withLock {
      try SaveOperation(self, to: coordinator).obtainPermanentReferences(for: objects)
    }
    publishReferences()
  }

  /// Chooses the store of a new object.
  final func choose(_ store: NSPersistentStore, for object: Any) {
    guard let object = object as? NSManagedObject else { return }
    precondition(
      !object.state.contains(.isStored),
      "Can't reassign an object to a different store once it has been saved."
    )
    object.needRareState().assignedStore = store
  }

  /// Makes the next save check whether an unchanged object was changed elsewhere.
  final func watchForConflicts(of object: NSManagedObject) {
    object.state.insert(.wantsConflictCheck)
    trackChanges(of: object)
  }
}

extension NSManagedObjectContext {
  /// Returns the results of a fetched property, for one of its objects.
  ///
  /// They are empty if the request fails, because a getter cannot throw.
  final func results(of object: NSManagedObject, at index: Int) -> [NSManagedObject] {
    guard let property = object.shape.properties[index] as? NSFetchedPropertyDescription,
      let written = property.fetchRequest
    else { return [] }
    let request = NSFetchRequest<NSManagedObject>(copying: written)
    // The value of a fetched property is objects, whatever the request's result type.
    request.resultType = .managedObjectResultType
    request.predicate = written.predicate?.withSubstitutionVariables([
      "FETCH_SOURCE": object, "FETCHED_PROPERTY": property,
    ])
    return (try? fetch(request)) ?? []
  }
}

extension NSManagedObjectContext {
  /// Executes a request in the stores; the objects of the context are not updated.
  final func result(of request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
    confirmQueue()
    switch request {
    case let request as any AsynchronousRequesting: return request.start(in: self)
    case let request as any FetchRequesting: return try request.result(in: self)
    default: break
    }
    guard let coordinator = rootCoordinator else {
      throw StoreFailure.error(NSCoreDataError, "The context has no coordinator.")
    }
    let result = try coordinator.execute(request, with: self)
    if let result = result as? NSPersistentStoreResult { return result }
    return NSPersistentStoreResult()
  }
}

extension NSManagedObjectContext {
  /// The author of the changes by a request of this context: its own, or that of the nearest ancestor with one.
  final var authorOfTransactions: String? {
    transactionAuthor ?? parentContext?.authorOfTransactions
  }
}

extension FetchRequesting {
  /// Returns the objects that match in a context, without its unsaved changes.
  fileprivate func result(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    let results = try results(in: context) as? [any NSFetchRequestResult] ?? []
    return NSAsynchronousFetchResult(of: NSFetchRequest(), results, in: context)
  }
}

extension NSFetchRequest {
  /// Executes the request with the context in whose block the call is made.
  ///
  /// Outside of a context's `perform(_:)` and similar there is no such context, and an error is thrown; Core Data
  /// raises an exception.
  ///
  /// ```swift
  /// let players = try context.performAndWait { try Player.fetchRequest().execute() }
  /// ```
  public func execute() throws -> [ResultType] {
    guard let context = QueueFrame.current?.context else {
      throw StoreFailure.error(
        NSCoreDataError,
        "A fetch request can be executed in the work of a context's perform(_:) only."
      )
    }
    return try context.fetch(self)
  }
}

// Requests that a context executes for its children for many objects at once.
extension NSManagedObjectContext {
  final func readRows(of references: [Reference]) throws {
    try queue.sync { try source?.readRows(of: references.map(resolved)) }
  }

  final func related(
    toAll references: [Reference],
    of shape: EntityShape,
    at index: Int
  ) throws -> [Reference: StoreFetchResult]? {
    // Relationships that were changed here are read individually.
    try queue.sync {
      hasChanges || references.contains(where: \.isTemporary)
        ? nil : try source?.related(toAll: references, of: shape, at: index)
    }
  }
}

extension NSManagedObjectContext {
  /// Reads the rows of a whole batch if an object that needs its row is in one.
  final func readBatch(of object: NSManagedObject) throws {
    guard !batches.isEmpty, let batch = batches.take(batchOf: object.reference) else { return }
    let faults = batch.filter { identity[$0]?.isFault ?? false }
    if faults.count > 1 { try source?.readRows(of: faults) }
  }
}
