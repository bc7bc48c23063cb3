import Foundation
import ManagedModel
import ModelComparison
import SQLDriver
import SQLSchema
import StoreMigration

/// The reason why a store was not migrated, as errors of Core Data.
enum MigrationFailure {
  /// The key of the name of an entity in the details of errors.
  static let entityKey = "entity"

  /// The error for a model that shares nothing with a store.
  static func nothingInCommon(_ reason: String, at url: URL?) -> NSError {
    StoreFailure.error(NSPersistentStoreIncompatibleVersionHashError, reason, url: url)
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

  /// The error for obstacles to inferring a mapping model.
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

  /// The error for an object without a value that is mandatory in the new version.
  static func missingValue(
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

  /// A message as a sentence.
  static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }
}
