import Foundation
import ObjectRows

extension NSManagedObject {
  /// Makes the row mutable, and keeps the old values that are needed later.
  final func prepareToChange(_ index: Int) {
    fireFault()
    if !state.isSuperset(of: .isReadyForChange) { beginChange() }
  }

  /// Makes the row mutable, for a change that does not belong to the current event.
  final func prepareToChangeQuietly() {
    fireFault()
    guard !state.contains(.ownsRow), let old = row else { return }
    if state.contains(.isStored), committed == nil, !state.contains(.isAwaking) { committed = old }
    row = old.copy()
    state.insert(.ownsRow)
  }

  private func beginChange() {
    guard !state.contains(.isAwaking) else { return prepareToChangeQuietly() }
    guard let old = row else { return }
    let isFirst = state.contains(.isStored) && committed == nil
    if !state.contains(.hasEventRow) {
      // The committed row has the values before the event, unless there were changes already.
      let isKnown = (isFirst || old === committed) && !isInContextWithUndo
      if !isKnown { needRareState().beginEvent(old) }
    }
    rowStorage = old.copy()
    if isFirst { committed = old }
    state.formUnion([.ownsRow, .hasEventRow])
  }

  private var isInContextWithUndo: Bool {
    contextReference?._withUnsafeGuaranteedRef { $0.remembersEvents } == true
  }

  /// Records that a property has changed.
  final func didChange(_ index: Int) {
    guard !state.contains(.isAwaking) else { return }
    changed.insert(index)
    rareState?.eventChanged.insert(index)
    if !state.isKnownAsChanged {
      contextReference?._withUnsafeGuaranteedRef { $0.noteUpdate(of: self) }
    }
  }

  /// The changed persistent properties, with their values.
  ///
  /// For an object that was never saved, they include the properties that were set through primitive values and
  /// differ from their defaults.
  ///
  /// ```swift
  /// if player.changedValues().keys.contains("email") { player.isConfirmed = false }
  /// ```
  public final func changedValues() -> [String: Any] {
    let primitives = state.contains(.isStored) ? PropertySet() : differencesFromDefaults
    let indices = shape.slots.indices.filter { changed.contains($0) || primitives.contains($0) }
    return values(of: indices.filter { !shape.slots[$0].isTransient && !isFetched($0) })
  }

  /// The properties with other values than in a new object.
  private var differencesFromDefaults: PropertySet {
    var different = PropertySet()
    let defaults = shape.binding.makeDefaultRow()
    for (index, slot) in shape.slots.enumerated() {
      switch slot.kind {
      case .attribute, .toOne, .other:
        let value = row?.value(at: index) ?? .none
        if !value.isSame(as: defaults.value(at: index)) { different.insert(index) }
      case .toMany:
        guard case .toMany = relatedSlot(index) else { continue }
        if !relatedSet(at: index).members.isEmpty { different.insert(index) }
      case .fetched: break
      }
    }
    return different
  }

  /// The properties that have changed since changes were last processed, with their old values.
  public final func changedValuesForCurrentEvent() -> [String: Any] {
    guard !state.isDisjoint(with: [.isPending, .isBeingPosted]) else { return [:] }
    let before = rareState?.eventRow
    let indices = before == nil ? changed : rareState?.eventChanged ?? changed
    var values: [String: Any] = [:]
    for index in indices.indices where !shape.slots[index].isTransient && !isFetched(index) {
      let value = before == nil ? committedValue(at: index) : eventValue(at: index)
      values[shape.slots[index].name] = value ?? NSNull()
    }
    return values
  }

  /// The value of a property when changes were last processed, for an object that keeps it.
  private func eventValue(at index: Int) -> Any? {
    let deltas = rareState?.eventRelated
    switch shape.slots[index].kind {
    case .attribute, .other, .fetched: return rareState?.eventRow?.value(at: index).object
    case .toOne: return deltas?.toOne[index].map { $0 } ?? relatedObject(at: index)
    case .toMany:
      let objects = relatedSet(at: index)
      guard let delta = deltas?.toMany[index] else { return objects.publicValue }
      return delta.value(before: objects)
    }
  }

  /// Returns the values that were last fetched or saved; all persistent ones for nil.
  ///
  /// An object that was never saved has none.
  public final func committedValues(forKeys keys: [String]?) -> [String: Any] {
    fireFault()
    guard committed != nil || state.contains(.isStored) else { return [:] }
    let names = keys ?? shape.slots.filter { !$0.isTransient && $0.kind != .fetched }.map(\.name)
    var values: [String: Any] = [:]
    for name in names {
      guard let index = shape.indexByName[name] else { continue }
      values[name] = committedValue(at: index) ?? NSNull()
    }
    return values
  }

  /// Whether a persistent property differs from its value when the object was last fetched or saved.
  public final var hasPersistentChangedValues: Bool {
    changed.contains { index in
      guard !shape.slots[index].isTransient, !isFetched(index) else { return false }
      if isToMany(index) {
        guard case .toMany(let objects) = relatedSlot(index) else { return false }
        return objects.hasChanges
      }
      let old = committed?.value(at: index) ?? .none
      return !(row?.value(at: index) ?? .none).isSame(as: old)
    }
  }

  private func isFetched(_ index: Int) -> Bool { shape.slots[index].kind == .fetched }

  private func values(of indices: [Int]) -> [String: Any] {
    var values: [String: Any] = [:]
    for index in indices {
      values[shape.slots[index].name] = modeledValue(at: index) ?? NSNull()
    }
    return values
  }

  /// The value of a property when the object was last fetched or saved.
  private func committedValue(at index: Int) -> Any? {
    let row = committed ?? (state.contains(.isStored) ? row : nil)
    switch shape.slots[index].kind {
    case .toOne:
      guard let reference = row?.value(at: index).reference, !reference.isNone else { return nil }
      return context?.object(for: reference)
    case .toMany:
      _ = relatedObjects(at: index)
      guard case .toMany(let objects) = relatedSlot(index) else { return nil }
      if let order = objects.committedOrder { return NSOrderedSet(array: order) }
      return objects.isOrdered
        ? NSOrderedSet(array: objects.order) : NSSet(set: objects.committed)
    case .attribute, .other, .fetched: return row?.value(at: index).object
    }
  }
}
