/// The rules of a run: of its command line, its settings, and the files and programs that it uses.
///
/// The raw value is the name in diagnostics.
package enum RunRule: String, Sendable, CaseIterable {
  case usage
  case invalidJSON = "invalid-json"
  case invalidSetting = "invalid-setting"
  case unwritableFile = "unwritable-file"
  case unwritableOutput = "unwritable-output"
  case git
  case mergeConflict = "merge-conflict"
  case unformatted = "format"
  case uncompilableModel = "uncompilable-model"
  case inapplicableEdit = "edit"
  case editedHashes = "edit-changes-hashes"
  case studio

  // Lint
  case suppression = "lint-suppression"
  case changedHashes = "fix-changes-hashes"
  case outdatedBaseline = "outdated-baseline"
  case noBase = "no-base"

  // Sources of an app
  case invalidSource = "invalid-source"
  case generatedSource = "adopt-generated"
  case missingCompanion = "adopt-companions"

  // Stores
  case damagedStore = "damaged-store"
  case storeInUse = "store-in-use"
  case interruptedChange = "interrupted-change"
  case unreachableServer = "unreachable-server"
  case missingRight = "missing-right"
  case dataLoss = "data-loss"
  case notInferrable = "not-inferrable"
  case valueOutOfRange = "value-out-of-range"
  case failedMigration = "failed-migration"
  case canceled
}

extension RunRule {
  /// The default severity of a violation.
  package var severity: Severity {
    switch self {
    case .outdatedBaseline, .generatedSource, .missingCompanion: .note
    case .suppression, .changedHashes, .editedHashes, .dataLoss, .unformatted: .warning
    default: .error
    }
  }

  /// The rule in one sentence, for lists of rules.
  package var summary: String {
    switch self {
    case .usage: "The arguments of the command line are valid."
    case .invalidJSON: "A file of settings is JSON, with the comments and commas of JSON5."
    case .invalidSetting: "A setting exists and has a value of the right kind."
    case .unwritableFile: "An output file can be written."
    case .unwritableOutput: "Standard output accepts the whole output."
    case .git: "A git command succeeds."
    case .mergeConflict: "The two sides of a merge do not contradict one another."
    case .unformatted: "A model file is written as Xcode writes it."
    case .uncompilableModel: "A model has a compiled form."
    case .inapplicableEdit: "An edit of a model is valid and can be applied to it."
    case .editedHashes:
      "Edits do not change the version hashes of a version that stores may have."
    case .studio: "The studio server starts and has a model to show."
    case .suppression: "A suppression names a rule, gives a reason, and suppresses something."
    case .changedHashes: "Fixes do not change the version hashes of entities."
    case .outdatedBaseline: "A baseline lists only findings that still occur."
    case .noBase: "Rules about changes have a version to compare with."
    case .invalidSource: "A Swift file can be parsed."
    case .generatedSource: "Generated files are generated again instead of edited."
    case .missingCompanion: "@NSManaged declarations have a companion on Linux."
    case .damagedStore: "The file of a store is a whole database with the tables of a store."
    case .storeInUse: "No other program is changing the store."
    case .interruptedChange: "No change of the store was interrupted."
    case .unreachableServer: "The database server answers."
    case .missingRight: "The role of the connection has the required privileges."
    case .dataLoss: "A migration keeps all data."
    case .notInferrable: "A migration can be inferred from the two models."
    case .valueOutOfRange: "Every value fits into the new type of its attribute."
    case .failedMigration: "A migration completes."
    case .canceled: "A migration is not interrupted."
    }
  }

  /// The rule in the form for formats for programs.
  package var description: RuleDescription {
    RuleDescription(rawValue, summary, severity: severity)
  }
}
