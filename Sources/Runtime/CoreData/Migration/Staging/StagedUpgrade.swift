import Foundation

/// Leads a store through the stages of a manager to the version of a coordinator's model.
struct StagedUpgrade {
  let opening: StoreOpening
  let type: String

  /// The version that the store is to have at the end.
  let model: NSManagedObjectModel
  let manager: NSStagedMigrationManager

  /// Migrates the store: each step as a whole or not at all.
  ///
  /// A lightweight stage leads to the last of its versions; where that cannot be found, what comes next says
  /// where to go.
  func run() throws {
    var version = try storedChecksum()
    let route = StagedRoute(stages: manager.stages, target: model.versionChecksum)
    for stage in try route.stages(from: version) {
      switch stage {
      case let custom as NSCustomMigrationStage:
        if version != custom.nextModel.versionChecksum { try run(custom, from: version) }
      case let lightweight as NSLightweightMigrationStage:
        guard let last = lightweight.versionChecksums.last, last != version,
          let next = SourceModels.model(withChecksum: last, besides: model)
        else { continue }
        try migrate(to: next)
      default: continue
      }
      version = try storedChecksum()
    }
    if version != model.versionChecksum { try migrate(to: model) }
  }

  private func run(_ stage: NSCustomMigrationStage, from version: String) throws {
    let current = try stage.currentModel.resolve()
    let next = try stage.nextModel.resolve()
    if version != current.versionChecksum { try migrate(to: current) }
    try call(stage.willMigrateHandler, of: stage, with: current)
    try migrate(to: next)
    try call(stage.didMigrateHandler, of: stage, with: next)
  }

  /// Calls a handler with a container that has the store open.
  private func call(
    _ handler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?,
    of stage: NSCustomMigrationStage,
    with model: NSManagedObjectModel
  ) throws {
    guard let handler else { return }
    let name = opening.url.deletingPathExtension().lastPathComponent
    let container = NSPersistentContainer(name: name, managedObjectModel: model)
    let coordinator = container.persistentStoreCoordinator
    let store = try coordinator.addPersistentStore(
      type: .init(rawValue: type),
      configuration: opening.configuration,
      at: opening.url,
      options: options
    )
    defer { try? coordinator.remove(store) }
    try manager.showing(container) { try handler(manager, stage) }
  }

  private func migrate(to next: NSManagedObjectModel) throws {
    let step = StoreOpening(
      in: nil,
      configuration: opening.configuration,
      at: opening.url,
      options: options
    )
    let upgrade = LightweightUpgrade(
      opening: step,
      type: type,
      model: next,
      metadata: try metadata(),
      // A version that no stage knows has no route.
      knowsSource: true
    )
    try upgrade.run()
  }

  private var options: [AnyHashable: Any] {
    var options = opening.options ?? [:]
    options[NSPersistentStoreStagedMigrationManagerOptionKey] = nil
    return options
  }

  private func metadata() throws -> [String: Any] {
    try StoreClasses.storeClass(for: type).metadataForPersistentStore(with: opening.url)
  }

  /// The checksum of the store's version; it follows from the hashes where the store does not say it.
  private func storedChecksum() throws -> String {
    StagedRoute.checksum(of: try metadata())
  }
}
