import Foundation
import ManagedModel
import ModelComparison
import SQLDriver
import SQLSchema
import StoreMigration

/// Why a store was not migrated, as errors of Core Data.
enum MigrationFailure {
  /// The key of the name of an entity in the details of errors.
  private static let entityKey = "entity"

  /// A way of migrating that a store on a server does not go: other programs may have it open, or migrate it too.
  static func notOnServers(_ way: String, at url: URL?) -> NSError {
    StoreFailure.error(
      NSMigrationError,
      "A PostgreSQL store does not follow \(way): migrate it with what can be inferred, or by statements of SQL.",
      url: url
    )
  }

  static func error(_ error: StoreMigrationError, at url: URL?) -> NSError {
    let reason = sentence(error.description)
    switch error {
    case .damaged, .emptyDatabase: return StoreFailure.corrupt(url, reason)
    case .noSourceModel:
      return StoreFailure.error(
        NSMigrationMissingSourceModelError,
        "Can't find model for source store",
        url: url
      )
    case .noEntities, .nothingInCommon: return nothingInCommon(reason, at: url)
    case .losesData:
      return StoreFailure.error(
        NSMigrationMissingSourceModelError,
        "\(reason) \(lossRemedy)",
        url: url,
        info: [NSLocalizedRecoverySuggestionErrorKey: lossRemedy]
      )
    case .otherTables:
      return StoreFailure.error(NSPersistentStoreIncompatibleSchemaError, reason, url: url)
    case .notInferrable(let obstacles, let model):
      let underlying = obstacles.first.map { notInferrable($0, in: model) }
      return missingMapping(at: url, underlying: underlying)
    case .missingValue(let location, let model):
      return missingValue(location, in: model, at: url)
    case .valueOutOfRange(let location, let model):
      return StoreFailure.error(
        NSMigrationError,
        "Cannot migrate store in-place: \(reason)",
        url: url,
        info: [
          entityKey: model.entities[location.entity].name,
          "attribute": model.property(at: location).name,
        ]
      )
    case .constraintViolation(_, let violation):
      return StoreFailure.error(
        NSMigrationConstraintViolationError,
        "Cannot migrate store in-place: \(reason)",
        url: url,
        underlying: SQLiteFailure.error(violation, at: url)
      )
    case .statement(_, let failure): return inPlace(reason, failure, at: url)
    case .unexpectedResult:
      return StoreFailure.error(
        NSMigrationError,
        "Cannot migrate store in-place: \(reason)",
        url: url
      )
    }
  }

  private static let lossRemedy =
    "Open the store with a program that has its version of the model, or allow the loss with "
    + "OpenCoreDataAllowsDataLossOption."

  /// The error for a model that has nothing of a store.
  static func nothingInCommon(_ reason: String, at url: URL?) -> NSError {
    StoreFailure.error(NSPersistentStoreIncompatibleVersionHashError, reason, url: url)
  }

  /// The error for a store that the database would not let anybody migrate.
  static func error(_ error: SQLError, at url: URL?) -> any Error {
    error.kind == .busy
      ? SQLiteFailure.error(error, at: url) : inPlace(error.message, error, at: url)
  }

  /// The error for a store on a server with values that the new version does not allow.
  static func unfitValues(_ error: SQLError, at url: URL?) -> NSError {
    StoreFailure.error(
      error.kind == .uniqueConstraint ? NSMigrationConstraintViolationError : NSMigrationError,
      "Cannot migrate store in-place: \(error.message)",
      url: url,
      underlying: ServerFailure.error(error, at: url) as NSError
    )
  }

  private static func inPlace(_ reason: String, _ failure: SQLError, at url: URL?) -> NSError {
    var info: [String: Any] = [:]
    if let code = Int(failure.code) { info[NSSQLiteErrorDomain] = NSNumber(value: code & 0xFF) }
    return StoreFailure.error(
      NSMigrationError,
      "Cannot migrate store in-place: \(reason)",
      url: url,
      underlying: SQLiteFailure.error(failure, at: url),
      info: info
    )
  }

  /// The error for two models without a mapping between them.
  static func missingMapping(at url: URL?, underlying: NSError?) -> NSError {
    StoreFailure.error(
      NSMigrationMissingMappingModelError,
      "Can't find or automatically infer mapping model for migration",
      url: url,
      underlying: underlying
    )
  }

  /// The error for what keeps a mapping model from being inferred.
  static func notInferrable(
    _ obstacle: MigrationObstacle,
    in model: ResolvedModel
  ) -> NSError {
    var info: [String: Any] = [:]
    switch obstacle {
    case .typeChange(let location, _), .missingValue(let location), .newlyMandatory(let location),
      .noLongerShared(let location), .otherDestination(let location), .valueRange(let location, _):
      info[entityKey] = model.entities[location.entity].name
      info["property"] = model.property(at: location).name
    case .duplicateValues(let entity, _): info[entityKey] = model.entities[entity].name
    case .joinedHierarchies(let root): info[entityKey] = model.entities[root].name
    }
    let reason =
      switch obstacle {
      case .typeChange: "Source and destination attribute types are incompatible"
      default: sentence(obstacle.explanation(in: model))
      }
    return StoreFailure.error(NSInferredMappingModelError, reason, info: info)
  }

  private static func missingValue(
    _ location: PropertyLocation,
    in model: ResolvedModel,
    at url: URL?
  ) -> NSError {
    let property = model.property(at: location)
    let kind = property.attribute == nil ? "relationship" : "attribute"
    let reason = "Validation error missing attribute values on mandatory destination \(kind)"
    let info: [String: Any] = [
      entityKey: model.entities[location.entity].name, kind: property.name,
    ]
    return StoreFailure.error(
      NSMigrationError,
      "Cannot migrate store in-place: \(reason)",
      url: url,
      underlying: StoreFailure.error(NSMigrationError, reason, info: info),
      info: info
    )
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }
}
