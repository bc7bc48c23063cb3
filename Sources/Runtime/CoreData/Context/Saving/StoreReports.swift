import Foundation

/// Reports that a save failed: counts it, and logs its code.
struct SaveReport {
  private let context: NSManagedObjectContext

  init(_ context: NSManagedObjectContext) {
    self.context = context
  }

  func report(_ error: any Error) {
    if let metrics = context.rootCoordinator?.metrics {
      MetricLedger.count(1, metrics.failedSaves)
    }
    CoreDataLog.send(
      .notice,
      .save,
      "A save failed: \(ErrorFields(error).text).",
      fields(of: error)
    )
  }

  private func fields(of error: any Error) -> [String: CoreDataLog.Field] {
    var fields = ErrorFields(error).fields
    if let name = context.name { fields["context"] = .text(name) }
    if let author = context.transactionAuthor { fields["author"] = .text(author) }
    return fields
  }
}

/// Reports that a store was opened, or could not be.
struct OpeningReport {
  private let url: URL?
  private let type: String

  init(of opening: StoreOpening, type: String) {
    url = opening.url
    self.type = type
  }

  func run<Result>(_ open: () throws -> Result) throws -> Result {
    do {
      let result = try open()
      CoreDataLog.send(.info, .store, "A store was opened.", fields)
      return result
    } catch {
      let details = ErrorFields(error)
      CoreDataLog.send(
        .notice,
        .store,
        "A store could not be opened: \(details.text).",
        fields.merging(details.fields) { first, _ in first }
      )
      throw error
    }
  }

  private var fields: [String: CoreDataLog.Field] {
    var fields: [String: CoreDataLog.Field] = ["type": .text(type)]
    if let url { fields["url"] = .text(url.withoutSecrets.absoluteString) }
    return fields
  }
}

/// Reports the migration of a store that is being opened: counts it, and logs when it begins and how it ends.
struct MigrationReport {
  private let fields: [String: CoreDataLog.Field]
  private let metrics: MetricLedger

  init(of store: NSPersistentStore, at url: URL, _ metrics: MetricLedger) {
    self.metrics = metrics
    fields = [
      "type": .text(store.type),
      "url": .text(url.withoutSecrets.absoluteString),
    ]
  }

  func run(_ migrate: () throws -> Void) throws {
    let isShown = MigrationDebug.isOn
    CoreDataLog.send(.info, .migration, isShown: isShown, "A store is being migrated.", fields)
    let start = ContinuousClock.now
    do {
      try migrate()
    } catch {
      MetricLedger.count(1, metrics.failedMigrations)
      let details = ErrorFields(error)
      CoreDataLog.send(
        .notice,
        .migration,
        isShown: isShown,
        "A store was not migrated: \(details.text).",
        fields.merging(details.fields) { first, _ in first }
      )
      throw error
    }
    MetricLedger.count(1, metrics.migrations)
    let time = ContinuousClock.now - start
    let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    CoreDataLog.send(
      .info,
      .migration,
      isShown: isShown,
      "A store was migrated.",
      fields.merging(["seconds": .number(seconds)]) { first, _ in first }
    )
  }
}

/// Whether migrations are shown on standard error.
///
/// As on Apple's platforms the argument `-com.apple.CoreData.MigrationDebug 1` enables it; so does the environment
/// variable `COREDATA_MIGRATION_DEBUG=1`.
enum MigrationDebug {
  static let isOn = DebugSwitch(
    argument: "-com.apple.CoreData.MigrationDebug",
    variable: "COREDATA_MIGRATION_DEBUG"
  ).isOn
}

/// The part of an error that may be logged: its domain and code, and the parts of the model that it names, but no
/// values.
private struct ErrorFields {
  private let error: NSError

  init(_ error: any Error) {
    self.error = error as NSError
  }

  var text: String { "\(error.domain) \(error.code)" }

  var fields: [String: CoreDataLog.Field] {
    var fields: [String: CoreDataLog.Field] = [
      "domain": .text(error.domain), "code": .integer(error.code),
    ]
    if let object = error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject {
      fields["entity"] = .text(object.entity.name ?? "")
    }
    if let property = error.userInfo[NSValidationKeyErrorKey] as? String {
      fields["property"] = .text(property)
    }
    if let details = error.userInfo[NSDetailedErrorsKey] as? [any Error] {
      fields["errors"] = .integer(details.count)
    }
    if let state = (error.userInfo[NSUnderlyingErrorKey] as? NSError)?.userInfo["SQLSTATE"]
      as? String
    {
      fields["sqlstate"] = .text(state)
    }
    return fields
  }
}

extension NSPersistentStore {
  /// The fields of a log message about the store, for programs that parse messages.
  var logFields: [String: CoreDataLog.Field] {
    var fields: [String: CoreDataLog.Field] = ["type": .text(type)]
    if let url { fields["url"] = .text(url.withoutSecrets.absoluteString) }
    return fields
  }
}
