import Foundation
import ObjectRows

// The context as the source of its children's rows. All of this runs on the context's own queue; the child waits.
extension NSManagedObjectContext: RowSource {
  final func fetch(_ request: StoreFetch) throws -> StoreFetchResult {
    try queue.sync {
      applyRenamedReferences()
      if let operation = FetchOperation(answering: request, in: self) {
        return try operation.result()
      }
      guard let source else { return StoreFetchResult(references: []) }
      var result = try source.fetch(request)
      // The rows for a child are those of the objects here, if there are any.
      result.rows = nil
      return result
    }
  }

  final func count(_ request: StoreFetch) throws -> Int? {
    try queue.sync {
      applyRenamedReferences()
      if let operation = FetchOperation(answering: request, in: self) {
        return try operation.count()
      }
      return try source?.count(request)
    }
  }

  final func row(for reference: Reference, of shape: EntityShape) throws -> Row? {
    try queue.sync {
      applyRenamedReferences()
      let reference = resolved(reference)
      if let object = identity[reference] {
        if object.isDeleted || object.state.contains(.isInaccessible) { return nil }
        if let row = rowInMemory(of: object) { return row }
      }
      // An object that was never saved may belong to a more distant ancestor.
      if reference.isTemporary, parentContext == nil { return nil }
      return try source?.row(for: reference, of: shape)
    }
  }

  /// The rows of objects that are in memory here, and neither faults nor deleted.
  final func rowsInMemory(of references: [Reference]) -> [Reference: Row] {
    queue.sync {
      var rows: [Reference: Row] = [:]
      for reference in references {
        guard let object = identity[resolved(reference)], !object.isDeleted else { continue }
        rows[object.reference] = rowInMemory(of: object)
      }
      return rows
    }
  }

  private final func rowInMemory(of object: NSManagedObject) -> Row? {
    guard let row = object.row else { return nil }
    // The values of transient properties belong to one context only.
    let isOwn = object.state.contains(.ownsRow) || object.shape.rules.hasTransientAttributes
    return isOwn ? row.copyForStore(object.shape) : row
  }

  final func related(
    to reference: Reference,
    of shape: EntityShape,
    at index: Int
  ) throws -> StoreFetchResult {
    try queue.sync {
      applyRenamedReferences()
      let reference = resolved(reference)
      if let object = identity[reference], case .toMany = object.relatedSlot(index) {
        let members = object.relatedObjects(at: index).lazy.filter { !$0.isDeleted }
        return StoreFetchResult(references: members.map(\.reference))
      }
      let stored = try source?.related(to: reference, of: shape, at: index)
      // Without their rows: this context may have changed the objects since.
      return StoreFetchResult(references: stored?.references ?? [])
    }
  }
}

// MARK: Permanent references

extension NSManagedObjectContext {
  /// The current reference of an object that may have been saved since.
  final func resolved(_ reference: Reference) -> Reference {
    guard reference.isTemporary, !permanentReferences.isEmpty else { return reference }
    return permanentReferences[reference] ?? reference
  }

  /// Applies what the parent has saved: objects get the references of the store.
  final func applyRenamedReferences() {
    guard parentContext != nil, let dependent else { return }
    let renamed = dependent.takeRenamedReferences()
    guard !renamed.isEmpty else { return }
    for reference in renamed {
      if let object = identity[reference.temporary] { rename(object, to: reference.permanent) }
      note(reference)
    }
    provisionalReferences = [:]
  }

  /// Applies what the parent has saved, if the caller may change the context's objects.
  final func applyRenamedReferencesIfCurrent() {
    if parentContext != nil, queue.isCurrent { applyRenamedReferences() }
  }

  /// Obtains permanent IDs from the parent for objects that are inserted there already.
  final func obtainPermanentIDsOfTwins(of objects: [NSManagedObject]) throws {
    guard let parentContext else { return }
    let twins = objects.filter { $0.reference.isTemporary && $0.state.contains(.isStored) }
    guard !twins.isEmpty else { return }
    try parentContext.queue.sync {
      try parentContext.obtainPermanentIDs(
        for: twins.compactMap { parentContext.object(for: $0.reference) }
      )
    }
    applyRenamedReferences()
  }

  /// Records the new references of objects until it is certain that they are kept.
  final func noteRenaming(of objects: [NSManagedObject], to references: [Reference]) {
    if dependents.isEmpty, provisionalReferences.isEmpty { return }
    for (object, new) in zip(objects, references) {
      if new.isTemporary {
        // A save has failed.
        provisionalReferences[new] = nil
      } else if object.reference.isTemporary, !dependents.isEmpty {
        provisionalReferences[object.reference] = new
      }
    }
  }

  /// Sends children the references of objects that have been saved.
  final func publishReferences() {
    for (temporary, permanent) in provisionalReferences {
      note(PermanentReference(temporary: temporary, permanent: permanent))
    }
    provisionalReferences = [:]
  }

  /// Records the reference by which rows and children know an object.
  final func note(_ reference: PermanentReference) {
    guard permanentReferences.updateValue(reference.permanent, forKey: reference.temporary) == nil
    else { return }
    dependents.forward(reference)
  }
}
