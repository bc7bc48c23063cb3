import Foundation

/// One step of a staged migration.
open class NSMigrationStage: NSObject {
  /// A name of the stage for messages.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var label: String! = ""
}

/// A step of a staged migration for which inferred mappings suffice.
open class NSLightweightMigrationStage: NSMigrationStage {
  private var checksums: [String] = []

  /// Makes a step through versions of the model, named by their checksums.
  public convenience init(_ checksums: [String]) {
    self.init()
    self.checksums = checksums
  }

  /// The checksums of the versions that the step leads through.
  open var versionChecksums: [String] { checksums }
}

/// A step of a staged migration before and after which the program changes objects.
open class NSCustomMigrationStage: NSMigrationStage {
  /// The version that the step begins with.
  public final let currentModel: NSManagedObjectModelReference

  /// The version that the step leads to.
  public final let nextModel: NSManagedObjectModelReference

  /// Called before the step.
  open var willMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?

  /// Called after the step.
  open var didMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?

  /// Makes a step from one version of the model to another one.
  public init(
    migratingFrom currentModel: NSManagedObjectModelReference,
    to nextModel: NSManagedObjectModelReference
  ) {
    self.currentModel = currentModel
    self.nextModel = nextModel
    super.init()
  }
}
