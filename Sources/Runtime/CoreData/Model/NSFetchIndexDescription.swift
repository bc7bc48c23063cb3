import Foundation
import ManagedModel

/// An index that a store is to keep for an entity.
open class NSFetchIndexDescription: NSObject, NSCopying, DescriptionLock {
  final var isLocked = false
  final weak var owner: NSEntityDescription?

  /// Settings of the model file for which this class has no property.
  final var origin: FetchIndex?

  /// The name of the index, of its own within the entity.
  open var name: String { willSet { requireMutable() } }

  /// The properties and expressions that are indexed, in this order.
  open var elements: [NSFetchIndexElementDescription] {
    willSet { requireMutable() }
    didSet { adoptElements(insteadOf: oldValue) }
  }

  /// The entity that has the index.
  open var entity: NSEntityDescription? { owner }

  /// The condition under which an object is in the index at all.
  @NSCopying open var partialIndexPredicate: NSPredicate? { willSet { requireMutable() } }

  /// Makes an index.
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

  /// An index with the same contents that belongs to no entity and can be changed.
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
