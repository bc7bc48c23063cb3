import Foundation

/// A relationship of an entity: a property whose value is one or more objects.
open class NSRelationshipDescription: NSPropertyDescription {
  /// The entity of the objects at the other end.
  open weak var destinationEntity: NSEntityDescription? { willSet { requireMutable() } }

  /// The relationship of the destination that leads back.
  open weak var inverseRelationship: NSRelationshipDescription? { willSet { requireMutable() } }

  /// The greatest count of objects: 1 for a to-one relationship, 0 for any count.
  open var maxCount = 0 { willSet { requireMutable() } }

  /// The least count of objects in a relationship that is not empty.
  open var minCount = 0 { willSet { requireMutable() } }

  /// What happens to the objects at the other end when an object is deleted.
  open var deleteRule: NSDeleteRule = .nullifyDeleteRule { willSet { requireMutable() } }

  /// Whether a to-many relationship keeps its objects in an order.
  open var isOrdered = false { willSet { requireMutable() } }

  /// Whether there can be more than one object at the other end.
  open var isToMany: Bool { maxCount != 1 }

  override func makeEmpty() -> NSPropertyDescription { NSRelationshipDescription() }

  override func take(from other: NSPropertyDescription) {
    super.take(from: other)
    guard let other = other as? NSRelationshipDescription else { return }
    destinationEntity = other.destinationEntity
    inverseRelationship = other.inverseRelationship
    maxCount = other.maxCount
    minCount = other.minCount
    deleteRule = other.deleteRule
    isOrdered = other.isOrdered
  }
}
