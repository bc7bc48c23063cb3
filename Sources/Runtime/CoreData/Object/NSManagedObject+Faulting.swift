import Foundation
import ObjectRows

extension NSManagedObject {
  /// The context of the object.
  final var context: NSManagedObjectContext? {
    get { contextReference?.takeUnretainedValue() }
    set { contextReference = newValue.map { .passUnretained($0) } }
  }

  /// Whether the object is in `context`.
  final func isRegistered(in context: NSManagedObjectContext) -> Bool {
    contextReference?.toOpaque() == Unmanaged.passUnretained(context).toOpaque()
  }

  /// The values; nil for a fault.
  final var row: Row? {
    get { state.contains(.hasPrefetchedRow) ? nil : rowStorage }
    set {
      rowStorage = newValue
      state.remove(.hasPrefetchedRow)
    }
  }

  /// The row, unretained, for a use in which nothing can replace it.
  final var unretainedRow: Unmanaged<Row>? {
    state.contains(.hasPrefetchedRow) ? nil : rowStorage.map { .passUnretained($0) }
  }

  /// The row as it was last fetched or saved, unretained; nil for a fault.
  final var unretainedCommittedRow: Unmanaged<Row>? {
    if let committed { return .passUnretained(committed) }
    return unretainedRow
  }

  /// Fills the object from the context's source if it is a fault.
  final func fireFault() {
    guard isFault else { return }
    guard let context else {
      // An object whose context is deallocated has no values any more.
      row = shape.binding.makeRow()
      state.insert(.ownsRow)
      return
    }
    context.fillFault(self)
  }

  /// Fills a fault with the values of a row, and awakens it.
  final func fill(with row: Row) {
    fill(with: row, isWatched: context?.watchesAccesses == true)
  }

  /// The same, for a caller that knows whether accesses are tracked.
  final func fill(with row: Row, isWatched: Bool) {
    rowStorage = row
    wake(isWatched: isWatched)
  }

  /// Takes ownership of the row of a fault, current or prefetched.
  ///
  /// An assignment would retain the row and release it, even for an argument that is consumed. That would bring each
  /// of the many rows of a fetch into the processor's cache, which takes longer than creating the object.
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

  /// Records that a fault has a prefetched row.
  ///
  /// Prefetched rows need no lookup, and stay in memory as long as their objects.
  final func keepPrefetchedRow(isAlone: Bool) {
    state.remove(.canFaultWithoutContext)
    state.insert(isAlone ? [.hasPrefetchedRow, .canFaultWithoutContext] : .hasPrefetchedRow)
  }

  /// Brings the row into the processor's cache.
  @inline(__always) final func prefetchRow() {
    guard let row = rowStorage.map({ Unmanaged.passUnretained($0) }) else { return }
    UnsafeRawPointer(row.toOpaque()).prefetch()
    // Most rows have values in the next line of the cache too.
    (UnsafeRawPointer(row.toOpaque()) + 64).prefetch()
  }

  /// Drops the prefetched row of a fault, which then reads its row from the source when it is needed.
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

  /// Calls a method during which setting properties does not change the object.
  final func awaken(_ call: () -> Void) {
    let wasAwaking = state.contains(.isAwaking)
    state.insert(.isAwaking)
    call()
    if !wasAwaking { endAwaking() }
  }

  private func endAwaking() {
    state.remove(.isAwaking)
    // Values that were set meanwhile count as fetched: the next change begins with a copy.
    if committed == nil, state.contains(.isStored) { state.remove(.ownsRow) }
  }

  /// Drops the values and the destinations of relationships.
  final func turnIntoFault() {
    guard !isFault else { return dropPrefetchedRow() }
    willTurnIntoFault()
    forgetValues()
    didTurnIntoFault()
  }

  /// Gives an object that is in no context the state of a new one.
  final func startAgain() {
    let binding = shape.binding
    forgetValues()
    rareState = nil
    reference = .nextTemporary(entity: shape.number)
    rowStorage = binding.makeDefaultRow()
    state = binding.initialState.union(.isReadyForChange)
  }

  /// Drops the values without calling the object's methods.
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

  /// Returns whether the destinations of a relationship have not been read yet.
  public final func hasFault(forRelationshipNamed key: String) -> Bool {
    guard let index = shape.indexByName[key] else { return false }
    switch relatedSlot(index) {
    case .unresolved: return isToMany(index) || row?.value(at: index).reference.isNone != true
    case .toMany(let objects): return !objects.isLoaded
    case .toOne, .fetched: return false
    }
  }

  /// Returns the IDs of a relationship's destinations, without creating the objects.
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
