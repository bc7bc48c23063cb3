import Diagnostics

/// A rule that stores must follow.
package enum StoreRule: String, Sendable, Hashable, CaseIterable {
  case damagedDatabase = "damaged-database"
  case foreignKey = "foreign-key"
  case otherModel = "other-model"
  case staleModelCache = "stale-model-cache"
  case damagedModelCache = "damaged-model-cache"
  case noModel = "no-model"
  case missingTable = "missing-table"
  case missingColumn = "missing-column"
  case missingConstraint = "missing-constraint"
  case missingTrigger = "missing-trigger"
  case missingIndex = "missing-index"
  case entityTable = "entity-table"
  case keysBehind = "keys-behind"
  case unknownEntity = "unknown-entity"
  case danglingReference = "dangling-reference"
  case danglingPair = "dangling-pair"
  case wrongDestination = "wrong-destination"
  case missingFile = "missing-file"
  case unusedFile = "unused-file"
  case missingValue = "missing-value"
  case notUnique = "not-unique"
  case wrongType = "wrong-type"
  case damagedText = "damaged-text"
  case missingVersion = "missing-version"
  case missingIdentifier = "missing-identifier"
}

extension StoreRule {
  /// The severity of a violation.
  ///
  /// Lost or hidden data are an error; a risk, or wasted space, is a warning; a cost of speed, or a part that was not
  /// checked, is a note.
  package var severity: Severity {
    switch self {
    case .damagedDatabase, .foreignKey, .otherModel, .missingTable, .missingColumn, .entityTable,
      .keysBehind, .unknownEntity, .danglingReference, .danglingPair, .wrongDestination,
      .missingFile, .missingValue, .notUnique, .wrongType, .damagedText:
      .error
    case .staleModelCache, .damagedModelCache, .missingConstraint, .missingTrigger, .unusedFile,
      .missingVersion, .missingIdentifier:
      .warning
    case .noModel, .missingIndex: .note
    }
  }

  /// The rule in one sentence.
  package var summary: String {
    switch self {
    case .damagedDatabase: "SQLite finds no problems in the database."
    case .foreignKey: "Foreign keys of the database refer to existing rows."
    case .otherModel: "A store matches a version of the given model."
    case .staleModelCache: "The model in a store matches its metadata."
    case .damagedModelCache: "The model in a store can be read."
    case .noModel: "The model of a store is known, so that its rows can be checked."
    case .missingTable: "Every table of the model exists."
    case .missingColumn: "Every column of the model exists."
    case .missingConstraint: "The database enforces the uniqueness constraints of the model."
    case .missingTrigger: "The database keeps derived attributes up to date."
    case .missingIndex: "The indexes of the model exist."
    case .entityTable: "Z_PRIMARYKEY lists the entities of the model with their numbers."
    case .keysBehind: "No key in use is above the highest assigned key."
    case .unknownEntity: "Every row is an object of an entity that belongs in its table."
    case .danglingReference: "A to-one relationship leads to an existing object."
    case .danglingPair: "Both ends of a pair of a many-to-many relationship exist."
    case .wrongDestination: "A relationship leads to objects of its destination entity."
    case .missingFile: "The files of large values exist."
    case .unusedFile: "Every file of large values belongs to an object."
    case .missingValue: "Objects have a value for every mandatory property."
    case .wrongType: "Values are of the types of their columns."
    case .damagedText: "Texts are valid in the encoding of the database."
    case .missingVersion: "Every row has a version, which serves to detect conflicts."
    case .missingIdentifier: "A store has a UUID, which identifies its objects outside of it."
    case .notUnique: "No two objects have the same values for a uniqueness constraint."
    }
  }
}
