import Foundation

/// A property that has an array, as an array: what is done to it is done to the object.
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

  override func insert(_ anObject: Any, at index: Int) { elements.insert(anObject, at: index) }

  override func add(_ anObject: Any) { elements.append(anObject) }

  override func removeObject(at index: Int) { elements.remove(at: index) }

  override func removeLastObject() {
    if !elements.isEmpty { elements.removeLast() }
  }

  override func removeAllObjects() { elements = [] }

  override func replaceObject(at index: Int, with anObject: Any) { elements[index] = anObject }

  override func copy(with zone: NSZone? = nil) -> Any { NSArray(array: elements) }
}
