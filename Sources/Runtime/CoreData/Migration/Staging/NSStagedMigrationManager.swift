import Foundation

/// A manager that migrates a store through versions of its model, one stage after the other.
///
/// Pass it under ``NSPersistentStoreStagedMigrationManagerOptionKey`` in the options with which a store is opened.
open class NSStagedMigrationManager: NSObject, @unchecked Sendable {
  /// The stages, in their order.
  public final let stages: [NSMigrationStage]

  private let lock = NSLock()
  private var current: NSPersistentContainer?

  /// Creates a manager with stages.
  public init(_ stages: [NSMigrationStage]) {
    self.stages = stages
    super.init()
  }

  /// The container with the store, while a stage's handlers are called.
  open var container: NSPersistentContainer? { lock.withLock { current } }

  /// Calls a handler while a container is accessible by the property.
  final func showing(_ container: NSPersistentContainer, to handler: () throws -> Void) rethrows {
    lock.withLock { current = container }
    defer { lock.withLock { current = nil } }
    try handler()
  }
}
