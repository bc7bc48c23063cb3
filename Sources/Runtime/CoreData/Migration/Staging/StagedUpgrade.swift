import Foundation

/// Migrates a store through the stages of a manager to the version of a coordinator's model.
struct StagedUpgrade {
  let opening: StoreOpening
  let type: String

  /// The version that the store is to have at the end.
  let model: NSManagedObjectModel
  let manager: NSStagedMigrationManager

  /// The lock of a store on a server, which is held during all stages.
  var lock: ServerMigrationLock?

  /// Migrates the store; each stage is atomic.
  func run() throws {
    guard type == NSPostgreSQLStoreType else { return try migrate() }
    // Another program that begins at the same time waits until all stages are done, and then finds nothing to do.
    try ServerMigrationLock.holding(opening) { lock in
      var upgrade = self
      upgrade.lock = lock
      try upgrade.migrate()
    }
  }

  /// Executes the stages.
  ///
  /// A lightweight stage leads to the last of its versions; if that cannot be found, the next stage determines the
  /// target.
  private func migrate() throws {
    var version = try storedChecksum()
    try finishStage(to: version)
    if version == model.versionChecksum { return }
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
    if stage.didMigrateHandler != nil { try setUnfinished(next.versionChecksum) }
    try migrate(to: next)
    try finishStage(to: next.versionChecksum)
  }

  // MARK: Unfinished stages

  /// The metadata key of the version whose stage has a handler that has not finished.
  ///
  /// The stage and the handler are not one transaction: without it a handler that failed would never be called again.
  private static let unfinishedKey = "OpenCoreDataUnfinishedStage"

  /// Whether a store has an unfinished stage, and its options have a manager.
  static func isUnfinished(_ store: NSPersistentStore) -> Bool {
    store.metadata?[unfinishedKey] != nil && !store.isReadOnly
      && store.options?[NSPersistentStoreStagedMigrationManagerOptionKey]
        is NSStagedMigrationManager
  }

  /// Calls the handler of a stage that led to a version, unless it has finished.
  private func finishStage(to version: String) throws {
    guard let unfinished = try metadata()[Self.unfinishedKey] as? String else { return }
    let stage = manager.stages.compactMap { $0 as? NSCustomMigrationStage }.last {
      $0.nextModel.versionChecksum == version
    }
    if unfinished == version, let stage {
      try call(stage.didMigrateHandler, of: stage, with: stage.nextModel.resolve())
    }
    try setUnfinished(nil)
  }

  private func setUnfinished(_ version: String?) throws {
    var metadata = try metadata()
    metadata[Self.unfinishedKey] = version
    do {
      try StoreClasses.storeClass(for: type)
        .writeMetadata(metadata, at: opening.url, options: opening.options)
    } catch let error as CocoaError where error.code == .featureUnsupported {
      // A store class of the program may not support it.
    }
  }

  // MARK: Steps

  /// Calls a handler with a container that has the store open.
  private func call(
    _ handler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?,
    of stage: NSCustomMigrationStage,
    with model: NSManagedObjectModel
  ) throws {
    guard let handler else { return }
    try lock?.check()
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
      // A version that no stage contains has no route.
      knowsSource: true,
      sources: manager.stages.compactMap { $0 as? NSCustomMigrationStage }
        .flatMap { [$0.currentModel, $0.nextModel] }.compactMap { try? $0.resolve() },
      lock: lock
    )
    try upgrade.run()
  }

  private var options: [AnyHashable: Any] {
    var options = opening.options ?? [:]
    options[NSPersistentStoreStagedMigrationManagerOptionKey] = nil
    return options
  }

  private func metadata() throws -> [String: Any] {
    try StoreClasses.storeClass(for: type)
      .readMetadata(at: opening.url, options: opening.options)
  }

  /// The checksum of the store's version, computed from the hashes if the store does not record it.
  private func storedChecksum() throws -> String {
    StagedRoute.checksum(of: try metadata())
  }
}
