import ObjectRows

/// The changes that one save makes to the objects of one store.
///
/// `rows` is for stores that keep rows; the objects are for custom stores. Both are in the same order.
struct StoreChanges {
  let context: NSManagedObjectContext
  private(set) var inserted: [NSManagedObject] = []
  private(set) var updated: [NSManagedObject] = []
  private(set) var deleted: [NSManagedObject] = []
  private(set) var rows = ChangeSet()

  private let adapter: any StoreAdapter

  /// The entity of the object that was added last, and its relationships that the store wants to know about.
  private var latest: EntityShape?
  private var members: [Int] = []

  init(to adapter: any StoreAdapter, of context: NSManagedObjectContext) {
    self.adapter = adapter
    self.context = context
  }

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// Adds new objects.
  mutating func insert(_ objects: [NSManagedObject]) throws {
    inserted.reserveCapacity(inserted.count + objects.count)
    rows.inserted.reserveCapacity(inserted.count + objects.count)
    for object in objects {
      guard let row = object.rowToSave() else { continue }
      inserted.append(object)
      rows.inserted.append(
        ChangeSet.Insertion(object.reference, row, members: try memberChanges(of: object))
      )
    }
  }

  /// Makes room for objects that are about to be added.
  mutating func reserve(updated: Int, deleted: Int) {
    self.updated.reserveCapacity(updated)
    rows.updated.reserveCapacity(updated)
    self.deleted.reserveCapacity(deleted)
    rows.deleted.reserveCapacity(deleted)
  }

  /// Adds an object with changed properties, unless all values are those in the store.
  mutating func update(_ object: NSManagedObject) throws {
    let changed = object.propertiesToSave
    guard !changed.isEmpty else { return }
    // The version is that of the row before the changes.
    let base = object.committed ?? object.row
    updated.append(object)
    rows.updated.append(
      ChangeSet.Update(
        object.reference,
        object.rowToSave(),
        baseVersion: base?.version ?? 0,
        changed: changed,
        members: try memberChanges(of: object)
      )
    )
  }

  /// Adds a deleted object.
  mutating func delete(_ object: NSManagedObject) {
    deleted.append(object)
    rows.deleted.append(ChangeSet.Deletion(object.reference, object.committed ?? object.row))
  }

  private mutating func memberChanges(of object: NSManagedObject) throws -> [MemberChange] {
    if object.shape !== latest {
      latest = object.shape
      members = try adapter.writtenMembers(of: object.shape)
    }
    guard !members.isEmpty, object.related != nil else { return [] }
    return members.compactMap { index in
      guard case .toMany(let objects) = object.relatedSlot(index), objects.hasChanges else {
        return nil
      }
      return MemberChange(
        index,
        added: objects.added.filter { !$0.isDeleted }.inOrder,
        removed: objects.removed.objects.inOrder,
        order: objects.isOrdered ? objects.order.map(\.reference) : nil,
        hasAllMembers: objects.isLoaded
      )
    }
  }
}

extension [NSManagedObject] {
  /// The references of the objects, in an order that is the same in each run.
  fileprivate var inOrder: [Reference] {
    count < 2 ? map(\.reference) : map(\.reference).sorted { $0.number < $1.number }
  }
}

extension NSManagedObject {
  /// The row that a save writes, which belongs to the object alone; nil for a fault.
  fileprivate final func rowToSave() -> Row? {
    if row != nil, !state.contains(.ownsRow) { prepareToChangeQuietly() }
    return row
  }

  /// The properties with other values than in the store, as far as stores keep them.
  fileprivate final var propertiesToSave: PropertySet {
    var different = PropertySet()
    for index in changed.indices where differsFromStore(index) { different.insert(index) }
    guard different.isEmpty, row != nil, committed != nil else { return different }
    // Values that were set through primitive accessors alone are not among the changed ones.
    for index in shape.slots.indices where !isToMany(index) && differsFromStore(index) {
      different.insert(index)
    }
    return different
  }

  private final func differsFromStore(_ index: Int) -> Bool {
    let slot = shape.slots[index]
    guard !slot.isTransient else { return false }
    switch slot.kind {
    case .attribute, .toOne, .other:
      guard let row else { return false }
      return committed.map { !row.isSame(as: $0, at: index) } ?? true
    case .toMany:
      guard case .toMany(let objects) = relatedSlot(index) else { return false }
      return objects.hasChanges
    case .fetched: return false
    }
  }
}
