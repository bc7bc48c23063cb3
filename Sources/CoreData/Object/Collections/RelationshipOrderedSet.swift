import Foundation

/// An ordered relationship as an ordered set: what is done to it is done to the object.
///
/// Foundation's own ordered set goes through what it stores itself, and leaves nobody a say in that.
/// Therefore it has the members too: those of the beginning, and what is done through this set; it is brought
/// up to date when their number has changed meanwhile.
final class RelationshipOrderedSet: NSMutableOrderedSet {
  private let object: NSManagedObject
  private let index: Int

  /// Whether what is done concerns only what Foundation stores.
  private var isMirroring = false

  init(_ object: NSManagedObject, _ index: Int) {
    self.object = object
    self.index = index
    super.init(capacity: 0)
    mirrorAll()
  }

  private func mirror(_ change: () -> Void) {
    isMirroring = true
    change()
    isMirroring = false
  }

  private func mirrorAll() {
    mirror {
      super.removeAllObjects()
      for (position, member) in order.enumerated() { super.insert(member, at: position) }
    }
  }

  @available(*, unavailable) required init?(coder: NSCoder) { nil }

  @available(*, unavailable)
  required convenience init(arrayLiteral elements: Any...) { preconditionFailure() }

  @available(*, unavailable) override init(capacity numItems: Int) { preconditionFailure() }

  private var order: [NSManagedObject] {
    let objects = object.relatedSet(at: index)
    return objects.isOrdered ? objects.order : objects.members.objects
  }

  override var count: Int {
    if isMirroring { return super.count }
    let count = object.relatedSet(at: index).members.count
    if super.count != count { mirrorAll() }
    return count
  }

  override func object(at idx: Int) -> Any {
    isMirroring ? super.object(at: idx) : order[idx]
  }

  override func index(of object: Any) -> Int {
    if isMirroring { return super.index(of: object) }
    return managed(object).flatMap { order.firstIndex(of: $0) } ?? NSNotFound
  }

  override func contains(_ object: Any) -> Bool {
    if isMirroring { return super.contains(object) }
    return managed(object).map { self.object.relatedSet(at: index).members.contains($0) } ?? false
  }

  override func insert(_ object: Any, at idx: Int) {
    if isMirroring { return super.insert(object, at: idx) }
    guard let added = managed(object) else { return }
    let isLast = idx == count
    self.object.addRelated(added, at: index, position: idx)
    if isLast { mirror { super.insert(added, at: super.count) } } else { mirrorAll() }
  }

  override func add(_ object: Any) { insert(object, at: count) }

  override func removeObject(at idx: Int) {
    if isMirroring { return super.removeObject(at: idx) }
    object.removeRelated(order[idx], at: index)
    mirrorAll()
  }

  override func remove(_ val: Any) {
    if isMirroring { return super.remove(val) }
    guard let removed = managed(val) else { return }
    object.removeRelated(removed, at: index)
    mirrorAll()
  }

  override func removeAllObjects() {
    if isMirroring { return super.removeAllObjects() }
    object.replaceRelated([], at: index)
    mirrorAll()
  }

  override func replaceObject(at idx: Int, with obj: Any) {
    if isMirroring { return super.replaceObject(at: idx, with: obj) }
    guard let added = managed(obj) else { return }
    var changed = order
    changed[idx] = added
    object.replaceRelated(changed, at: index)
    mirrorAll()
  }

  override func exchangeObject(at idx1: Int, withObjectAt idx2: Int) {
    if isMirroring { return super.exchangeObject(at: idx1, withObjectAt: idx2) }
    var changed = order
    changed.swapAt(idx1, idx2)
    object.reorderRelated(changed, at: index)
    mirrorAll()
  }

  override func copy(with zone: NSZone? = nil) -> Any { NSOrderedSet(array: order) }

  override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableOrderedSet(array: order) }

  private func managed(_ member: Any) -> NSManagedObject? { member as? NSManagedObject }
}
