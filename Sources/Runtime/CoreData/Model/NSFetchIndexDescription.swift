import Foundation
import ManagedModel

/// An index of an entity in a store.
open class NSFetchIndexDescription: NSObject, NSCopying, DescriptionLock {
  final var isLocked = false
  @WeakReference final var owner: NSEntityDescription?

  /// Settings of the model file for which this class has no property.
  final var origin: FetchIndex?

  /// The name of the index, unique within the entity.
  open var name: String { willSet { requireMutable() } }

  /// The indexed properties and expressions, in this order.
  open var elements: [NSFetchIndexElementDescription] {
    willSet { requireMutable() }
    didSet { adoptElements(insteadOf: oldValue) }
  }

  /// The entity of the index.
  open var entity: NSEntityDescription? { owner }

  /// The condition for objects to be in the index.
  @NSCopying open var partialIndexPredicate: NSPredicate? { willSet { requireMutable() } }

  /// Creates an index.
  public init(name: String, elements: [NSFetchIndexElementDescription]?) {
    self.name = name
    self.elements = elements ?? []
    super.init()
    adoptElements(insteadOf: [])
  }

  private func adoptElements(insteadOf former: [NSFetchIndexElementDescription]) {
    for element in former where element.owner === self { element.owner = nil }
    for element in elements { element.owner = self }
  }

  /// A mutable index with the same contents that belongs to no entity.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSFetchIndexDescription(
      name: name,
      elements: elements.compactMap { $0.copy() as? NSFetchIndexElementDescription }
    )
    copy.origin = origin
    copy.partialIndexPredicate = partialIndexPredicate
    return copy
  }

  /// Whether another object is an index with the same contents.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSFetchIndexDescription else { return false }
    return other === self
      || name == other.name && elements == other.elements
        && ObjectEquality.isEqual(partialIndexPredicate, other.partialIndexPredicate)
  }

  open override var hash: Int { name.hashValue }

  final func lock() {
    isLocked = true
    for element in elements { element.isLocked = true }
  }
}
