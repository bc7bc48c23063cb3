import Foundation
import ManagedModel

/// A property or an expression in a fetch index.
open class NSFetchIndexElementDescription: NSObject, NSCopying, DescriptionLock {
  final var isLocked = false
  final weak var owner: NSFetchIndexDescription?

  /// Settings of the model file for which this class has no property.
  final var origin: FetchIndexElement?

  final var indexedProperty: NSPropertyDescription?

  /// The property that is indexed; an ``NSExpressionDescription`` for an expression.
  open var property: NSPropertyDescription? { indexedProperty }

  /// The name of the property.
  open var propertyName: String? { indexedProperty?.name }

  /// The way in which the element is organised.
  open var collationType: NSFetchIndexElementType { willSet { requireMutable() } }

  /// Whether the values ascend.
  open var isAscending = true { willSet { requireMutable() } }

  /// The index that has the element.
  open var indexDescription: NSFetchIndexDescription? { owner }

  /// Makes an element of an index.
  public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
    indexedProperty = property
    self.collationType = collationType
    super.init()
  }

  /// An element without a property, for a name that leads nowhere.
  init(missing origin: FetchIndexElement, collationType: NSFetchIndexElementType) {
    self.origin = origin
    self.collationType = collationType
    super.init()
  }

  /// An element with the same contents that belongs to no index and can be changed.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSFetchIndexElementDescription(
      missing: origin ?? FetchIndexElement(),
      collationType: collationType
    )
    copy.origin = origin
    copy.indexedProperty = indexedProperty
    copy.isAscending = isAscending
    return copy
  }

  /// Whether another object is an element of the same property with the same order.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSFetchIndexElementDescription else { return false }
    return other === self
      || propertyName == other.propertyName && collationType == other.collationType
        && isAscending == other.isAscending
  }

  open override var hash: Int { propertyName.hashValue }
}
