import Foundation

/// An ordered relationship as an ordered set: what is done to it is done to the object.
final class RelationshipOrderedSet: NSMutableOrderedSet {
  private let object: NSManagedObject
  private let index: Int

  init(_ object: NSManagedObject, _ index: Int) {
    self.object = object
    self.index = index
    super.init(capacity: 0)
  }

  @available(*, unavailable) required init?(coder: NSCoder) { nil }

  @available(*, unavailable)
  required convenience init(arrayLiteral elements: Any...) { preconditionFailure() }

  @available(*, unavailable) override init(capacity numItems: Int) { preconditionFailure() }

  private var order: [NSManagedObject] {
    let objects = object.relatedSet(at: index)
    return objects.isOrdered ? objects.order : Array(objects.members)
  }

  override var count: Int { object.relatedSet(at: index).members.count }

  override func object(at idx: Int) -> Any { order[idx] }

  override func index(of object: Any) -> Int {
    managed(object).flatMap { order.firstIndex(of: $0) } ?? NSNotFound
  }

  override func contains(_ object: Any) -> Bool {
    managed(object).map { self.object.relatedSet(at: index).members.contains($0) } ?? false
  }

  override func insert(_ object: Any, at idx: Int) {
    if let added = managed(object) { self.object.addRelated(added, at: index, position: idx) }
  }

  override func add(_ object: Any) { insert(object, at: count) }

  override func removeObject(at idx: Int) { object.removeRelated(order[idx], at: index) }

  override func remove(_ val: Any) {
    if let removed = managed(val) { object.removeRelated(removed, at: index) }
  }

  override func removeAllObjects() { object.replaceRelated([], at: index) }

  override func replaceObject(at idx: Int, with obj: Any) {
    guard let added = managed(obj) else { return }
    var changed = order
    changed[idx] = added
    object.replaceRelated(changed, at: index)
  }

  override func exchangeObject(at idx1: Int, withObjectAt idx2: Int) {
    var changed = order
    changed.swapAt(idx1, idx2)
    object.reorderRelated(changed, at: index)
  }

  override func copy(with zone: NSZone? = nil) -> Any { NSOrderedSet(array: order) }

  override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableOrderedSet(array: order) }

  private func managed(_ member: Any) -> NSManagedObject? { member as? NSManagedObject }
}
