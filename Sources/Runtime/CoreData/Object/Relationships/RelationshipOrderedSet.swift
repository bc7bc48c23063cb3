import Foundation

/// An ordered relationship as an ordered set: each change of the set is a change of the relationship.
///
/// Many methods of Foundation's ordered set read and change its own storage and cannot be overridden. Therefore the
/// storage holds the members too. It is updated by an observation of the property; a mutator first changes the
/// storage, by Foundation's own implementation, and then sets the relationship to the result.
final class RelationshipOrderedSet: NSMutableOrderedSet {
  private let object: NSManagedObject
  private let index: Int
  private var observation: NSKeyValueObservation?

  /// Whether a method of this class is changing the storage or the relationship.
  private var isChanging = false

  init(_ object: NSManagedObject, _ index: Int) {
    self.object = object
    self.index = index
    super.init(capacity: 0)
    copyMembers()
    observation = object.observe(object.shape.slots[index].name) { [weak self] _, _ in
      self?.copyMembers()
    }
    observation?.observesPrimitiveChanges = true
  }

  @available(*, unavailable) required init?(coder: NSCoder) { nil }

  @available(*, unavailable)
  required convenience init(arrayLiteral elements: Any...) { preconditionFailure() }

  @available(*, unavailable) override init(capacity numItems: Int) { preconditionFailure() }

  // MARK: Reading

  override var count: Int {
    if isChanging { return super.count }
    let count = object.relatedSet(at: index).members.count
    if super.count != count { copyMembers() }
    return count
  }

  override func object(at idx: Int) -> Any { isChanging ? super.object(at: idx) : order[idx] }

  override func index(of object: Any) -> Int {
    if isChanging { return super.index(of: object) }
    return (object as? NSManagedObject).flatMap { order.firstIndex(of: $0) } ?? NSNotFound
  }

  override func contains(_ object: Any) -> Bool {
    if isChanging { return super.contains(object) }
    guard let object = object as? NSManagedObject else { return false }
    return self.object.relatedSet(at: index).members.contains(object)
  }

  override func copy(with zone: NSZone? = nil) -> Any { NSOrderedSet(array: order) }

  override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableOrderedSet(array: order) }

  // MARK: Single members

  override func add(_ object: Any) { insert(object, at: count) }

  override func insert(_ object: Any, at idx: Int) {
    if isChanging { return super.insert(object, at: idx) }
    guard let added = object as? NSManagedObject, !contains(added) else { return }
    work { self.object.addRelated(added, at: index, position: idx) }
    guard idx == super.count else { return copyMembers() }
    work { super.insert(added, at: idx) }
  }

  override func remove(_ val: Any) {
    if isChanging { return super.remove(val) }
    guard let removed = val as? NSManagedObject, contains(removed) else { return }
    work { object.removeRelated(removed, at: index) }
    copyMembers()
  }

  override func removeObject(at idx: Int) {
    if isChanging { return super.removeObject(at: idx) }
    remove(order[idx])
  }

  override func replaceObject(at idx: Int, with obj: Any) {
    change { super.replaceObject(at: idx, with: obj) }
  }

  override func setObject(_ obj: Any, at idx: Int) { change { super.setObject(obj, at: idx) } }

  override subscript(idx: Int) -> Any {
    get { object(at: idx) }
    set { replaceObject(at: idx, with: newValue) }
  }

  override func exchangeObject(at idx1: Int, withObjectAt idx2: Int) {
    change { super.exchangeObject(at: idx1, withObjectAt: idx2) }
  }

  // MARK: Several members

  override func add(_ objects: UnsafePointer<AnyObject>?, count: Int) {
    addObjects(from: Array(UnsafeBufferPointer(start: objects, count: count)))
  }

  override func addObjects(from array: [Any]) {
    if isChanging { return super.addObjects(from: array) }
    for member in array { add(member) }
  }

  override func insert(_ objects: [Any], at indexes: IndexSet) {
    change { super.insert(objects, at: indexes) }
  }

  override func moveObjects(at indexes: IndexSet, to idx: Int) {
    change { super.moveObjects(at: indexes, to: idx) }
  }

  override func replaceObjects(
    in range: NSRange,
    with objects: UnsafePointer<AnyObject>!,
    count: Int
  ) {
    change { super.replaceObjects(in: range, with: objects, count: count) }
  }

  override func replaceObjects(at indexes: IndexSet, with objects: [Any]) {
    change { super.replaceObjects(at: indexes, with: objects) }
  }

  override func removeObjects(in range: NSRange) { change { super.removeObjects(in: range) } }

  override func removeObjects(at indexes: IndexSet) { change { super.removeObjects(at: indexes) } }

  override func removeObjects(in array: [Any]) { change { super.removeObjects(in: array) } }

  override func removeAllObjects() { change { super.removeAllObjects() } }

  // MARK: Other sets

  override func union(_ other: NSOrderedSet) { addObjects(from: other.array) }

  override func minus(_ other: NSOrderedSet) { removeObjects(in: other.array) }

  override func intersect(_ other: NSOrderedSet) { intersectSet(other.set) }

  override func unionSet(_ other: Set<AnyHashable>) { change { super.unionSet(other) } }

  override func minusSet(_ other: Set<AnyHashable>) { change { super.minusSet(other) } }

  override func intersectSet(_ other: Set<AnyHashable>) { change { super.intersectSet(other) } }

  // MARK: Sorting

  override func sort(comparator cmptr: (Any, Any) -> ComparisonResult) {
    sort(options: [], usingComparator: cmptr)
  }

  override func sort(
    options opts: NSSortOptions = [],
    usingComparator cmptr: (Any, Any) -> ComparisonResult
  ) {
    change { super.sort(options: opts, usingComparator: cmptr) }
  }

  override func sortRange(
    _ range: NSRange,
    options opts: NSSortOptions = [],
    usingComparator cmptr: (Any, Any) -> ComparisonResult
  ) {
    change { super.sortRange(range, options: opts, usingComparator: cmptr) }
  }

  override func sort(using sortDescriptors: [NSSortDescriptor]) {
    change { super.sort(using: sortDescriptors) }
  }

  // MARK: The storage and the relationship

  private var order: [NSManagedObject] {
    let objects = object.relatedSet(at: index)
    return objects.isOrdered ? objects.order : objects.members.objects
  }

  /// Changes the storage, and sets the relationship to the result.
  private func change(_ mutate: () -> Void) {
    if isChanging { return mutate() }
    // Primitive values change without notifying observers.
    if !isCurrent { copyMembers() }
    work {
      mutate()
      object.replaceRelated(array.compactMap { $0 as? NSManagedObject }, at: index)
    }
    // The relationship decides which objects it accepts.
    if !isCurrent { copyMembers() }
  }

  /// Whether the storage has the members of the relationship, in their order.
  private var isCurrent: Bool { array.elementsEqual(order) { ($0 as AnyObject) === $1 } }

  /// Updates the storage with the members of the relationship.
  private func copyMembers() {
    guard !isChanging else { return }
    work {
      super.removeAllObjects()
      for (position, member) in order.enumerated() { super.insert(member, at: position) }
    }
  }

  private func work(_ work: () -> Void) {
    isChanging = true
    work()
    isChanging = false
  }
}
