import Foundation

/// Migrates stores from one version of a model to another one.
///
/// Migration by mapping models is to come: ``migrateStore(from:type:options:mapping:to:type:options:)`` throws
/// an error with the code ``NSMigrationError``. The rest holds already: what belongs together can be
/// associated and asked for.
open class NSMigrationManager: NSObject {
  /// The model of the old store.
  public final let sourceModel: NSManagedObjectModel

  /// The model of the new store.
  public final let destinationModel: NSManagedObjectModel

  /// The old objects.
  public final let sourceContext: NSManagedObjectContext

  /// The new objects.
  public final let destinationContext: NSManagedObjectContext

  private var mapping = NSMappingModel()
  private var associations = MigratedInstances()
  private var failure: (any Error)?

  /// Whether stores may migrate themselves where they know a faster way.
  open var usesStoreSpecificMigrationManager = true

  /// Whatever the program likes to keep with the manager.
  open var userInfo: [AnyHashable: Any]?

  /// Makes a manager for migrations between two versions of a model.
  public init(sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel) {
    self.sourceModel = sourceModel
    self.destinationModel = destinationModel
    sourceContext = NSManagedObjectContext(.privateQueue)
    destinationContext = NSManagedObjectContext(.privateQueue)
    super.init()
    sourceContext.persistentStoreCoordinator = .init(managedObjectModel: sourceModel)
    destinationContext.persistentStoreCoordinator = .init(managedObjectModel: destinationModel)
  }

  /// Migrates a store to another place.
  public final func migrateStore(
    from sourceURL: URL,
    type sourceType: NSPersistentStore.StoreType,
    options sourceOptions: [AnyHashable: Any]? = nil,
    mapping: NSMappingModel,
    to destinationURL: URL,
    type destinationType: NSPersistentStore.StoreType,
    options destinationOptions: [AnyHashable: Any]? = nil
  ) throws {
    self.mapping = mapping
    if let failure { throw failure }
    throw StoreFailure.error(
      NSMigrationError,
      "Stores are not migrated by mapping models yet.",
      url: sourceURL
    )
  }

  /// Migrates a store to another place.
  @available(*, deprecated, renamed: "migrateStore(from:type:options:mapping:to:type:options:)")
  open func migrateStore(
    from sourceURL: URL,
    sourceType sStoreType: String,
    options sOptions: [AnyHashable: Any]? = nil,
    with mappings: NSMappingModel?,
    toDestinationURL dURL: URL,
    destinationType dStoreType: String,
    destinationOptions dOptions: [AnyHashable: Any]? = nil
  ) throws {
    try migrateStore(
      from: sourceURL,
      type: .init(rawValue: sStoreType),
      options: sOptions,
      mapping: mappings ?? NSMappingModel(),
      to: dURL,
      type: .init(rawValue: dStoreType),
      options: dOptions
    )
  }

  /// Forgets which objects belong together, and the objects.
  open func reset() {
    associations = MigratedInstances()
    failure = nil
    for context in [sourceContext, destinationContext] {
      context.performAndWait { context.reset() }
    }
  }

  /// The mappings of the migration.
  open var mappingModel: NSMappingModel { mapping }

  /// How much of the migration is done, between 0 and 1.
  open var migrationProgress: Float { 0 }

  /// The mapping that is being followed; one without contents between migrations.
  open var currentEntityMapping: NSEntityMapping { NSEntityMapping() }

  /// The entity of the old objects of a mapping.
  open func sourceEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
    mEntity.sourceEntityName.flatMap { sourceModel.entitiesByName[$0] }
  }

  /// The entity of the new objects of a mapping.
  open func destinationEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
    mEntity.destinationEntityName.flatMap { destinationModel.entitiesByName[$0] }
  }

  /// Notes that a new object was made of an old one.
  open func associate(
    sourceInstance: NSManagedObject,
    withDestinationInstance destinationInstance: NSManagedObject,
    for entityMapping: NSEntityMapping
  ) {
    associations.add(sourceInstance, destinationInstance, entityMapping.name ?? "")
  }

  /// The new objects that a mapping has made of old ones; nil for all.
  open func destinationInstances(
    forEntityMappingName mappingName: String,
    sourceInstances: [NSManagedObject]?
  ) -> [NSManagedObject] {
    associations.destinations(of: sourceInstances, in: mappingName)
  }

  /// The old objects of which a mapping has made new ones; nil for all.
  open func sourceInstances(
    forEntityMappingName mappingName: String,
    destinationInstances: [NSManagedObject]?
  ) -> [NSManagedObject] {
    associations.sources(of: destinationInstances, in: mappingName)
  }

  /// Lets the migration end with an error.
  open func cancelMigrationWithError(_ error: any Error) {
    failure = error
  }
}
