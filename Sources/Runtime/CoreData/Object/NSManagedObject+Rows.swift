import Foundation
import ObjectRows

// The rows of the store that an object is based on, and those that others have written since.
extension NSManagedObject {
  /// The base row of changes; nil for a new object and for a fault.
  final var baseRow: Row? {
    guard state.contains(.isStored) else { return nil }
    return committed ?? row
  }

  /// The values of the base row.
  final var baseSnapshot: [String: Any]? {
    baseRow.map { RowSnapshot.values(of: $0, shape, in: context?.rootCoordinator) }
  }

  /// Whether the object is inserted in place of one with the same reference that others have deleted.
  final var isInsertedAgain: Bool {
    guard isInserted, !reference.isTemporary else { return false }
    return unretainedRow?._withUnsafeGuaranteedRef { $0.version > 0 } == true
  }

  /// Applies the values that another context has saved while the object was deleted here.
  ///
  /// Merges skip deleted objects.
  final func catchUp(with stored: Row) {
    guard let base = committed ?? row, stored !== base, stored.version != base.version else {
      return
    }
    takeNewValues(stored)
  }

  /// Applies the changes made here to new values from the store.
  final func takeNewValues(_ stored: Row?) {
    guard let stored, let mine = row else { return }
    let kept = changed.indices.filter { !isToMany($0) }
    let isMine = { (index: Int) in self.shape.slots[index].isTransient || kept.contains(index) }
    let observed = observedProperties { !isMine($0) && self.differs(from: stored, at: $0) }
    for index in observed { notifyWillChange(index) }
    let transients = shape.slots.indices.filter {
      shape.slots[$0].isTransient && !mine.value(at: $0).isNone
    }
    if kept.isEmpty, transients.isEmpty {
      row = stored
      state.remove(.isReadyForChange)
    } else {
      let fresh = stored.copy()
      for index in shape.slots.indices where isMine(index) {
        fresh.setValue(mine.value(at: index), at: index)
      }
      row = fresh
      state.insert(.ownsRow)
    }
    committed = changed.isEmpty ? nil : stored
    for index in shape.relationships where !kept.contains(index) {
      if case .toMany(let objects) = relatedSlot(index) {
        refresh(objects, at: index)
      } else {
        setRelatedSlot(.unresolved, at: index)
      }
    }
    forgetFetchedProperties()
    awaken { awake(fromSnapshotEvents: .refresh) }
    for index in observed { notifyDidChange(index) }
  }

  /// Reads the members of a relationship from the store again; an unsaved order is kept.
  private final func refresh(_ objects: ToManyObjects, at index: Int) {
    guard objects.committedOrder != nil, let context else { return objects.unload() }
    // The order consists of known members: without those of the store, it stays unchanged.
    guard let members = try? context.readObjects(of: self, at: index) else { return }
    objects.rebase(on: members, keepingOrder: true)
  }

  /// The observed properties that satisfy a condition.
  private final func observedProperties(where condition: (Int) -> Bool) -> [Int] {
    guard let observers = rareState?.observers else { return [] }
    return shape.slots.indices.filter { observers.isObserved($0) && condition($0) }
  }

  /// Whether a property is known to have another value in the store than here.
  private final func differs(from stored: Row, at index: Int) -> Bool {
    switch relatedSlot(index) {
    case .toMany(let objects) where objects.isLoaded:
      guard let members = try? context?.readObjects(of: self, at: index) else { return true }
      let order = objects.committedOrder ?? objects.order
      return objects.isOrdered && !objects.hasChanges
        ? members != order : Set(members) != objects.committed
    case .fetched: return true
    default: break
    }
    switch shape.slots[index].kind {
    case .attribute, .toOne:
      return row.map { !$0.value(at: index).isSame(as: stored.value(at: index)) } ?? true
    case .toMany, .fetched, .other: return true
    }
  }

  /// Makes fetched properties be fetched again at the next access.
  private final func forgetFetchedProperties() {
    guard related != nil else { return }
    for index in shape.slots.indices where shape.slots[index].kind == .fetched {
      setRelatedSlot(.unresolved, at: index)
    }
  }

