import Foundation

/// A mutable array that is the value of a property: its changes are changes of the object.
final class PropertyArray: NSMutableArray {
  private let object: NSManagedObject
  private let key: String

  init(_ object: NSManagedObject, _ key: String) {
    self.object = object
    self.key = key
    super.init(capacity: 0)
  }

  @available(*, unavailable) required init?(coder: NSCoder) { nil }

  @available(*, unavailable)
  required convenience init(arrayLiteral elements: Any...) { preconditionFailure() }

  @available(*, unavailable) override init(capacity numItems: Int) { preconditionFailure() }
  @available(*, unavailable) required init(objects: UnsafePointer<AnyObject>?, count: Int) {
    preconditionFailure()
  }

  private var elements: [Any] {
    get {
      switch object.value(forKey: key) {
      case let set as NSOrderedSet: set.array
      case let set as NSSet: set.allObjects
      case let array as NSArray: array.map { $0 }
      case let array as [Any]: array
      default: []
      }
    }
    set {
      let isOrderedSet = object.value(forKey: key) is NSOrderedSet
      object.setValue(isOrderedSet ? NSOrderedSet(array: newValue) : newValue, forKey: key)
    }
  }

  override var count: Int { elements.count }

  override func object(at index: Int) -> Any { elements[index] }

  override func copy(with zone: NSZone? = nil) -> Any { NSArray(array: elements) }

  override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableArray(array: elements) }

  // MARK: Single elements

  override func insert(_ anObject: Any, at index: Int) { change { $0.insert(anObject, at: index) } }

  override func add(_ anObject: Any) { change { $0.add(anObject) } }

  override func removeObject(at index: Int) { change { $0.removeObject(at: index) } }

  override func removeLastObject() {
    if count > 0 { change { $0.removeLastObject() } }
  }

  override func remove(_ anObject: Any) { change { $0.remove(anObject) } }

  override func remove(_ anObject: Any, in range: NSRange) {
    change { $0.remove(anObject, in: range) }
  }

  override func removeObject(identicalTo anObject: Any) {
    change { $0.removeObject(identicalTo: anObject) }
  }

  override func removeObject(identicalTo anObject: Any, in range: NSRange) {
    change { $0.removeObject(identicalTo: anObject, in: range) }
  }

  override func replaceObject(at index: Int, with anObject: Any) {
    change { $0.replaceObject(at: index, with: anObject) }
  }

  override func exchangeObject(at idx1: Int, withObjectAt idx2: Int) {
    change { $0.exchangeObject(at: idx1, withObjectAt: idx2) }
  }

  override subscript(idx: Int) -> Any {
    get { object(at: idx) }
    set { replaceObject(at: idx, with: newValue) }
  }

  // MARK: Several elements

  override func addObjects(from otherArray: [Any]) { change { $0.addObjects(from: otherArray) } }

  override func insert(_ objects: [Any], at indexes: IndexSet) {
    change { $0.insert(objects, at: indexes) }
  }

  override func removeAllObjects() { change { $0.removeAllObjects() } }

  override func removeObjects(in otherArray: [Any]) { change { $0.removeObjects(in: otherArray) } }

  override func removeObjects(in range: NSRange) { change { $0.removeObjects(in: range) } }

  override func removeObjects(at indexes: IndexSet) { change { $0.removeObjects(at: indexes) } }

  override func replaceObjects(at indexes: IndexSet, with objects: [Any]) {
    change { $0.replaceObjects(at: indexes, with: objects) }
  }

  // Foundation's own implementations of these two stop the program.

  override func replaceObjects(
    in range: NSRange,
    withObjectsFrom otherArray: [Any],
    range otherRange: NSRange
  ) {
    let others = otherArray[otherRange.location..<NSMaxRange(otherRange)]
    replaceObjects(in: range, withObjectsFrom: Array(others))
  }

  override func replaceObjects(in range: NSRange, withObjectsFrom otherArray: [Any]) {
    var changed = elements
    changed.replaceSubrange(range.location..<NSMaxRange(range), with: otherArray)
    elements = changed
  }

  override func setArray(_ otherArray: [Any]) { change { $0.setArray(otherArray) } }

  // MARK: Sorting

  override func sort(
    _ compare: (Any, Any, UnsafeMutableRawPointer?) -> Int,
    context: UnsafeMutableRawPointer?
  ) {
    change { $0.sort(compare, context: context) }
  }

  override func sort(comparator: (Any, Any) -> ComparisonResult) {
    change { $0.sort(comparator: comparator) }
  }

  override func sort(
    options opts: NSSortOptions = [],
    usingComparator cmptr: (Any, Any) -> ComparisonResult
  ) {
    change { $0.sort(options: opts, usingComparator: cmptr) }
  }

  override func sort(using sortDescriptors: [NSSortDescriptor]) {
    change { $0.sort(using: sortDescriptors) }
  }

  /// Lets Foundation change a copy of the elements, which is then set as the property's value.
  private func change(_ mutate: (NSMutableArray) -> Void) {
    let changed = NSMutableArray(array: elements)
    mutate(changed)
    elements = changed.map { $0 }
  }
}
