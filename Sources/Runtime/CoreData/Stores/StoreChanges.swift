import ObjectRows

/// The changes that one save makes to the objects of one store.
///
/// `rows` is for stores that keep rows; the objects are for custom stores. Both are in the same order.
///
/// A class, because each step of a save that keeps a value with so many references would retain and release all of
/// them.
final class StoreChanges {
  let context: NSManagedObjectContext

  // One caller adds all changes before anything reads them.
  @exclusivity(unchecked) private(set) var inserted: [NSManagedObject] = []
  @exclusivity(unchecked) private(set) var updated: [NSManagedObject] = []
  @exclusivity(unchecked) private(set) var deleted: [NSManagedObject] = []
  @exclusivity(unchecked) private(set) var rows = ChangeSet()

  private let adapter: any StoreAdapter

  /// The entity of the object that was added last, its rules, and its relationships that the store needs.
  // Read and written whole by the one caller that adds changes.
  @exclusivity(unchecked) private var latest: EntityShape?
  @exclusivity(unchecked) private var rules: EntityRules?
  @exclusivity(unchecked) private var members: [Int] = []

  init(to adapter: any StoreAdapter, of context: NSManagedObjectContext) {
    self.adapter = adapter
    self.context = context
  }

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// Adds new objects.
  func insert(_ objects: [NSManagedObject]) throws {
    if rows.inserted.isEmpty { rows.inserted.reserveCapacity(objects.count) }
    inserted.join(
      try objects.filteredUnretained { object in
        guard let row = object.rowToSave() else { return false }
        try prepare(for: object)
        rows.inserted.append(
          ChangeSet.Insertion(object.reference, row, members: object.memberChanges(of: members))
        )
        return true
      }
    )
  }

  /// Adds objects with changed properties, except those whose values all equal those in the store.
  func update(_ objects: [NSManagedObject]) throws {
    if rows.updated.isEmpty { rows.updated.reserveCapacity(objects.count) }
    updated.join(
      try objects.filteredUnretained { object in
        try prepare(for: object)
        let changed = object.propertiesToSave(rules ?? object.shape.rules)
        guard !changed.isEmpty else { return false }
        // The version is that of the row before the changes.
        let version = object.unretainedCommittedRow?._withUnsafeGuaranteedRef { $0.version } ?? 0
        rows.updated.append(
          ChangeSet.Update(
            object.reference,
            object.rowToSave(),
            baseVersion: version,
            changed: changed,
            members: object.memberChanges(of: members)
          )
        )
        return true
      }
    )
  }

  /// Adds deleted objects.
  func delete(_ objects: [NSManagedObject]) {
    if rows.deleted.isEmpty { rows.deleted.reserveCapacity(objects.count) }
    objects.forEachUnretained { object in
      rows.deleted.append(ChangeSet.Deletion(object.reference, object.committed ?? object.row))
    }
    deleted.join(objects)
  }

  private func prepare(for object: NSManagedObject) throws {
    guard object.shape !== latest else { return }
    latest = object.shape
    rules = object.shape.rules
    members = try adapter.writtenMembers(of: object.shape)
  }
}

extension [NSManagedObject] {
  /// The references of the objects, in an order that is the same in each run.
  fileprivate var inOrder: [Reference] {
    count < 2 ? map(\.reference) : map(\.reference).sorted { $0.number < $1.number }
  }
}

extension NSManagedObject {
  /// Whether the object exists after the save.
  fileprivate final var remains: Bool { !isDeleted && context != nil }

  /// The changes of some to-many relationships.
  fileprivate final func memberChanges(of relationships: [Int]) -> [MemberChange] {
    guard !relationships.isEmpty, related != nil else { return [] }
    return relationships.compactMap { index in
      guard case .toMany(let objects) = relatedSlot(index), objects.hasChanges else { return nil }
      return MemberChange(
        index,
        added: objects.added.filter(\.remains).inOrder,
        removed: objects.removed.objects.inOrder,
        order: objects.isOrdered ? objects.order.filter(\.remains).map(\.reference) : nil,
        hasAllMembers: objects.isLoaded
      )
    }
  }

  /// The row that a save writes, which is not shared; nil for a fault.
  fileprivate final func rowToSave() -> Row? {
    if row != nil, !state.contains(.ownsRow) { prepareToChangeQuietly() }
    return row
  }

  /// The stored properties with other values than in the store.
  fileprivate final func propertiesToSave(_ rules: EntityRules) -> PropertySet {
    let different = changed.filter { differsFromStore($0, rules) }
    guard different.isEmpty, row != nil, committed != nil else { return different }
    // Values that were only set through primitive accessors are not among the changed ones.
    return rules.inRow.filter { differsFromStore($0, rules) }
  }

  private final func differsFromStore(_ index: Int, _ rules: EntityRules) -> Bool {
    if rules.inRow.contains(index) {
      guard let row = unretainedRow else { return false }
      guard let committed = committed.map(Unmanaged.passUnretained) else { return true }
      return row._withUnsafeGuaranteedRef { row in
        committed._withUnsafeGuaranteedRef { !row.isSame(as: $0, at: index) }
      }
    }
    guard rules.storedToMany.contains(index), case .toMany(let objects) = relatedSlot(index) else {
      return false
    }
    return objects.hasChanges
  }
}
