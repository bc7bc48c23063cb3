import Foundation
import ManagedModel

/// A property or an expression in a fetch index.
open class NSFetchIndexElementDescription: NSObject, NSCopying, DescriptionLock {
  final var isLocked = false
  final weak var owner: NSFetchIndexDescription?

  /// Settings of the model file for which this class has no property.
  final var origin: FetchIndexElement?

  final var indexedProperty: NSPropertyDescription?

  /// The indexed property; an ``NSExpressionDescription`` for an expression.
  open var property: NSPropertyDescription? { indexedProperty }

  /// The name of the property.
  open var propertyName: String? { indexedProperty?.name }

  /// The type of the index for the element.
  open var collationType: NSFetchIndexElementType { willSet { requireMutable() } }

  /// Whether the order is ascending.
  open var isAscending = true { willSet { requireMutable() } }

  /// The index of the element.
  open var indexDescription: NSFetchIndexDescription? { owner }

  /// Creates an element of an index.
  public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
    indexedProperty = property
    self.collationType = collationType
    super.init()
  }

  /// Creates an element without a property, for an unknown name.
  init(missing origin: FetchIndexElement, collationType: NSFetchIndexElementType) {
    self.origin = origin
    self.collationType = collationType
    super.init()
  }

  /// A mutable element with the same contents that belongs to no index.
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
