import Foundation

/// Leads a store through versions of its model, one stage after the other.
///
/// Stores are not migrated yet: a coordinator that is given such a manager opens stores of the current version
/// and refuses others, as it does without one.
open class NSStagedMigrationManager: NSObject, @unchecked Sendable {
  /// The stages, in their order.
  public final let stages: [NSMigrationStage]

  /// Makes a manager of stages.
  public init(_ stages: [NSMigrationStage]) {
    self.stages = stages
    super.init()
  }

  /// The container with the store, while a stage's handlers are called.
  open var container: NSPersistentContainer? { nil }
}
