// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import ObjectRows
import SQLDriver

extension NSManagedObjectContext {
  /// The source of the context's rows.
  final var source: (any RowSource)? {
    if let parentContext { return parentContext }
    return generation?.rows ?? coordinator
  }

  /// Fills a fault from the source.
  ///
  /// An object without a row gets no values, and is treated as deleted if the context is set so; one whose row could
  /// not be read gets no values either, but is not treated as deleted.
  final func fillFault(_ object: NSManagedObject) {
    confirmQueue()
    if stalenessInterval < 0 {
      if object.adoptPrefetchedRow(isWatched: watchesAccesses) { return }
      if let row = cachedRow(of: object) {
        countFault(isInMemory: true)
        return object.fill(with: row)
      }
    }
    countFault(isInMemory: false)
    do {
      try readBatch(of: object)
      if let row = try freshRow(of: object) {
        return object.fill(with: row)
      }
      object.becomeInaccessible()
      if shouldHandleInaccessibleFault(object, for: object.objectID, triggeredByProperty: nil) {
        object.state.insert(.isDeleted)
      }
    } catch {
      object.becomeInaccessible()
    }
  }

  /// Counts a fault that had no prefetched row, unless the context is a child of another one.
  private func countFault(isInMemory: Bool) {
    guard let coordinator else { return }
    if counters == nil {
      let made = ContextCounters()
      coordinator.metrics.attach(made)
      counters = made
    }
    guard let counters else { return }
    if isInMemory {
      SQLCounters.add(1, to: counters.hits)
    } else {
      SQLCounters.add(1, to: counters.misses)
    }
  }

  /// The row of an object, if it is in memory and can be used as it is.
  private func cachedRow(of object: NSManagedObject) -> Row? {
    guard let directory, generation == nil, batches.isEmpty else { return nil }
    return directory.cachedRow(for: object.reference)
  }

  /// Makes all faults read their rows from the source, which has changed.
  final func dropPrefetchedRows() {
    guard mayHavePrefetchedRows else { return }
    mayHavePrefetchedRows = false
    for object in identity.objects { object.dropPrefetchedRow() }
  }

  /// Reads the row of an object from the source.
  ///
  /// The age of a row in memory is not known. If the age of values is limited, it is read again.
  final func freshRow(of object: NSManagedObject) throws -> Row? {
    if stalenessInterval >= 0, generation == nil, !object.reference.isTemporary {
      rootCoordinator?.forgetRows(of: SavedChanges(refreshed: [object.reference]))
    }
    return try sourceRow(for: object.reference, of: object.shape)
  }

  /// Returns the row of an object from the source; nil if it has none.
  final func sourceRow(for reference: Reference, of shape: EntityShape) throws -> Row? {
    // Nearly all contexts have a coordinator, which takes less time to call as a class.
    if parentContext == nil, generation == nil {
      return try coordinator?.row(for: reference, of: shape)
    }
    return try source?.row(for: reference, of: shape)
  }

  /// Reads the destinations of a relationship of an object from the store, or from the parent.
  final func readObjects(of object: NSManagedObject, at index: Int) throws -> [NSManagedObject] {
    guard let found = try source?.related(to: object.reference, of: object.shape, at: index) else {
      return []
    }
    return objects(for: found.references, rows: found.rows)
  }
}

extension NSManagedObject {
  /// Leaves the object without values, because it has no row.
  fileprivate final func becomeInaccessible() {
    state.insert(.isInaccessible)
    row = shape.binding.makeRow()
    state.formUnion(.isReadyForChange)
  }
}

/// The generation of the stores that a context sees; a key of notifications.
public let NSManagedObjectContextQueryGenerationKey = "newQueryGeneration"

extension NSManagedObjectContext {
  /// The generation that the context is pinned to; nil if it is not pinned.
  ///
  /// A context with a parent sees what the parent sees, whose queue changes it during each save.
  final var visibleGeneration: NSQueryGenerationToken? {
    if let parentContext { return parentContext.queue.sync { parentContext.visibleGeneration } }
    return generation.map(NSQueryGenerationToken.init)
  }

