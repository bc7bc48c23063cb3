import Foundation

/// A mutable set that is a to-many relationship: its changes are changes of the object.
final class RelationshipSet: NSMutableSet {
  private let object: NSManagedObject
  private let index: Int

  init(_ object: NSManagedObject, _ index: Int) {
    self.object = object
    self.index = index
    super.init(capacity: 0)
  }

  @available(*, unavailable) required init?(coder: NSCoder) { nil }

  @available(*, unavailable) required init(capacity numItems: Int) { preconditionFailure() }

  private var members: ObjectTable { object.relatedSet(at: index).members }

  override var count: Int { members.count }

  override func member(_ object: Any) -> Any? {
    guard let wanted = managed(object), members.contains(wanted) else { return nil }
    return wanted
  }

  override func objectEnumerator() -> NSEnumerator {
    NSArray(array: members.objects).objectEnumerator()
  }

  override var allObjects: [Any] { members.objects }

  override func contains(_ anObject: Any) -> Bool { member(anObject) != nil }

  override func add(_ object: Any) {
    if let added = managed(object) { self.object.addRelated(added, at: index) }
  }

  override func remove(_ object: Any) {
    if let removed = managed(object) { self.object.removeRelated(removed, at: index) }
  }

  override func addObjects(from array: [Any]) {
    for member in array { add(member) }
  }

  override func removeAllObjects() { object.replaceRelated([], at: index) }

  override func union(_ otherSet: Set<AnyHashable>) { change(.union, otherSet) }

  override func minus(_ otherSet: Set<AnyHashable>) { change(.minus, otherSet) }

  override func intersect(_ otherSet: Set<AnyHashable>) { change(.intersect, otherSet) }

  override func setSet(_ otherSet: Set<AnyHashable>) { change(.set, otherSet) }

  override func copy(with zone: NSZone? = nil) -> Any { NSSet(array: members.objects) }

  override func mutableCopy(with zone: NSZone? = nil) -> Any {
    NSMutableSet(array: members.objects)
  }

  // Foundation's implementation would read the storage, which is empty.

  override var description: String { NSSet(array: members.objects).description }

  override func description(withLocale locale: Locale?) -> String {
    NSSet(array: members.objects).description(withLocale: locale)
  }

  private func change(_ mutation: NSKeyValueSetMutationKind, _ others: Set<AnyHashable>) {
    object.change(index, by: mutation, others.compactMap { $0.base as? NSManagedObject })
  }

  private func managed(_ member: Any) -> NSManagedObject? { member as? NSManagedObject }
}
