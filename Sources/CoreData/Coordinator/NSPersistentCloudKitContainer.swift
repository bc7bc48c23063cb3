import Foundation

/// A container whose stores Apple's platforms mirror to CloudKit.
///
/// There is no CloudKit here: it is a container like any other, so that programs for both compile.
open class NSPersistentCloudKitContainer: NSPersistentContainer, @unchecked Sendable {}

/// How a store is mirrored to CloudKit; without effect here.
open class NSPersistentCloudKitContainerOptions: NSObject, @unchecked Sendable {
  /// The identifier of the container in CloudKit.
  public final let containerIdentifier: String

  /// Names a container in CloudKit.
  public init(containerIdentifier: String) {
    self.containerIdentifier = containerIdentifier
    super.init()
  }
}
