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
    case .damagedDatabase: "SQLite finds nothing wrong with the database."
    case .foreignKey: "Foreign keys of the database lead to rows."
    case .otherModel: "A store is of a version of the model that is named."
    case .staleModelCache: "The model in a store is the one that its metadata mean."
    case .damagedModelCache: "The model in a store can be read."
    case .noModel: "The model of a store is known, so that its rows can be checked."
    case .missingTable: "Every table of the model is there."
    case .missingColumn: "Every column of the model is there."
    case .missingConstraint: "The database enforces the uniqueness constraints of the model."
    case .missingTrigger: "The database keeps derived attributes up to date."
    case .missingIndex: "The indexes of the model are there."
    case .entityTable: "Z_PRIMARYKEY has the entities of the model under their numbers."
    case .keysBehind: "No key above the highest that was given out is in use."
    case .unknownEntity: "Every row is an object of an entity that belongs into its table."
    case .danglingReference: "A to-one relationship leads to an object that is there."
    case .danglingPair: "Both ends of a pair of a many-to-many relationship are there."
    case .wrongDestination: "A relationship leads to objects of its destination."
    case .missingFile: "The files of large values are there."
    case .unusedFile: "Every file of large values belongs to an object."
    case .missingValue: "Objects have a value for every mandatory property."
    case .wrongType: "Values are of the types of their columns."
    case .damagedText: "Texts are valid in the encoding of the database."
    case .missingVersion: "Every row has a version, by which conflicts are found."
    case .missingIdentifier: "A store has a UUID, by which its objects are known outside of it."
    case .notUnique: "No two objects have the same values for a uniqueness constraint."
    }
  }
}
