import Foundation

/// Migrates stores from one version of a model to another one, object by object.
///
/// The old objects are in ``sourceContext``, the new ones in ``destinationContext``; in both they are plain
/// `NSManagedObject`s, whatever class their entity has in the model.
open class NSMigrationManager: NSObject {
  /// The model of the old store: a copy in which all objects are plain `NSManagedObject`s.
  public final let sourceModel: NSManagedObjectModel

  /// The model of the new store: a copy in which all objects are plain `NSManagedObject`s.
  public final let destinationModel: NSManagedObjectModel

  /// The context of the old objects.
  public final let sourceContext: NSManagedObjectContext

  /// The context of the new objects.
  public final let destinationContext: NSManagedObjectContext

  private var associations = MigratedInstances()

  /// The property mappings whose expressions have been found to be valid.
  private var checkedProperties: Set<ObjectIdentifier> = []

  /// The mappings of the migration.
  final var mapping = NSMappingModel()

  /// The mapping that is being executed.
  final var currentMapping: NSEntityMapping? {
    willSet { observers.notify(self, .mapping, old: currentEntityMapping, new: nil, isPrior: true) }
    didSet {
      let old = oldValue ?? NSEntityMapping()
      observers.notify(self, .mapping, old: old, new: currentEntityMapping, isPrior: false)
    }
  }

  /// The completed fraction, between 0 and 1.
  final var progress: Float = 0 {
    willSet { observers.notify(self, .progress, old: progress, new: nil, isPrior: true) }
    didSet { observers.notify(self, .progress, old: oldValue, new: progress, isPrior: false) }
  }

  /// The observers of the two properties above.
  final let observers = MigrationObservers()

  /// The error with which the migration is to end.
  final var failure: (any Error)?

  /// Whether stores may migrate themselves with a faster method.
  ///
  /// It has no effect: a manager migrates object by object.
  open var usesStoreSpecificMigrationManager = true

  /// Values that the program attaches to the manager.
  open var userInfo: [AnyHashable: Any]?

  /// Creates a manager for migrations between two versions of a model.
  public init(sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel) {
    self.sourceModel = Self.plain(sourceModel)
    self.destinationModel = Self.plain(destinationModel)
    sourceContext = NSManagedObjectContext(.privateQueue)
    destinationContext = NSManagedObjectContext(.privateQueue)
    super.init()
    sourceContext.persistentStoreCoordinator = .init(managedObjectModel: self.sourceModel)
    destinationContext.persistentStoreCoordinator = .init(managedObjectModel: self.destinationModel)
    for context in [sourceContext, destinationContext] { context.undoManager = nil }
  }

  /// A copy of a model without classes: those of the program may not match an old version.
  private static func plain(_ model: NSManagedObjectModel) -> NSManagedObjectModel {
    let copy = ModelCopier().copy(model)
    for entity in copy.storedEntities {
      entity.managedObjectClassName = "NSManagedObject"
      // Unreadable values must not be lost in a program without an old transformer, or with a new one.
      for case let attribute as NSAttributeDescription in entity.ownProperties {
        attribute.keepUnreadableValues()
      }
    }
    return copy
  }

  /// Migrates a store to another location.
  ///
  /// If there is a store at that location, the new objects are added to it. If the migration fails, nothing is added
  /// there.
  ///
  /// - Throws: The error that the migration was canceled with; that of a policy; or one with a code such as
  ///   ``NSMigrationManagerSourceStoreError``.
  public final func migrateStore(
    from sourceURL: URL,
    type sourceType: NSPersistentStore.StoreType,
    options sourceOptions: [AnyHashable: Any]? = nil,
    mapping: NSMappingModel,
    to destinationURL: URL,
    type destinationType: NSPersistentStore.StoreType,
    options destinationOptions: [AnyHashable: Any]? = nil
  ) throws {
    if let failure { throw failure }
    reset()
    self.mapping = mapping
    let stores = MigratedStores(
      manager: self,
      source: .init(url: sourceURL, type: sourceType, options: sourceOptions),
      destination: .init(url: destinationURL, type: destinationType, options: destinationOptions)
    )
    defer { currentMapping = nil }
    try stores.migrate { try ObjectMigration(manager: self, model: mapping).run() }
    progress = 1
  }

  /// Migrates a store to another location.
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

  /// Removes the associations of old and new objects, and the objects.
  open func reset() {
    associations = MigratedInstances()
    checkedProperties = []
    failure = nil
    progress = 0
    currentMapping = nil
    for context in [sourceContext, destinationContext] {
      context.performAndWait { context.reset() }
    }
  }

  /// The mappings of the migration.
  open var mappingModel: NSMappingModel { mapping }

  /// The completed fraction of the migration, between 0 and 1.
  open var migrationProgress: Float { progress }

  /// The mapping that is being executed; an empty one between migrations.
  open var currentEntityMapping: NSEntityMapping { currentMapping ?? NSEntityMapping() }

  /// Returns the entity of the old objects of a mapping.
  open func sourceEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
    mEntity.sourceEntityName.flatMap { sourceModel.entitiesByName[$0] }
  }

  /// Returns the entity of the new objects of a mapping.
  open func destinationEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
    mEntity.destinationEntityName.flatMap { destinationModel.entitiesByName[$0] }
  }

  /// Records that a new object was created from an old one.
  open func associate(
    sourceInstance: NSManagedObject,
    withDestinationInstance destinationInstance: NSManagedObject,
    for entityMapping: NSEntityMapping
  ) {
    associations.add(sourceInstance, destinationInstance, entityMapping.name ?? "")
  }

  /// Returns the new objects that a mapping has created from old ones; nil for all.
  open func destinationInstances(
    forEntityMappingName mappingName: String,
    sourceInstances: [NSManagedObject]?
  ) -> [NSManagedObject] {
    associations.destinations(of: sourceInstances, in: mappingName)
  }

  /// Returns the old objects that a mapping has migrated; nil for all.
  open func sourceInstances(
    forEntityMappingName mappingName: String,
    destinationInstances: [NSManagedObject]?
  ) -> [NSManagedObject] {
    associations.sources(of: destinationInstances, in: mappingName)
  }

  /// Returns the destination objects that any mapping has created from source objects.
  final func destinations(of sources: [NSManagedObject]) -> [NSManagedObject] {
    associations.destinations(of: sources)
  }

  /// Throws if the expression of a property refers to something that does not exist.
  final func requireKnownReferences(
    of property: NSPropertyMapping,
    in entityMapping: NSEntityMapping
  ) throws {
    guard let expression = property.valueExpression,
      checkedProperties.insert(ObjectIdentifier(property)).inserted
    else { return }
    let check = MappingExpressionCheck(manager: self, mapping: entityMapping)
    guard let problem = check.problem(in: expression.tree) else { return }
    throw StoreFailure.error(
      NSMigrationError,
      "The mapping \(entityMapping.name ?? "") cannot give \(property.name ?? "") a value: \(problem)."
    )
  }

  /// Cancels the migration with an error.
  open func cancelMigrationWithError(_ error: any Error) {
    failure = error
  }
}

extension NSPersistentStore {
  /// The class that migrates stores whose class names no other one.
  final class var standardMigrationManager: AnyClass { NSMigrationManager.self }
}
