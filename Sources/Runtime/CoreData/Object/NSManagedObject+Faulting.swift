import Foundation
import ObjectRows

extension NSManagedObject {
  /// The context in which the object is.
  final var context: NSManagedObjectContext? {
    get { contextReference?.takeUnretainedValue() }
    set { contextReference = newValue.map { .passUnretained($0) } }
  }

  /// Whether the object is in `context`.
  final func isRegistered(in context: NSManagedObjectContext) -> Bool {
    contextReference?.toOpaque() == Unmanaged.passUnretained(context).toOpaque()
  }

  /// The values, or nil for a fault.
  final var row: Row? {
    get { state.contains(.hasPrefetchedRow) ? nil : rowStorage }
    set {
      rowStorage = newValue
      state.remove(.hasPrefetchedRow)
    }
  }

  /// The row for a use in which nothing can replace it, so that it need not be retained.
  final var unretainedRow: Unmanaged<Row>? {
    state.contains(.hasPrefetchedRow) ? nil : rowStorage.map { .passUnretained($0) }
  }

  /// The row as it was fetched or saved last, for such a use; nil for a fault.
  final var unretainedCommittedRow: Unmanaged<Row>? {
    if let committed { return .passUnretained(committed) }
    return unretainedRow
  }

  /// Makes sure that there are values, taking them from the context's source if the object is a fault.
  final func fireFault() {
    guard isFault else { return }
    guard let context else {
      // An object whose context is gone has no values any more.
      row = shape.binding.makeRow()
      state.insert(.ownsRow)
      return
    }
    context.fillFault(self)
  }

  /// Gives a fault the values of a row, and wakes it.
  final func fill(with row: Row) {
    fill(with: row, isWatched: context?.watchesAccesses == true)
  }

  /// The same, for a caller that knows whether the context checks accesses.
  final func fill(with row: Row, isWatched: Bool) {
    rowStorage = row
    wake(isWatched: isWatched)
  }

  /// Takes over a reference to the row that a fault has or is going to have.
  ///
  /// An assignment would retain the row and release it, even of an argument that is consumed. Of
  /// many rows that a fetch has read, each would have to be brought into the processor's cache for
  /// that, which takes longer than to make the object.
  final func moveRow(_ row: Unmanaged<Row>) {
    let old = withUnsafeMutablePointer(to: &rowStorage) { place in
      place.withMemoryRebound(to: Unmanaged<Row>?.self, capacity: 1) { place in
        defer { place.pointee = row }
        return place.pointee
      }
    }
    old?.release()
  }

  /// Fills a fault from its prefetched row, if that is still current.
  ///
  /// Returns whether it is.
  final func adoptPrefetchedRow(isWatched: Bool) -> Bool {
    guard state.contains(.hasPrefetchedRow),
      let row = rowStorage.map({ Unmanaged.passUnretained($0) }),
      row._withUnsafeGuaranteedRef({ $0.isCurrent })
    else { return false }
    wake(isWatched: isWatched)
    return true
  }

  /// Notes that a fault has the row that it is going to have.
  ///
  /// Prefetched rows need no search, and stay in memory as long as their objects.
  final func keepPrefetchedRow(isAlone: Bool) {
    state.remove(.canFaultWithoutContext)
    state.insert(isAlone ? [.hasPrefetchedRow, .canFaultWithoutContext] : .hasPrefetchedRow)
  }

  /// Lets a fault take its row from the source when it is needed.
  final func dropPrefetchedRow() {
    if state.contains(.hasPrefetchedRow) { row = nil }
  }

  /// Turns a fault that has got its row into an object, and calls `awakeFromFetch()`.
  final func wake(isWatched: Bool) {
    state.remove([.ownsRow, .isWatched, .hasPrefetchedRow])
    let wasAwaking = state.contains(.isAwaking)
    state.insert(isWatched ? [.isWatched, .isAwaking] : .isAwaking)
    awakeFromFetch()
    if !wasAwaking { endAwaking() }
  }

  /// Calls a method during which changes of properties are no changes of the object.
  final func awaken(_ call: () -> Void) {
    let wasAwaking = state.contains(.isAwaking)
    state.insert(.isAwaking)
    call()
    if !wasAwaking { endAwaking() }
  }

  private func endAwaking() {
    state.remove(.isAwaking)
    // Values set meanwhile count as fetched: the next change begins with a copy.
    if committed == nil, state.contains(.isStored) { state.remove(.ownsRow) }
  }

  /// Forgets the values and what relationships led to.
  final func turnIntoFault() {
    guard !isFault else { return dropPrefetchedRow() }
    willTurnIntoFault()
    forgetValues()
    didTurnIntoFault()
  }

  /// Forgets the values without telling the object.
  final func forgetValues() {
    row = nil
    committed = nil
    related = nil
    changed.removeAll()
    rareState?.refusedValues = [:]
    rareState?.endEvent()
    state.remove(.isReadyForChange)
    state.insert(.isWatched)
  }

  /// Whether what a relationship leads to was not asked for yet.
  public final func hasFault(forRelationshipNamed key: String) -> Bool {
    guard let index = shape.indexByName[key] else { return false }
    switch relatedSlot(index) {
    case .unresolved: return isToMany(index) || row?.value(at: index).reference.isNone != true
    case .toMany(let objects): return !objects.isLoaded
    case .toOne, .fetched: return false
    }
  }

  /// The IDs of the objects that a relationship leads to, which are not made for it.
  public final func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID] {
    guard let index = shape.indexByName[key] else { return [] }
    switch relatedSlot(index) {
    case .toOne(let object): return object.map { [$0.objectID] } ?? []
    case .toMany(let objects) where objects.isLoaded:
      return (objects.isOrdered ? objects.order : objects.members.objects).map(\.objectID)
    default: return relatedObjects(at: index).map(\.objectID)
    }
  }

  final func isToMany(_ index: Int) -> Bool {
    if case .toMany = shape.slots[index].kind { true } else { false }
  }
}

extension [Row?] {
  /// Takes a row out of the array with its reference, which ``NSManagedObject/moveRow(_:)`` or `release()` must follow.
  mutating func moveRow(from position: Int) -> Unmanaged<Row>? {
    withUnsafeMutableBufferPointer { rows in
      rows.withMemoryRebound(to: Unmanaged<Row>?.self) { rows in
        defer { rows[position] = nil }
        return rows[position]
      }
    }
  }
}
