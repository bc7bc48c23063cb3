import Foundation

/// The way in which the objects of an entity become those of an entity of another version of the model.
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

  /// The way in which attributes get their values.
  open var attributeMappings: [NSPropertyMapping]? = []

  /// The way in which relationships get their objects.
  open var relationshipMappings: [NSPropertyMapping]? = []

  /// The expression that fetches the source objects.
  open var sourceExpression: _NSExpression?

  /// Values that the author of the mapping keeps with it.
  open var userInfo: [AnyHashable: Any]? = [:]

  /// The name of the class of the policy, a subclass of ``NSEntityMigrationPolicy``.
  open var entityMigrationPolicyClassName: String?
}

/// The treatment of the objects of an entity when a store is migrated.
public enum NSEntityMappingType: UInt, Sendable, Hashable {
  /// Nothing is said of it; a policy decides.
  case undefinedEntityMappingType = 0
  /// A policy of the program makes new objects of them.
  case customEntityMappingType = 1
  /// There were none: the entity is new.
  case addEntityMappingType = 2
  /// They are left behind: the entity is gone.
  case removeEntityMappingType = 3
  /// They are the same: the entity has not changed.
  case copyEntityMappingType = 4
  /// New objects get their values as the mapping says.
  case transformEntityMappingType = 5
}