  /// Pins the context to a generation of the stores, until it saves, merges or is reset; nil unpins it.
  ///
  /// If no store can keep a generation, the context is not pinned.
  final func pin(to generation: NSQueryGenerationToken?) throws {
    guard let coordinator, parentContext == nil else { return }
    guard let generation else {
      self.generation = nil
      return
    }
    self.generation = try generation.generation ?? StoreGeneration(of: coordinator)
  }

  /// Moves a pinned context to the current generation.
  final func advanceGeneration() {
    guard generation != nil, let coordinator else { return }
    // A generation that no store can keep is used without being pinned.
    generation = try? StoreGeneration(of: coordinator)
  }
}

// The source of a context's rows: a coordinator or a parent, not both.
extension NSManagedObjectContext {
  final func attach(to newCoordinator: NSPersistentStoreCoordinator?) {
    if newCoordinator == nil, coordinator == nil { return }
    precondition(
      parentContext == nil,
      "Can't set the persistent store coordinator of a context that has a parent."
    )
    detach()
    coordinator = newCoordinator
    newCoordinator?.managedObjectModel.lock()
    updateFollower()
  }

  final func attach(to newParent: NSManagedObjectContext?) {
    if newParent == nil, parentContext == nil { return }
    precondition(coordinator == nil, "Context already has a coordinator;  cannot replace.")
    precondition(
      newParent?.queue.type != .confinementConcurrencyType,
      "Parent NSManagedObjectContext must use either NSPrivateQueueConcurrencyType or "
        + "NSMainQueueConcurrencyType."
    )
    precondition(newParent?.descends(from: self) != true, "A context can't be its own ancestor.")
    detach()
    parentContext = newParent
    updateFollower()
  }

  /// Disconnects the context from the coordinator or the parent.
  final func detach() {
    guard let dependent else { return }
    coordinator?.dependents.remove(dependent)
    parentContext?.dependents.remove(dependent)
    self.dependent = nil
    coordinator = nil
    parentContext = nil
  }

  /// Registers this context with the coordinator or the parent, and whether it merges automatically.
  final func updateFollower() {
    guard let source = parentContext?.dependents ?? coordinator?.dependents else { return }
    let known = dependent
    let dependent = known ?? DependentContext(self)
    dependent.mergesAutomatically = automaticallyMergesChangesFromParent
    self.dependent = dependent
    if known == nil { source.add(dependent) }
  }

  private func descends(from ancestor: NSManagedObjectContext) -> Bool {
    var next: NSManagedObjectContext? = self
    while let context = next {
      if context === ancestor { return true }
      next = context.parentContext
    }
    return false
  }

  /// Lets contexts that merge automatically merge the saved changes.
  final func broadcast(_ saved: SavedObjects) {
    if let parentContext {
      parentContext.dependents.broadcast(from: self) { SavedChanges(saved, through: parentContext) }
    } else {
      coordinator?.dependents.broadcast(from: self) { SavedChanges(saved) }
    }
    dependents.broadcast(from: self) { SavedChanges(saved, through: self) }
  }
}

extension NSManagedObjectContext {
  /// The root of the chain of parents that this context's changes go through.
  final var farthestAncestor: NSManagedObjectContext {
    var context = self
    while let parent = context.parentContext { context = parent }
    return context
  }

  /// The coordinator of the context or of its farthest ancestor.
  final var rootCoordinator: NSPersistentStoreCoordinator? {
    // Without the search the context need not be retained.
    parentContext == nil ? coordinator : farthestAncestor.coordinator
  }
}

// MARK: Objects and their references

extension NSManagedObjectContext {
  final func objects(in state: ObjectState) -> Set<NSManagedObject> {
    Set(tracked.lazy.filter { $0.state.contains(state) && !$0.state.isGone })
  }

