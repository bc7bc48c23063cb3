import Foundation

/// Makes new objects of old ones while a store is migrated, one step after the other.
///
/// Migration by mapping models is to come; until then nobody calls these methods but a program that does the
/// steps itself. What they do by themselves is nothing.
open class NSEntityMigrationPolicy: NSObject {
  /// Called before the first object of a mapping.
  open func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {}

  /// Makes the new objects for an old one, without their relationships.
  open func createDestinationInstances(
    forSource sInstance: NSManagedObject,
    in mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws {}

  /// Called when all new objects have been made.
  open func endInstanceCreation(
    forMapping mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws {}

  /// Gives a new object its relationships.
  open func createRelationships(
    forDestination dInstance: NSManagedObject,
    in mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws {}

  /// Called when all new objects have their relationships.
  open func endRelationshipCreation(
    forMapping mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws {}

  /// Checks the new objects.
  open func performCustomValidation(
    forMapping mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws {}

  /// Called after the last object of a mapping.
  open func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {}
}
