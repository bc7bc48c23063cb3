/// Changes that were made to a table of rows, and can be taken back.
final class RowTableSave: PreparedSave {
  private let table: RowTable
  private let write: (RowTable) throws -> Void

  /// What the table had before.
  private var entries: [(reference: Reference, entry: RowTable.Entry?)] = []

  /// The rows that have new versions.
  private var raised: [Row] = []

  init(_ changes: StoreChanges, in table: RowTable, write: @escaping (RowTable) throws -> Void) {
    self.table = table
    self.write = write
    let count = changes.inserted.count + changes.updated.count
    entries.reserveCapacity(count + changes.deleted.count)
    raised.reserveCapacity(count)
    for object in changes.deleted {
      entries.append((object.reference, table.remove(object.reference)))
    }
    for object in changes.inserted { put(object) }
    for object in changes.updated { put(object) }
  }

  func commit() throws { try write(table) }

  func takeBack() {
    for (reference, entry) in entries.reversed() {
      if let entry { table.put(entry, for: reference) } else { table.remove(reference) }
    }
    for row in raised { row.version -= 1 }
  }

  /// Keeps the values of an object as they are now.
  ///
  /// The table shares the row with the object, which copies it before it changes it again.
  private func put(_ object: NSManagedObject) {
    guard let row = object.row else { return }
    row.version += 1
    raised.append(row)
    let old = table[object.reference]
    let sharesRow = !object.shape.rules.hasTransientAttributes
    var entry = RowTable.Entry(
      row: sharesRow ? row : row.copyForStore(object.shape),
      toMany: old?.toMany ?? [:]
    )
    if let related = object.related {
      for index in object.shape.rules.toMany {
        guard let place = object.shape.binding.relatedSlots[index],
          case .toMany(let objects) = related.slots[place]
        else { continue }
        entry.toMany[index] = members(objects, stored: entry.toMany[index] ?? [])
      }
    }
    table.put(entry, for: object.reference)
    entries.append((object.reference, old))
  }

  private func members(_ objects: ToManyObjects, stored: [Reference]) -> [Reference] {
    if objects.isLoaded {
      return objects.isOrdered
        ? objects.order.map(\.reference) : objects.members.map(\.reference)
    }
    // What a relationship leads to that was changed without being loaded.
    let removed = Set(objects.removed.map(\.reference))
    let kept = removed.isEmpty ? stored : stored.filter { !removed.contains($0) }
    let present = Set(kept)
    return kept + objects.added.map(\.reference).filter { !present.contains($0) }
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
