/// A store whose objects are all in memory.
final class RowTableAdapter: StoreAdapter {
  let table: RowTable
  private let slot: StoreSlot

  /// Writes the table to where it is kept, when it has changed.
  private let write: ((RowTable) throws -> Void)?

  init(slot: StoreSlot, table: RowTable, write: ((RowTable) throws -> Void)? = nil) {
    self.slot = slot
    self.table = table
    self.write = write
  }

  func fetch(_ request: StoreFetch) throws -> StoreFetchResult {
    StoreFetchResult(references: request.shapes.flatMap { table.references(ofEntity: $0.number) })
  }

  func row(for reference: Reference, of shape: EntityShape) throws -> Row? {
    table[reference]?.row
  }

  func related(to reference: Reference, of shape: EntityShape, at index: Int) throws -> [Reference]
  {
    table[reference]?.toMany[index] ?? []
  }

  func permanentReferences(for objects: [NSManagedObject]) throws -> [Reference] {
    objects.map { object in
      Reference(number: table.nextNumber(), entity: object.shape.number, store: slot.number)
    }
  }

  func save(_ changes: StoreChanges) throws {
    guard let write else { return change(changes) }
    let touched = (changes.deleted + changes.inserted + changes.updated).map(\.reference)
    let before = touched.map { (reference: $0, entry: table[$0]) }
    change(changes)
    do {
      try write(table)
    } catch {
      for (reference, entry) in before {
        if let entry { table.put(entry, for: reference) } else { table.remove(reference) }
      }
      throw error
    }
  }

  private func change(_ changes: StoreChanges) {
    for object in changes.deleted { table.remove(object.reference) }
    for object in changes.inserted + changes.updated { put(object) }
  }

  /// Keeps the values of an object as they are now.
  private func put(_ object: NSManagedObject) {
    guard let row = object.row else { return }
    var entry = RowTable.Entry(row: row.copyForStore(object.shape))
    entry.row.version = (table[object.reference]?.row.version ?? 0) + 1
    entry.toMany = table[object.reference]?.toMany ?? [:]
    for index in object.shape.relationships {
      guard case .toMany(let objects) = object.relatedSlot(index) else { continue }
      entry.toMany[index] =
        objects.isLoaded
        ? (objects.isOrdered ? objects.order : Array(objects.members)).map(\.reference)
        : merged(entry.toMany[index] ?? [], with: objects)
    }
    table.put(entry, for: object.reference)
  }

  /// What a relationship leads to that was changed without being loaded.
  private func merged(_ stored: [Reference], with objects: ToManyObjects) -> [Reference] {
    let removed = Set(objects.removed.map(\.reference))
    let kept = stored.filter { !removed.contains($0) }
    let present = Set(kept)
    return kept + objects.added.map(\.reference).filter { !present.contains($0) }
  }

  func text(of reference: Reference) -> String { String(reference.number) }

  func reference(of text: String, entity: EntityShape) -> Reference? {
    Int64(text).map { Reference(number: $0, entity: entity.number, store: slot.number) }
  }
}

extension GeneratedCode1.Row {
  /// A row of which a store may share: a copy without the values of transient properties.
  func copyForStore(_ shape: EntityShape) -> Row {
    let copy = copy()
    for (index, slot) in shape.slots.enumerated() where slot.isTransient {
      copy.setValue(.none, at: index)
    }
    return copy
  }
}
