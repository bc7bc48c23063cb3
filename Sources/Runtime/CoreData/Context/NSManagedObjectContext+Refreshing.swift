import Foundation
import ObjectRows

extension NSManagedObjectContext {
  /// Takes an object's values from the store again.
  ///
  /// With `mergeChanges` the changes that were not saved are put on top of them; without, the object becomes
  /// a fault and its changes are lost.
  final func refresh(_ object: NSManagedObject, keepingChanges flag: Bool) {
    confirmQueue()
    guard object.isRegistered(in: self), object.state.contains(.isStored) else { return }
    if flag {
      object.takeNewValues(try? freshRow(of: object))
    } else {
      object.extra?.observers?.willChangeAll(object)
      object.state.subtract(.changes)
      object.state.remove(.awaitsDeletePropagation)
      object.turnIntoFault()
      object.extra?.observers?.didChangeAll(object)
    }
    pend(object, for: .wasRefreshed)
  }

  /// Refreshes all objects; those with changes keep them.
  final func refreshEverything() {
    for object in identity.objects where object.state.contains(.isStored) {
      refresh(object, mergeChanges: object.hasChanges)
    }
    processPendingChanges()
  }

  /// Forgets all objects, and what could be undone.
  final func forgetEverything() {
    let objects = identity.objects
    let identifiers = objects.map(\.objectID)
    for object in objects { forgetEntirely(object) }
    listed = []
    deletionsToPropagate = []
    pending = []
    mergedInsertions = []
    undoManager?.removeAllActions()
    advanceGeneration()
    guard !identifiers.isEmpty else { return }
    NotificationCenter.default.post(
      name: .NSManagedObjectContextObjectsDidChange,
      object: self,
      userInfo: [NSInvalidatedAllObjectsKey: identifiers]
    )
  }

  /// Drops all changes: objects have the values that were fetched or saved last.
  final func dropChanges() {
    undoManager?.removeAllActions()
    // This rollback must not register undo.
    for object in pending { object.extra?.endEvent() }
    var gone: [NSManagedObject] = []
    for object in listed {
      object.state.remove([.isListed, .awaitsDeletePropagation])
      if object.state.contains(.isStored) {
        let stored = object.isDeleted ? storedRow(of: object) : .unknown
        object.rollBack()
        switch stored {
        case .row(let row): object.catchUp(with: row)
        // A merged deletion of another context cannot be taken back.
        case .gone: object.turnIntoFault()
        case .unknown: break
        }
        pend(object, for: .wasRefreshed)
      } else if object.isRegistered(in: self), !object.state.contains(.wasInserted) {
        // Observers that were notified of the insertion must be notified of the removal.
        object.state.subtract(.changes)
        pend(object, for: .wasDeleted)
        object.state.insert(.isDeleted)
        gone.append(object)
      } else {
        forgetEntirely(object)
      }
    }
    listed = []
    deletionsToPropagate = []
    pending.removeAll { $0.context == nil }
    for object in pending { object.extra?.endEvent() }
    processPendingChanges()
    for object in gone { forgetEntirely(object) }
  }

  /// Reads the present row of a saved object from the source.
  final func storedRow(of object: NSManagedObject) -> StoredRow {
    guard let source else { return .unknown }
    do {
      return try source.row(for: object.reference, of: object.shape).map { .row($0) } ?? .gone
    } catch {
      return .unknown
    }
  }

  private func forgetEntirely(_ object: NSManagedObject) {
    object.state.subtract(.changes.union(.event))
    object.state.remove([.isListed, .awaitsDeletePropagation])
    if object.context != nil { unregister(object) }
    object.turnIntoFault()
    object.related = nil
  }
}

/// The present row of an object in its source.
enum StoredRow {
  case row(Row)
  /// The object is there no more.
  case gone
  /// The source cannot be asked.
  case unknown
}

extension NSManagedObject {
  /// Takes the values that another context has saved while the object was deleted here.
  ///
  /// Merged changes leave deleted objects alone.
  final func catchUp(with stored: Row) {
    guard let base = committed ?? row, stored !== base, stored.version != base.version else {
      return
    }
    takeNewValues(stored)
  }

  /// Brings back the values that were fetched or saved last.
  fileprivate final func rollBack() {
    extra?.observers?.willChangeAll(self)
    state.subtract(.changes.union(.isReadyForChange))
    if let committed { row = committed }
    self.committed = nil
    changed.removeAll()
    extra?.refusedValues = [:]
    related = nil
    awaken { awake(fromSnapshotEvents: .rollback) }
    extra?.observers?.didChangeAll(self)
  }

  /// Lets fetched properties be fetched again when they are used next.
  private final func forgetFetchedProperties() {
    guard related != nil else { return }
    for index in shape.slots.indices where shape.slots[index].kind == .fetched {
      setRelatedSlot(.unresolved, at: index)
    }
  }

  /// Puts what was changed here on top of new values from the store.
  final func takeNewValues(_ stored: Row?) {
    guard let stored, let mine = row else { return }
    let kept = changed.indices.filter { !isToMany($0) }
    let isMine = { (index: Int) in self.shape.slots[index].isTransient || kept.contains(index) }
    let observed = observedProperties { !isMine($0) && self.differs(from: stored, at: $0) }
    for index in observed { tellWillChange(index) }
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
        objects.unload()
      } else {
        setRelatedSlot(.unresolved, at: index)
      }
    }
    forgetFetchedProperties()
    awaken { awake(fromSnapshotEvents: .refresh) }
    for index in observed { tellDidChange(index) }
  }

  /// Makes a fault again of an object without a row, if somebody has saved the object again since it was found deleted.
  @discardableResult final func backIfStored() -> Self {
    guard state.contains(.isInaccessible), state.contains(.isStored), let context,
      state.isDisjoint(with: [.isInserted, .isUpdated, .isListed]),
      case .row = context.storedRow(of: self)
    else { return self }
    state.remove([.isInaccessible, .isDeleted])
    turnIntoFault()
    context.pend(self, for: .wasRefreshed)
    return self
  }

  /// Takes the row in the store if it is newer than that of the object, which has no changes.
  final func takeNewerRow() {
    backIfStored()
    guard !hasChanges, let row, let context,
      let stored = try? context.source?.row(for: reference, of: shape),
      stored !== row, stored.version > row.version
    else { return }
    takeNewValues(stored)
    context.pend(self, for: .wasRefreshed)
  }

  /// The observed properties for which a condition holds.
  private final func observedProperties(where condition: (Int) -> Bool) -> [Int] {
    guard let observers = extra?.observers else { return [] }
    return shape.slots.indices.filter { observers.isObserved($0) && condition($0) }
  }

  /// Whether a property has another value in the store than here, as far as that is known.
  private final func differs(from stored: Row, at index: Int) -> Bool {
    switch relatedSlot(index) {
    case .toMany(let objects) where objects.isLoaded:
      let members = context?.storedObjects(of: self, at: index) ?? []
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
}
