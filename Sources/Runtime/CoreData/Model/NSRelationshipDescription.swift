import Foundation

/// A relationship of an entity: a property that leads to one or more objects.
open class NSRelationshipDescription: NSPropertyDescription {
  /// The entity of the objects at the other end.
  open var destinationEntity: NSEntityDescription? {
    get { destination }
    set {
      requireMutable()
      destination = newValue
      missingDestinationName = nil
    }
  }

  @WeakReference private final var destination: NSEntityDescription?

  /// The relationship of the destination that leads back.
  open weak var inverseRelationship: NSRelationshipDescription? {
    willSet { requireMutable() }
    didSet { missingInverseName = nil }
  }

  /// The name of a destination in the model file that does not exist.
  final var missingDestinationName: String?

  /// The name of an inverse in the model file that does not exist.
  final var missingInverseName: String?

  /// The greatest number of objects: 1 for a to-one relationship, 0 for no limit.
  open var maxCount = 0 { willSet { requireMutable() } }

  /// The least number of objects in a relationship that is not empty.
  open var minCount = 0 { willSet { requireMutable() } }

  /// The effect on the destinations when an object is deleted.
  open var deleteRule: NSDeleteRule = .nullifyDeleteRule { willSet { requireMutable() } }

  /// Whether a to-many relationship is ordered.
  open var isOrdered = false { willSet { requireMutable() } }

  /// Whether there can be more than one object at the other end.
  open var isToMany: Bool { maxCount != 1 }

  override class func makeEmpty() -> NSPropertyDescription { NSRelationshipDescription() }

  override func take(from other: NSPropertyDescription) {
    super.take(from: other)
    guard let other = other as? NSRelationshipDescription else { return }
    destinationEntity = other.destinationEntity
    inverseRelationship = other.inverseRelationship
    missingDestinationName = other.missingDestinationName
    missingInverseName = other.missingInverseName
    maxCount = other.maxCount
    minCount = other.minCount
    deleteRule = other.deleteRule
    isOrdered = other.isOrdered
  }

  /// Compares only the names of the other end, which may lead back here.
  override func hasContents(of other: NSPropertyDescription) -> Bool {
    guard super.hasContents(of: other), let other = other as? NSRelationshipDescription else {
      return false
    }
    return maxCount == other.maxCount && minCount == other.minCount
      && deleteRule == other.deleteRule && isOrdered == other.isOrdered
      && destinationEntity?.name == other.destinationEntity?.name
      && inverseRelationship?.name == other.inverseRelationship?.name
  }
}
