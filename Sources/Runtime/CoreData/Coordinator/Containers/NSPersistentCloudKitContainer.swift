import Foundation

/// A container whose stores Apple's platforms mirror to CloudKit.
///
/// There is no CloudKit here: it is an ordinary container, so that programs for both compile.
open class NSPersistentCloudKitContainer: NSPersistentContainer, @unchecked Sendable {
  /// Posted when mirroring has begun or ended, which never happens here.
  public static let eventChangedNotification = NSNotification.Name(
    "NSPersistentCloudKitContainerEventChangedNotification"
  )

  /// The key of the ``Event`` of a notification.
  public static let eventNotificationUserInfoKey = "event"

  /// Initializes the schema in CloudKit; always throws here.
  open func initializeCloudKitSchema(
    options: NSPersistentCloudKitContainerSchemaInitializationOptions = []
  ) throws {
    throw CocoaError(
      .featureUnsupported,
      userInfo: [NSLocalizedFailureReasonErrorKey: "There is no CloudKit on this platform."]
    )
  }

  /// Whether the user may change the object; always true here.
  open func canUpdateRecord(forManagedObjectWith objectID: NSManagedObjectID) -> Bool { true }

  /// Whether the user may delete the object; always true here.
  open func canDeleteRecord(forManagedObjectWith objectID: NSManagedObjectID) -> Bool { true }

  /// Whether the user may change the objects of a store: true unless it is read-only.
  open func canModifyManagedObjects(in store: NSPersistentStore) -> Bool { !store.isReadOnly }
}

extension NSPersistentCloudKitContainer {
  /// The kind of an event of mirroring.
  public enum EventType: Int, Sendable, Hashable {
    /// Mirroring is set up.
    case setup = 0
    /// Changes of others are imported.
    case `import` = 1
    /// Changes of this program are exported.
    case export = 2
  }

  /// An event of mirroring; there are none here.
  open class Event: NSObject, @unchecked Sendable {
    /// The identifier of the event.
    public final let identifier: UUID

    /// The store that is mirrored.
    public final let storeIdentifier: String

    /// The kind of the event.
    public final let type: EventType

    /// The time at which it began.
    public final let startDate: Date

    /// The time at which it ended; nil if it is in progress.
    public final let endDate: Date?

    /// Whether it succeeded.
    public final let succeeded: Bool

    /// The reason why it failed.
    public final let error: (any Error)?

    @available(*, unavailable, message: "There is no CloudKit on this platform.")
    override init() {
      identifier = UUID()
      storeIdentifier = ""
      type = .setup
      startDate = .distantPast
      endDate = nil
      succeeded = false
      error = nil
      super.init()
    }
  }
}

/// The options for initializing the schema in CloudKit; without effect here.
public struct NSPersistentCloudKitContainerSchemaInitializationOptions: OptionSet, Sendable,
  Hashable
{
  /// The raw value of the options.
  public let rawValue: UInt

  /// Creates options with a raw value.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Records are created and validated, but not sent.
  public static var dryRun: Self { Self(rawValue: 2) }

  /// Records are printed.
  public static var printSchema: Self { Self(rawValue: 4) }
}

/// The options for mirroring a store to CloudKit; without effect here.
open class NSPersistentCloudKitContainerOptions: NSObject, @unchecked Sendable {
  /// The identifier of the container in CloudKit.
  public final let containerIdentifier: String

  /// Names a container in CloudKit.
  public init(containerIdentifier: String) {
    self.containerIdentifier = containerIdentifier
    super.init()
  }
}
