// The names of the variables that the expressions of mappings may use.

// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The migration manager: `$manager`.
public let NSMigrationManagerKey = "manager"

/// The old object: `$source`.
public let NSMigrationSourceObjectKey = "source"

/// The new object: `$destination`.
public let NSMigrationDestinationObjectKey = "destination"

/// The mapping of the entity: `$entityMapping`.
public let NSMigrationEntityMappingKey = "entityMapping"

/// The mapping of the property: `$propertyMapping`.
public let NSMigrationPropertyMappingKey = "propertyMapping"

/// The policy: `$entityPolicy`.
public let NSMigrationEntityPolicyKey = "entityPolicy"
