import Foundation

/// The mapping of the objects of an entity to an entity of another version of the model.
open class NSEntityMapping: NSObject {
  /// The name of the mapping.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var name: String! = ""

  /// The treatment of the objects in the migration.
  open var mappingType = NSEntityMappingType.undefinedEntityMappingType

  /// The name of the entity of the old objects.
  open var sourceEntityName: String?

  /// The version hash of the entity of the old objects.
  open var sourceEntityVersionHash: Data?

  /// The name of the entity of the new objects.
  open var destinationEntityName: String?

  /// The version hash of the entity of the new objects.
  open var destinationEntityVersionHash: Data?

  /// The mappings of attributes.
  open var attributeMappings: [NSPropertyMapping]? = []

  /// The mappings of relationships.
  open var relationshipMappings: [NSPropertyMapping]? = []

  /// The expression that fetches the source objects.
  open var sourceExpression: _NSExpression?

  /// Values that the author of the mapping attaches to it.
  open var userInfo: [AnyHashable: Any]? = [:]

  /// The name of the class of the policy, a subclass of ``NSEntityMigrationPolicy``.
  open var entityMigrationPolicyClassName: String?
}

/// The treatment of the objects of an entity when a store is migrated.
public enum NSEntityMappingType: UInt, Sendable, Hashable {
  /// Undefined; a policy decides.
  case undefinedEntityMappingType = 0
  /// A policy of the program creates new objects from them.
  case customEntityMappingType = 1
  /// The entity is new, and has no old objects.
  case addEntityMappingType = 2
  /// The entity is removed, and its objects are dropped.
  case removeEntityMappingType = 3
  /// The entity has not changed, and its objects are copied.
  case copyEntityMappingType = 4
  /// New objects get their values from the property mappings.
  case transformEntityMappingType = 5
}
