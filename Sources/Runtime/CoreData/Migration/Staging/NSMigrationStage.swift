import Foundation

/// One stage of a staged migration.
open class NSMigrationStage: NSObject {
  /// The label of the stage for messages.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var label: String! = ""
}

/// A stage of a staged migration for which inferred mappings suffice.
open class NSLightweightMigrationStage: NSMigrationStage {
  private var checksums: [String] = []

  /// Creates a stage through versions of the model, given by their checksums.
  public convenience init(_ checksums: [String]) {
    self.init()
    self.checksums = checksums
  }

  /// The checksums of the versions of the stage.
  open var versionChecksums: [String] { checksums }
}

/// A stage of a staged migration before and after which the program changes objects.
open class NSCustomMigrationStage: NSMigrationStage {
  /// The version before the stage.
  public final let currentModel: NSManagedObjectModelReference

  /// The version after the stage.
  public final let nextModel: NSManagedObjectModelReference

  /// Called before the stage.
  open var willMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?

  /// Called after the stage.
  open var didMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?

  /// Creates a stage from one version of the model to another one.
  public init(
    migratingFrom currentModel: NSManagedObjectModelReference,
    to nextModel: NSManagedObjectModelReference
  ) {
    self.currentModel = currentModel
    self.nextModel = nextModel
    super.init()
  }
}