  /// Turns an object without a row into a fault again, if the object has been saved again since it was found deleted.
  @discardableResult final func backIfStored() -> Self {
    guard state.contains(.isInaccessible), state.contains(.isStored), let context,
      state.isDisjoint(with: [.isInserted, .isUpdated, .isTracked]),
      case .row = context.storedRow(of: self)
    else { return self }
    state.remove([.isInaccessible, .isDeleted])
    turnIntoFault()
    context.recordEvent(.wasRefreshed, of: self)
    return self
  }

  /// Uses the row in the store if it is newer than that of the object, which has no changes.
  final func takeNewerRow() {
    backIfStored()
    guard !hasChanges, let row, let context,
      let stored = try? context.source?.row(for: reference, of: shape),
      stored !== row, stored.version > row.version
    else { return }
    takeNewValues(stored)
    context.recordEvent(.wasRefreshed, of: self)
  }

  /// Makes a row of the store the base of changes, and sets the object's own values.
  final func takeBase(_ stored: Row, values: Row) {
    values.version = stored.version
    committed = stored
    row = values
    state.insert(.ownsRow)
    state.remove(.isWatched)
    if context?.watchesAccesses == true { state.insert(.isWatched) }
  }

  /// Recomputes the properties that differ from those in the store, and whether any does.
  final func renewChanges() {
    guard let row, let base = committed else { return }
    changed.removeAll()
    for (index, slot) in shape.slots.enumerated() {
      switch slot.kind {
      case .attribute, .toOne:
        if !row.value(at: index).isSame(as: base.value(at: index)) { changed.insert(index) }
      case .toMany:
        if case .toMany(let objects) = relatedSlot(index), objects.hasChanges {
          changed.insert(index)
        }
      case .fetched, .other: break
      }
    }
    guard changed.isEmpty else {
      context?.noteUpdate(of: self)
      return
    }
    state.remove(.isUpdated)
    if !shape.rules.hasTransientAttributes {
      state.remove(.ownsRow)
      self.row = base
      committed = nil
    }
    context?.recordEvent(.wasRefreshed, of: self)
  }

  /// Whether others have deleted the object, so that it is not saved.
  final var wasDeletedByOthers: Bool {
    guard !hasChanges, state.contains(.isStored), let context else { return false }
    if case .gone = context.storedRow(of: self) { return true }
    return false
  }

  /// Discards the object's changes, and lets it leave its context after the save.
  final func depart() {
    state.remove(.changes)
    state.insert(.isDeleted)
    context?.trackChanges(of: self)
    context?.recordEvent(.wasDeleted, of: self)
    for index in shape.relationships {
      guard let inverse = shape.slots[index].inverse else { continue }
      for other in relatedObjects(at: index) where !other.isDeleted {
        other.hasChanges ? other.dropEnd(self, at: inverse) : other.forgetEnds(at: inverse)
      }
    }
  }

  /// Makes an unchanged relationship be read again at the next access.
  private final func forgetEnds(at index: Int) {
    switch relatedSlot(index) {
    case .toOne: setRelatedSlot(.unresolved, at: index)
    case .toMany(let objects): objects.unload()
    case .unresolved, .fetched: break
    }
  }

  /// Resets the object to one that was never in a context, nor in a store.
  final func becomeNew() {
    if !state.contains(.ownsRow) { row = row?.copy() ?? shape.binding.makeRow() }
    if state.contains(.isStored) {
      reference = .nextTemporary(entity: shape.number)
      row?.version = 0
      committed = nil
      for index in shape.relationships {
        if case .toMany(let objects) = relatedSlot(index) { objects.becomeNew() }
      }
    }
    state.remove([.isStored, .isInaccessible, .isDeleted, .isUpdated, .awaitsDeletePropagation])
    state.insert(.ownsRow)
  }

  /// Whether the next save writes a property because it was changed itself.
  final func writes(_ index: Int) -> Bool { isInserted || changed.contains(index) }

  /// Whether the destination of a to-one relationship has no row after the save.
  ///
  /// The delete rule No Action is for relationships that lead to deleted objects on purpose.
  final func loses(_ end: NSManagedObject, at index: Int) -> Bool {
    if end.state.isGone || end.state.contains(.isInaccessible) || end.context == nil { return true }
    guard end.isDeleted, let inverse = shape.slots[index].inverse else { return false }
    return end.shape.slots[inverse].deleteRule != .noActionDeleteRule
  }
}
