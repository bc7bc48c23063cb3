/// The reasons why declarations of Apple's are missing, or differ.
struct LedgerReasons {
  /// A reason that applies to all members of an owner or to some.
  private struct Rule {
    let owner: String
    let members: (String) -> Bool
    let reason: String

    /// A rule for a type and its members.
    init(_ owner: String, _ reason: String) {
      self.owner = owner
      members = { _ in true }
      self.reason = reason
    }

    init(_ owner: String, _ names: Set<String>, _ reason: String) {
      self.owner = owner
      members = names.contains
      self.reason = reason
    }

    init(_ owner: String, prefix: String, _ reason: String) {
      self.owner = owner
      members = { $0.hasPrefix(prefix) }
      self.reason = reason
    }

    func applies(to entry: Ledger.Entry) -> Bool {
      (entry.owner == owner || entry.owner.hasPrefix(owner + ".")) && members(entry.name)
    }
  }

  /// The reason for an entry; the first matching rule applies.
  func reason(for entry: Ledger.Entry) -> String? {
    rules.first { $0.applies(to: entry) }?.reason
  }

  /// The reason why a declaration has no effect yet; nil if it is implemented.
  func reasonForIdling(_ entry: Ledger.Entry) -> String? {
    idling.first { $0.applies(to: entry) }?.reason
  }

  /// The rules that match no entry, which should be removed.
  func idleRules(_ entries: [Ledger.Entry]) -> [String] {
    (rules + idling).filter { rule in !entries.contains(where: rule.applies) }.map {
      "\($0.owner): \($0.reason)"
    }
  }

  private let rules = [
    Rule(
      "(global)",
      [
        "NSErrorMergePolicy", "NSMergeByPropertyObjectTrumpMergePolicy",
        "NSMergeByPropertyStoreTrumpMergePolicy", "NSOverwriteMergePolicy", "NSRollbackMergePolicy",
      ],
      "Cannot be set: nothing of the program's may change under the feet of its other threads."
    ),
    Rule(
      "NSManagedObjectContext",
      ["count(for:)"],
      "Takes requests for results of every type, as Apple's overlay for Swift does."
    ),
    Rule(
      "NSFetchedResultsControllerDelegate",
      ["controller(_:didChangeContentWith:)"],
      "The snapshot is a value of ours under the name of the class, which is UIKit's and AppKit's."
    ),
    Rule(
      "(global)",
      ["NSFetchRequestExpressionType"],
      "Foundation's enumeration of the types of expressions cannot be extended here."
    ),
    Rule(
      "NSManagedObjectModel",
      ["makeManagedObjectModel(for:mergedWith:)"],
      "Takes models of SwiftData, which exists on Apple's platforms only."
    ),
    Rule(
      "NSPersistentStoreCoordinator",
      ["cachedModelForPersistentStore(at:options:)"],
      "The same; its name in Swift is not documented."
    ),
    Rule("NSCoreDataCoreSpotlightDelegate", Self.spotlight),
    Rule("NSPersistentStore", ["coreSpotlightExporter"], Self.spotlight),
    Rule("(global)", ["NSCoreDataCoreSpotlightExporter"], Self.spotlight),
    Rule("(global)", ["NSBinaryExternalRecordType", "NSXMLExternalRecordType"], Self.spotlight),
    Rule("(global)", prefix: "NSExternalRecord", Self.spotlight),
    Rule(
      "(global)",
      [
        "NSEntityNameInPathKey", "NSModelPathKey", "NSObjectURIKey", "NSStorePathKey",
        "NSStoreUUIDInPathKey",
      ],
      Self.spotlight
    ),
    Rule(
      "NSPersistentStoreCoordinator",
      [
        "elementsDerived(fromExternalRecordAt:)",
        "importStore(withIdentifier:fromExternalRecordsDirectoryAt:to:options:ofType:)",
      ],
      Self.spotlight
    ),
    Rule("(global)", prefix: "NSPersistentStoreUbiquitous", Self.ubiquity),
    Rule(
      "(global)",
      [
        "NSPersistentStoreRebuildFromUbiquitousContentOption",
        "NSPersistentStoreRemoveUbiquitousMetadataOption",
      ],
      Self.ubiquity
    ),
    Rule("NSPersistentStoreUbiquitousTransitionType", Self.ubiquity),
    Rule(
      "NSNotification.Name",
      ["NSPersistentStoreDidImportUbiquitousContentChanges"],
      Self.ubiquity
    ),
    Rule(
      "NSPersistentStoreCoordinator",
      ["removeUbiquitousContentAndPersistentStore(at:options:)"],
      Self.ubiquity
    ),
    Rule("NSPersistentCloudKitContainer", Self.cloud),
    Rule("NSPersistentCloudKitContainerEventRequest", Self.cloud),
    Rule("NSPersistentCloudKitContainerEventResult", Self.cloud),
    Rule("NSPersistentCloudKitContainerOptions", Self.cloud),
    Rule(
      "(global)",
      prefix: "NSCoreDataVersionNumber",
      "The numbers of releases of Apple's framework."
    ),
    Rule(
      "(global)",
      ["NSPersistentStoreOSCompatibility"],
      "Metadata of stores that Apple's framework writes about its own releases."
    ),
    Rule(
      "NSManagedObject",
      ["observationInfo()", "setObservationInfo(_:)"],
      Self.keyValueObserving
    ),
    Rule(
      "NSManagedObjectContext",
      ["observeValue(forKeyPath:of:change:context:)"],
      Self.keyValueObserving
    ),
    Rule("NSManagedObjectContext", ["lock()", "tryLock()", "unlock()"], Self.locking),
    Rule("NSPersistentStoreCoordinator", ["lock()", "tryLock()", "unlock()"], Self.locking),
    Rule("NSManagedObjectContext", ["new()"], "No method of Swift: `init()` is."),
  ]

  private let idling =
    [
      Rule("NSPersistentStoreCoordinator", prefix: "finishDeferred", Self.eager),
      Rule("(global)", ["NSPersistentStoreDeferredLightweightMigrationOptionKey"], Self.eager),
      Rule("NSPersistentStore", ["migrationManagerClass()"], Self.managers),
      Rule("NSMigrationManager", ["usesStoreSpecificMigrationManager"], Self.managers),
      Rule("NSPersistentCloudKitContainer", Self.cloud),
      Rule("NSPersistentCloudKitContainerOptions", Self.cloud),
      Rule("NSPersistentCloudKitContainerSchemaInitializationOptions", Self.cloud),
    ]

  private static let eager = "All of a migration is done at once."
  private static let managers = "Migration managers go object by object, whatever the store."
  private static let spotlight = "Spotlight exists on Apple's platforms only."
  private static let ubiquity = "Apple's first iCloud for Core Data, which has ceased to exist."
  private static let cloud = "CloudKit exists on Apple's platforms only."
  private static let keyValueObserving = "Part of key-value observing, which needs Objective-C."
  private static let locking = "Deprecated; `performAndWait(_:)` took its place."

}
