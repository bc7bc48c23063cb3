import Foundation
import ObjectRows

/// A policy that creates new objects from old ones while a store is migrated, in several stages.
///
/// A mapping names the class of its policy; the default is this class, which follows the mapping.
open class NSEntityMigrationPolicy: NSObject {
  /// Creates a policy.
  public override init() {
    super.init()
  }

  /// Creates a policy of a class that is known at run time only; see `make_object.S`.
  ///
  /// Nothing in Swift calls it: without the attribute an optimized build would leave it out.
  @usableFromInline convenience init(making mapping: NSEntityMapping) {
    self.init()
  }

  /// Creates a policy of the class.
  @_silgen_name("coredata_make_policy")
  class func makePolicy(_ mapping: __owned NSEntityMapping) -> NSEntityMigrationPolicy

  /// Called before the first object of a mapping.
  open func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {}

  /// Creates the new objects for an old one, without their relationships.
  ///
  /// The default creates one object, with the values of the mapping's attributes, and associates it with the old one.
  open func createDestinationInstances(
    forSource sInstance: NSManagedObject,
    in mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws {
    guard let entity = manager.destinationEntity(for: mapping) else { return }
    let object = NSManagedObject(entity: entity, insertInto: manager.destinationContext)
    let scope = MappingScope(manager, mapping, policy: self, source: sInstance, destination: object)
    for property in scope.attributeMappings {
      guard let value = try scope.value(of: property) else { continue }
      // If a value has become mandatory, the default replaces a missing one.
      if value.result == nil, entity.attributesByName[value.name]?.isOptional == false { continue }
      try Self.require(value.result, toFit: entity.attributesByName[value.name], in: mapping)
      object.setValue(value.result, forKey: value.name)
    }
    manager.associate(sourceInstance: sInstance, withDestinationInstance: object, for: mapping)
  }

  /// Throws for a number that does not fit into an integer attribute, instead of truncating it.
  private static func require(
    _ value: Any?,
    toFit attribute: NSAttributeDescription?,
    in mapping: NSEntityMapping
  ) throws {
    guard let number = value as? NSNumber, let attribute,
      [.integer16, .integer32, .integer64].contains(attribute.type)
    else { return }
    guard Value(number, for: attribute.type) != nil else {
      throw StoreFailure.error(
        NSMigrationError,
        "The mapping \(mapping.name ?? "") gives the attribute \(attribute.name) a value that does not "
          + "fit into its type."
      )
    }
  }

  /// Called when all new objects have been created.
  open func endInstanceCreation(
    forMapping mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws {}

  /// Sets the relationships of a new object, following the mapping.
  open func createRelationships(
    forDestination dInstance: NSManagedObject,
    in mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws {
    let sources = manager.sourceInstances(
      forEntityMappingName: mapping.name ?? "",
      destinationInstances: [dInstance]
    )
    // An object that several were merged into gets the destinations of all of them.
    let scopes = sources.map {
      MappingScope(manager, mapping, policy: self, source: $0, destination: dInstance)
    }
    for property in scopes.first?.relationshipMappings ?? [] {
      let values = try scopes.compactMap { try $0.value(of: property) }
      guard let name = values.first?.name,
        let relationship = dInstance.entity.relationshipsByName[name]
      else { continue }
      let objects = try values.flatMap { try Self.objects($0.result, for: name, mapping, manager) }
      dInstance.setValue(Self.related(objects.distinct, by: relationship), forKey: name)
    }
  }

  /// The destination objects in the value of an expression.
  private static func objects(
    _ result: Any?,
    for relationship: String,
    _ mapping: NSEntityMapping,
    _ manager: NSMigrationManager
  ) throws -> [NSManagedObject] {
    let value = PredicateValue(result)
    let objects = NSMigrationManager.objects(in: value)
    let reason: String
    if !NSMigrationManager.hasOnlyObjects(value) {
      reason = "values that are not objects"
    } else if objects.contains(where: { $0.managedObjectContext !== manager.destinationContext }) {
      reason = "objects of the source store"
    } else {
      return objects
    }
    throw StoreFailure.error(
      NSMigrationError,
      "The mapping \(mapping.name ?? "") gives the relationship \(relationship) \(reason)."
    )
  }

  /// Distinct objects as the value of a relationship.
  private static func related(
    _ objects: [NSManagedObject],
    by relationship: NSRelationshipDescription
  ) -> Any? {
    guard relationship.isToMany else { return objects.first }
    return relationship.isOrdered ? NSOrderedSet(array: objects) : NSSet(array: objects)
  }

  /// Called when all new objects have their relationships.
  open func endRelationshipCreation(
    forMapping mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws {}

  /// Validates the new objects.
  open func performCustomValidation(
    forMapping mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws {}

  /// Called after the last object of a mapping.
  open func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

  /// Returns the result of a method of a subclass that an expression calls by `FUNCTION($entityPolicy, "selector:",
  /// …)`.
  ///
  /// It is an addition to Apple's interface: without Objective-C, methods cannot be called by their names. A subclass
  /// overrides it and calls the named method.
  ///
  /// - Parameters:
  ///   - selector: The name of the method, with a colon for each argument.
  ///   - arguments: The arguments; `NSNull` stands for nil.
  /// - Returns: The value.
  /// - Throws: An error that ends the migration; the default throws that the method is unknown.
  open func value(ofFunction selector: String, arguments: [Any]) throws -> Any? {
    throw StoreFailure.error(
      NSEntityMigrationPolicyError,
      "\(Swift.type(of: self)) does not implement \(selector) in value(ofFunction:arguments:)."
    )
  }
}
