import Foundation

/// A container whose stores Apple's platforms mirror to CloudKit.
///
/// There is no CloudKit here: it is a container like any other, so that programs for both compile.
open class NSPersistentCloudKitContainer: NSPersistentContainer, @unchecked Sendable {
  /// Posted when mirroring has begun or ended, which never happens here.
  public static let eventChangedNotification = NSNotification.Name(
    "NSPersistentCloudKitContainerEventChangedNotification"
  )

  /// The key of the ``Event`` of a notification.
  public static let eventNotificationUserInfoKey = "event"

  /// Prepares the schema in CloudKit; throws, as there is none.
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

  /// Whether the user may change the objects of a store: where it is not read-only.
  open func canModifyManagedObjects(in store: NSPersistentStore) -> Bool { !store.isReadOnly }
}

extension NSPersistentCloudKitContainer {
  /// An event of mirroring.
  public enum EventType: Int, Sendable, Hashable {
    /// It gets ready.
    case setup = 0
    /// It takes in what others have changed.
    case `import` = 1
    /// It sends off what was changed here.
    case export = 2
  }

  /// One turn of mirroring; there are none here.
  open class Event: NSObject, @unchecked Sendable {
    /// The identifier of the event.
    public final let identifier: UUID

    /// The store that is mirrored.
    public final let storeIdentifier: String

    /// The kind of work.
    public final let type: EventType

    /// When it began.
    public final let startDate: Date

    /// When it ended; nil if it goes on.
    public final let endDate: Date?

    /// Whether it ended well.
    public final let succeeded: Bool

    /// The reason why it did not.
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

/// The way in which the schema in CloudKit is prepared; without effect here.
public struct NSPersistentCloudKitContainerSchemaInitializationOptions: OptionSet, Sendable,
  Hashable
{
  /// The number of the options.
  public let rawValue: UInt

  /// The options with a number.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Records are made and checked, and not sent.
  public static var dryRun: Self { Self(rawValue: 2) }

  /// Records are printed.
  public static var printSchema: Self { Self(rawValue: 4) }
}

/// The way in which a store is mirrored to CloudKit; without effect here.
open class NSPersistentCloudKitContainerOptions: NSObject, @unchecked Sendable {
  /// The identifier of the container in CloudKit.
  public final let containerIdentifier: String

  /// Names a container in CloudKit.
  public init(containerIdentifier: String) {
    self.containerIdentifier = containerIdentifier
    super.init()
  }
}
