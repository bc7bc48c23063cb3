import ObjectRows

/// Changes of a table of rows that can be rolled back.
///
/// For a relationship with a to-one end, that end is decisive: the other one is derived from it. So the table is
/// consistent at both ends even if a context has seen only one of them, or an old state of it.
final class RowTableSave: PreparedSave {
  private let table: RowTable
  private let write: ((RowTable) throws -> Void)?

  /// Whether it may have to be rolled back.
  private let isRevocable: Bool

  /// The records of the table before each change.
  private var before: [(reference: Reference, entry: RowTable.Entry?)] = []

  /// The rows whose versions were incremented.
  private let changes: ChangeSet

  private var members = MemberEdits()
  private var couples: [Couple] = []

  /// A to-one relationship whose inverse is to-one as well.
  private struct Couple {
    let reference: Reference
    let index: Int
    let inverse: Int
    let old: Reference
    let new: Reference
  }

  init(
    _ changes: StoreChanges,
    in table: RowTable,
    isRevocable: Bool = true,
    write: ((RowTable) throws -> Void)?
  ) {
    self.table = table
    self.isRevocable = isRevocable
    self.write = write
    self.changes = changes.rows
    self.changes.raiseVersions()
    for (object, change) in zip(changes.inserted, changes.rows.inserted) {
      put(change.row, of: change.reference, object.shape, change.members)
    }
    for (object, change) in zip(changes.updated, changes.rows.updated) {
      guard let row = change.row else {
        // Only the to-many relationships of a fault have changed, which their other ends contain as well, except for
        // the order.
        for change in change.members where change.order != nil {
          members.order(change, in: object.reference)
        }
        continue
      }
      put(row, of: change.reference, object.shape, change.members)
    }
    for couple in couples { join(couple) }
    applyMembers()
    for object in changes.deleted { remove(object) }
    applyMembers()
  }

  func commit() throws { try write?(table) }

  func takeBack() {
    for (reference, entry) in before.reversed() {
      if let entry { table.put(entry, for: reference) } else { table.remove(reference) }
    }
    changes.lowerVersions()
  }

  private func applyMembers() {
    members.apply { reference, change in
      guard var entry = table[reference] else { return }
      change(&entry) { table[$0] != nil }
      replace(reference, entry)
    }
    members = MemberEdits()
  }

  private func replace(_ reference: Reference, _ entry: RowTable.Entry?) {
    if isRevocable { before.append((reference, table[reference])) }
    if let entry { table.put(entry, for: reference) } else { table.remove(reference) }
  }
}

// MARK: Objects

extension RowTableSave {
  /// Stores the current values of an object.
  ///
  /// The table shares the row with the object, which copies it before it changes it again.
  private func put(
    _ row: Row,
    of reference: Reference,
    _ shape: EntityShape,
    _ changes: [MemberChange]
  ) {
    let rules = shape.rules
    let old = table[reference]
    let kept = rules.hasTransientAttributes ? row.copyForStore(shape) : row
    replace(reference, RowTable.Entry(row: kept, toMany: old?.toMany ?? [:]))
    for index in rules.toOne {
      let before = old?.row.reference(at: index) ?? .none
      let now = row.reference(at: index)
      if before != now { lead(reference, shape, index, from: before, to: now) }
    }
    for change in changes { take(change, of: reference, shape.slots[change.index]) }
  }

  private func remove(_ object: NSManagedObject) {
    guard let entry = table[object.reference] else { return }
    replace(object.reference, nil)
    for index in object.shape.relationships {
      let slot = object.shape.slots[index]
      guard let inverse = slot.inverse, slot.deleteRule != .noActionDeleteRule else { continue }
      let isToOne = slot.destination?.slots[inverse].kind == .toOne
      let ends =
        slot.kind == .toOne
        ? [entry.row.value(at: index).reference] : entry.toMany[index] ?? []
      for end in ends {
        if isToOne {
          set(end, inverse, to: .none, insteadOf: object.reference)
        } else {
          members.remove(object.reference, from: end, inverse)
        }
      }
    }
  }

  /// Updates the other ends of a to-one relationship.
  private func lead(
    _ reference: Reference,
    _ shape: EntityShape,
    _ index: Int,
    from old: Reference,
    to new: Reference
  ) {
    let slot = shape.slots[index]
    guard let inverse = slot.inverse, let destination = slot.destination else { return }
    if destination.slots[inverse].kind == .toOne {
      couples.append(
        Couple(reference: reference, index: index, inverse: inverse, old: old, new: new)
      )
    } else {
      if !old.isNone { members.remove(reference, from: old, inverse) }
      if !new.isNone { members.add(reference, to: new, inverse) }
    }
  }

  /// Applies the changes of a to-many relationship to both ends.
  private func take(_ change: MemberChange, of reference: Reference, _ slot: PropertyShape) {
    let index = change.index
    if change.order != nil { members.order(change, in: reference) }
    if let inverse = slot.inverse, slot.destination?.slots[inverse].kind == .toOne { return }
    for other in change.removed {
      members.remove(other, from: reference, index)
      if let inverse = slot.inverse { members.remove(reference, from: other, inverse) }
    }
    for other in change.added {
      members.add(other, to: reference, index)
      if let inverse = slot.inverse { members.add(reference, to: other, inverse) }
    }
  }

  /// Connects two objects to each other exclusively.
  private func join(_ couple: Couple) {
    guard let present = table[couple.reference]?.row.value(at: couple.index).reference else {
      return
    }
    // Its former destination no longer leads back to it, even if another pair has moved it by now.
    if present != couple.old {
      set(couple.old, couple.inverse, to: .none, insteadOf: couple.reference)
    }
    guard present == couple.new,
      let partner = table[couple.new]?.row.value(at: couple.inverse).reference,
      partner != couple.reference
    else { return }
    set(partner, couple.index, to: .none, insteadOf: couple.new)
    set(couple.new, couple.inverse, to: couple.reference, insteadOf: partner)
  }

  /// Changes a to-one relationship of an object in the table, if it has the expected destination.
  private func set(
    _ reference: Reference,
    _ index: Int,
    to new: Reference,
    insteadOf old: Reference
  ) {
    guard var entry = table[reference], entry.row.value(at: index).reference == old else { return }
    entry.row = entry.row.copy()
    entry.row.version += 1
    entry.row.setValue(.reference(new), at: index)
    replace(reference, entry)
  }
}

extension Row {
  /// Returns a row that a store may share: a copy in which transient properties are as after a fetch.
  func copyForStore(_ shape: EntityShape) -> Row {
    copy(
      taking: shape.slots.indices.lazy.filter { shape.slots[$0].isTransient },
      from: shape.binding.makeRow()
    )
  }
}
