import Foundation
import ObjectRows

/// Copies all objects of an open store into another open one of the same coordinator.
///
/// It runs no code of the program: objects are neither awakened nor validated. All objects are copied from one
/// snapshot of the store, whatever other programs write meanwhile.
struct StoreCopier {
  private let source: OpenStore

  /// The rows of the source at the time when the copier was created.
  private let rows: any WholeStoreSource
  private let destination: OpenStore
  private let shapes: [EntityShape]
  private let context: NSManagedObjectContext

  init(
    from source: OpenStore,
    to destination: OpenStore,
    in coordinator: NSPersistentStoreCoordinator
  ) throws {
    self.source = source
    let keeper = source.adapter as? any GenerationKeeping
    rows = try keeper?.keepRows(mayHoldUpWriters: true) ?? source.adapter
    self.destination = destination
    shapes = coordinator.shapes.filter { source.entities.contains($0.number) && !$0.isAbstract }
    context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
  }

  /// Copies, and returns the old and the new ID of each object.
  ///
  /// - Throws: An error if an object or a value cannot be copied because the program does not know the entity or
  ///   cannot read the value, unless the options of the destination allow the loss.
  func copy() throws -> [[NSManagedObjectID]] {
    if !allowsDataLoss {
      try source.requireKnownObjects(besides: Set(shapes.map(\.number)), in: rows)
    }
    let references = try shapes.flatMap {
      try rows.fetch(StoreFetch(shapes: [$0])).references
    }
    var copies: [Reference: NSManagedObject] = [:]
    var order: [(old: Reference, copy: NSManagedObject)] = []
    for reference in references where copies[reference] == nil {
      guard let shape = shapes.first(where: { $0.number == reference.entity }),
        let row = try rows.row(for: reference, of: shape)
      else { continue }
      try requireReadable(reference, shape, row)
      let copy = NSManagedObject(entity: shape.entity, insertInto: nil)
      copy.row = row.copy()
      copy.row?.version = 0
      copies[reference] = copy
      order.append((reference, copy))
    }
    try giveReferences(order.map(\.copy))
    for (old, copy) in order { try connect(copy, as: old, among: copies) }
    copyMetadata()
    let changes = StoreChanges(to: destination.adapter, of: context)
    try changes.insert(order.map(\.copy))
    try destination.adapter.save(changes)
    destination.store.hasUnsavedMetadata = false
    return order.compactMap { old, copy in
      context.rootCoordinator?.objectID(for: old).map { [$0, copy.objectID] }
    }
  }

  private func requireReadable(_ reference: Reference, _ shape: EntityShape, _ row: Row) throws {
    if allowsDataLoss { return }
    let names = try rows.unreadableProperties(of: reference, shape, row)
    guard let name = names.first else { return }
    throw StoreFailure.error(
      NSPersistentStoreOperationError,
      "The program cannot read a value of \(shape.name).\(name), which the copy of the store would lack. "
        + "OpenCoreDataAllowsDataLossOption allows the loss.",
      url: source.store.url
    )
  }

  private var allowsDataLoss: Bool {
    let option = destination.store.options?[OpenCoreDataAllowsDataLossOption] as? NSNumber
    return option?.boolValue == true
  }

  private func giveReferences(_ copies: [NSManagedObject]) throws {
    for copy in copies {
      copy.state.insert(.isInserted)
      context.register(copy)
    }
    let references = try destination.adapter.permanentReferences(for: copies)
    for (copy, reference) in zip(copies, references) { context.rename(copy, to: reference) }
  }

  /// Connects a copy to the copies of the original's destinations.
  private func connect(
    _ copy: NSManagedObject,
    as old: Reference,
    among copies: [Reference: NSManagedObject]
  ) throws {
    for index in copy.shape.relationships {
      switch copy.shape.slots[index].kind {
      case .toOne:
        let end = (copy.row?.value(at: index).reference).flatMap { copies[$0] }
        copy.row?.setValue(.reference(end?.reference ?? .none), at: index)
        copy.setRelatedSlot(.toOne(end), at: index)
      case .toMany(let isOrdered):
        let ends = try rows.related(to: old, of: copy.shape, at: index)
          .references.compactMap { copies[$0] }
        let objects = ToManyObjects(isOrdered: isOrdered, isLoaded: true)
        for end in ends { objects.insert(end) }
        copy.setRelatedSlot(.toMany(objects), at: index)
      case .attribute, .fetched, .other: break
      }
    }
  }

  /// Copies the metadata except for the entries that belong to the store itself.
  private func copyMetadata() {
    var metadata = source.store.metadata ?? [:]
    for key in [NSStoreTypeKey, NSStoreUUIDKey] { metadata[key] = destination.store.metadata?[key] }
    destination.store.metadata = metadata
  }
}

extension OpenStore {
  /// Throws if a copy of the objects of some entities, or of all that the program knows, would not contain the whole
  /// store.
  func requireKnownObjects(
    besides copied: Set<Int>? = nil,
    in rows: (any WholeStoreSource)? = nil
  ) throws {
    let unknown = try (rows ?? adapter).objects(besides: copied ?? entities)
    guard !unknown.isEmpty else { return }
    let list = unknown.sorted { $0.key < $1.key }.map { "\($0.value) of \($0.key)" }
    throw StoreFailure.error(
      NSPersistentStoreOperationError,
      "The store has objects of entities that the program does not know, which a copy would lack: "
        + "\(list.joined(separator: ", ")). OpenCoreDataAllowsDataLossOption allows the loss.",
      url: store.url
    )
  }
}
