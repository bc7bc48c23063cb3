import ManagedModel
import ModelComparison
import SQLDriver
import SQLSchema

/// The reason why a store was not migrated.
///
/// The store is unchanged.
package enum StoreMigrationError: Error, Sendable {
  /// The database is empty.
  case emptyDatabase

  /// The database is not a store, or its metadata are damaged.
  case damaged(String)

  /// The model of the store is not known.
  case noSourceModel

  /// The model has no entities, so that a store would be emptied.
  case noEntities

  /// The model has none of the entities of the store, given by their names, so that the store would be emptied.
  case nothingInCommon([String])

  /// The version of the store is known only from the copy that it keeps, and the migration would lose data: a
  /// sentence for each loss.
  case losesData([String])

  /// The tables are not those of the store's model; the associated value lists the missing ones.
  case otherTables([String])

  /// The mapping of some values cannot be inferred from the two models.
  case notInferrable([MigrationObstacle], in: ResolvedModel)

  /// Objects lack a value that is mandatory in the new version.
  case missingValue(PropertyLocation, in: ResolvedModel)

  /// An object has a value that the new type of the attribute cannot represent.
  case valueOutOfRange(PropertyLocation, in: ResolvedModel)

  /// Two objects violate a uniqueness constraint of the new version.
  case constraintViolation(step: String, SQLError)

  /// A statement failed.
  case statement(step: String, SQLError)

  /// The result of the migration is not the expected one.
  case unexpectedResult(String)
}

extension StoreMigrationError: CustomStringConvertible {
  /// The problem, in one sentence without a final full stop.
  package var description: String {
    switch self {
    case .emptyDatabase: "the database is empty"
    case .damaged(let reason): reason
    case .noSourceModel: "the model that the store was created with was not found"
    case .noEntities: "the model has no entities, so the migration would remove all objects"
    case .nothingInCommon(let names):
      "the model has none of the store's entities (\(names.prefix(5).joined(separator: ", "))"
        + "\(names.count > 5 ? ", …" : "")), so the migration would remove all objects"
    case .losesData(let losses):
      "the store's version of the model is known only from the copy in the store, and the migration "
        + "would lose data: \(losses.joined(separator: "; "))"
    case .otherTables(let missing):
      "the store does not match its model: it lacks \(missing.prefix(5).joined(separator: ", "))"
    case .notInferrable(let obstacles, let model):
      obstacles.map { $0.explanation(in: model) }.joined(separator: "; ")
    case .missingValue(let location, let model):
      "objects lack a value for \(model.title(of: location)), which is mandatory"
    case .valueOutOfRange(let location, let model):
      "a value of \(model.title(of: location)) does not fit into its new type, "
        + (model.property(at: location).attribute?.type.fileName ?? "")
    case .constraintViolation(_, let error):
      "several objects have the same values for a uniqueness constraint (\(error.constraint ?? error.message))"
    case .statement(let step, let error): "\(step): \(error.message)"
    case .unexpectedResult(let reason): "the migrated store is not correct: \(reason)"
    }
  }
}