  /// The reference that an ID has in this context; it may come from another coordinator.
  final func reference(of objectID: NSManagedObjectID) -> Reference {
    reference(of: objectID, in: rootCoordinator)
  }

  /// The same, in a context whose coordinator is given.
  final func reference(
    of objectID: NSManagedObjectID,
    in coordinator: NSPersistentStoreCoordinator?
  ) -> Reference {
    applyRenamedReferences()
    return resolved(coordinator?.reference(of: objectID) ?? objectID.reference)
  }

  /// The object with a reference, a fault if it did not exist.
  final func object(for reference: Reference) -> NSManagedObject? {
    if let object = identity[reference] { return object }
    let reference = resolved(reference)
    if let object = identity[reference] { return object }
    applyRenamedReferences()
    if let object = identity[reference] { return object }
    guard let shape = rootCoordinator?.shape(number: reference.entity) else { return nil }
    return makeFault(reference, of: shape)
  }

  /// Gives an object a new reference.
  final func rename(_ object: NSManagedObject, to reference: Reference) {
    rename([object], to: [reference])
  }

  /// Gives objects new references, one for each.
  final func rename(_ objects: [NSManagedObject], to references: [Reference]) {
    noteRenaming(of: objects, to: references)
    identity.rename(objects, to: references)
  }

  /// Adds an object to the context.
  final func register(_ object: NSManagedObject) {
    object.context = self
    if watchesAccesses { object.state.insert(.isWatched) }
    identity.insert(object)
    if retainsRegisteredObjects { retained.insert(object) }
  }

  /// Removes an object from the context; it keeps its values.
  final func unregister(_ object: NSManagedObject) {
    identity.remove(object)
    if !object.reference.isTemporary { identity.coordinator = rootCoordinator }
    retained.remove(object)
    object.context = nil
  }
}

// MARK: The identity map

extension NSManagedObjectContext {
  /// Returns the objects with some references; those that do not exist yet are created.
  ///
  /// - Parameters:
  ///   - references: The references.
  ///   - rows: The rows of some of them, at the same indices, if they are known; they are moved to the objects.
  ///   - asFaults: Whether faults remain faults, with prefetched rows.
  /// - Returns: The objects in the same order.
  final func objects(
    for references: [Reference],
    rows: RowList? = nil,
    asFaults: Bool = true
  ) -> [NSManagedObject] {
    // Objects that were saved since the request was sent may still have temporary references.
    applyRenamedReferences()
    // Initializing an empty array would write to the storage that all empty arrays of the program share.
    if references.isEmpty { return [] }
    identity.reserve(total: references.count)
    let use = RowUse(
      asFaults: asFaults,
      isWatched: watchesAccesses,
      canFaultWithoutContext: !watchesAccesses && stalenessInterval < 0
    )
    if rows != nil, asFaults { mayHavePrefetchedRows = true }
    return [NSManagedObject](unsafeUninitializedCapacity: references.count) { objects, count in
      guard let memory = objects.baseAddress else { return }
      var collector = ObjectCollector(references, rows, use, in: self, to: memory)
      collector.collect()
      count = collector.count
    }
  }

  final func makeFault(_ reference: Reference, of shape: EntityShape) -> NSManagedObject {
    // The shape is immortal, and retains its binding with the maker.
    let maker = shape.unretainedBinding._withUnsafeGuaranteedRef {
      Unmanaged.passUnretained($0.faultMaker)
    }
    let object = maker._withUnsafeGuaranteedRef { maker in
      faultArguments = FaultArguments(reference, maker)
      return maker.objectClass.makeObject(maker.entity, self)
    }
    place(object)
    return object
  }

  /// Registers a fault that has just been created.
  private func place(_ object: NSManagedObject) {
    faultArguments = nil
    identity.insertNew(object)
    if retainsRegisteredObjects { retained.insert(object) }
  }

  /// Returns the arguments for an object that is being created as a fault.
  final func takeFaultArguments() -> FaultArguments? { faultArguments.take() }
}
