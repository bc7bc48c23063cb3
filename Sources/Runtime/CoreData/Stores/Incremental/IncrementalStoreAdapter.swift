import Foundation
import ObjectRows

/// The adapter of a coordinator to an incremental store: it converts fetches to requests, and nodes to rows.
final class IncrementalStoreAdapter: StoreAdapter {
  private unowned let store: NSIncrementalStore
  private let names: NamedReferences

  /// The context that is passed to the store if the coordinator does not know the fetching context; it has the
  /// coordinator while it is in use.
  private let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
  private var uses = 0

  /// The members of to-many relationships that nodes contain.
  private var toMany: [Reference: [Int: [Reference]]] = [:]

  init(_ store: NSIncrementalStore, names: NamedReferences) {
    self.store = store
    self.names = names
    context.name = "NSIncrementalStore"
  }

  // MARK: Reading

  func fetch(_ request: StoreFetch) throws -> StoreFetchResult {
    let results: Any
    if let asked = request.requestOfStore {
      results = try store.execute(asked, with: request.context)
    } else {
      results = try request.shapes.flatMap { shape in
        let request = NSFetchRequest<any NSFetchRequestResult>()
        request.entity = shape.entity
        request.includesSubentities = false
        return try withContext { try store.execute(request, with: $0) } as? [Any] ?? []
      }
    }
    let found = results as? [Any] ?? []
    return StoreFetchResult(references: try found.map(reference(ofResult:)))
  }

  private func reference(ofResult result: Any) throws -> Reference {
    switch result {
    case let object as NSManagedObject: return object.reference
    case let id as NSManagedObjectID: return names.reference(of: id)
    default:
      throw StoreFailure.error(
        NSPersistentStoreOperationError,
        "\(type(of: store)) returned a \(type(of: result)) for a fetch request.",
        url: store.url
      )
    }
  }

  func row(for reference: Reference, of shape: EntityShape) throws -> Row? {
    let id = names.id(of: reference, entity: shape.entity)
    let node = try withContext { try store.newValuesForObject(with: id, with: $0) }
    let row = shape.binding.makeRow()
    var known: [Int: [Reference]] = [:]
    for (index, slot) in shape.slots.enumerated() where !slot.isTransient {
      let value = node.value(for: shape.properties[index])
      switch slot.kind {
      case .attribute(let type):
        guard let value, !(value is NSNull) else { continue }
        guard let value = Value(value, for: type) else { throw misfit(value, slot, shape) }
        row.setValue(value, at: index)
      case .toOne:
        let destination = try value ?? self.value(of: shape.properties[index], for: id)
        row.setValue(.reference(try references(in: destination).first ?? .none), at: index)
      case .toMany:
        if let value { known[index] = try references(in: value) }
      case .fetched, .other: break
      }
    }
    toMany[reference] = known.isEmpty ? nil : known
    row.version = Int64(clamping: node.version)
    return row
  }

  private func misfit(_ value: Any, _ slot: PropertyShape, _ shape: EntityShape) -> NSError {
    StoreFailure.error(
      NSCoreDataError,
      "\(type(of: store)) returned a \(type(of: value)) for \(shape.name).\(slot.name).",
      url: store.url
    )
  }

  func related(
    to reference: Reference,
    of shape: EntityShape,
    at index: Int
  ) throws -> StoreFetchResult {
    if let known = toMany[reference]?[index] { return StoreFetchResult(references: known) }
    let id = names.id(of: reference, entity: shape.entity)
    let value = try value(of: shape.properties[index], for: id)
    return StoreFetchResult(references: try references(in: value))
  }

  private func value(
    of property: NSPropertyDescription,
    for id: NSManagedObjectID
  ) throws -> Any {
    guard let relationship = property as? NSRelationshipDescription else { return NSNull() }
    return try withContext {
      try store.newValue(forRelationship: relationship, forObjectWith: id, with: $0)
    }
  }

  private func references(in value: Any) throws -> [Reference] {
    switch value {
    case is NSNull: return []
    case let id as NSManagedObjectID: return [names.reference(of: id)]
    case let object as NSManagedObject: return [object.reference]
    case let set as NSOrderedSet: return try set.array.flatMap(references(in:))
    case let set as NSSet: return try set.allObjects.flatMap(references(in:))
    case let array as [Any]: return try array.flatMap(references(in:))
    default:
      throw StoreFailure.error(
        NSPersistentStoreOperationError,
        "\(type(of: store)) returned a \(type(of: value)) for a relationship.",
        url: store.url
      )
    }
  }

  private func withContext<T>(_ ask: (NSManagedObjectContext) throws -> T) rethrows -> T {
    if uses == 0 { context.persistentStoreCoordinator = store.persistentStoreCoordinator }
    uses += 1
    defer {
      uses -= 1
      if uses == 0 { context.persistentStoreCoordinator = nil }
    }
    return try ask(context)
  }

  func text(of reference: Reference) -> String? { names.text(of: reference) }

  func reference(of text: String, entity: EntityShape) -> Reference? {
    names.reference(ofText: text, shape: entity)
  }

  // MARK: Saving

  func permanentReferences(for objects: [NSManagedObject]) throws -> [Reference] {
    let ids = try store.obtainPermanentIDs(for: objects)
    guard ids.count == objects.count else {
      throw StoreFailure.error(
        NSPersistentStoreOperationError,
        "\(type(of: store)) returned \(ids.count) IDs for \(objects.count) objects.",
        url: store.url
      )
    }
    return ids.map(names.reference(of:))
  }

  func save(_ changes: StoreChanges) throws {
    guard !store.isReadOnly else { throw StoreFailure.readOnly(store) }
    let request = NSSaveChangesRequest(
      inserted: changes.inserted.isEmpty ? nil : Set(changes.inserted),
      updated: changes.updated.isEmpty ? nil : Set(changes.updated),
      deleted: changes.deleted.isEmpty ? nil : Set(changes.deleted),
      locked: nil
    )
    request.affectedStores = [store]
    _ = try store.execute(request, with: changes.context)
    for object in changes.updated + changes.deleted { toMany[object.reference] = nil }
    changes.rows.raiseVersions()
  }
}
