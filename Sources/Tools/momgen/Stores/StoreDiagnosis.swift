import Diagnostics
import Files
import ManagedModel
import ModelFiles
import ModelReview
import SQLDriver
import StoreMigration

/// The reason why an operation on a store failed, as a diagnostic and an exit code.
struct StoreDiagnosis {
  /// The failed operation.
  enum Task {
    case reading
    case migrating
  }

  let diagnostic: Diagnostic
  let exitCode: ExitStatus

  init(_ error: any Error, store path: String, _ task: Task = .reading) {
    let rule: String
    let message: String
    var hint: String?
    // A readable store that cannot be migrated is a finding.
    let failed = task == .reading ? ExitStatus.badModel : .findings
    switch error {
    case let error as DiagnosticError:
      diagnostic = error.diagnostic
      exitCode = .badModel
      reason = error.diagnostic.message
      return
    case let problem as FileProblem:
      rule = task == .reading ? ModelRule.unreadableFile.rawValue : RunRule.failedMigration.rawValue
      message = "cannot \(task.verb) the store: \(problem.reason)"
      hint = NearPath().hint(for: path)
      exitCode = failed
    case let error as SQLError:
      if ServerPlace(path) == nil {
        rule = Self.rule(error, task)
        message = Self.message(error, task)
        hint = Self.hint(error, task)
      } else {
        rule = Self.serverRule(error, task)
        message = Self.serverMessage(error, task)
        hint = error.hint
      }
      exitCode = error.isAboutLocks || error.kind == .cannotConnect ? .badModel : failed
    case let error as StoreMigrationError:
      rule = Self.rule(error)
      message = error.description
      hint = Self.hint(error)
      exitCode = Self.isUnreadable(error) ? .badModel : .findings
    default:
      rule = task == .reading ? ModelRule.unreadableFile.rawValue : RunRule.failedMigration.rawValue
      message = "\(error)"
      exitCode = failed
    }
    switch error {
    case let problem as FileProblem: reason = problem.reason
    case let error as SQLError: reason = error.message
    default: reason = message
    }
    diagnostic = Diagnostic(.error, rule: rule, message, at: Place(path: path), hint: hint)
  }

  /// The reason why a file could not be read or written, continuing a sentence.
  let reason: String

  func outcome(in environment: VerbEnvironment) -> VerbOutcome {
    VerbOutcome(diagnostics: [diagnostic], exitCode: exitCode, environment: environment)
  }

  // MARK: The database

  private static func rule(_ error: SQLError, _ task: Task) -> String {
    switch error.kind {
    case .busy, .serialization: RunRule.storeInUse.rawValue
    case .readOnly where task == .reading: RunRule.interruptedChange.rawValue
    case .readOnly, .permission, .full: RunRule.unwritableFile.rawValue
    case .corrupt: RunRule.damagedStore.rawValue
    default: task == .reading ? ModelRule.unreadableFile.rawValue : RunRule.failedMigration.rawValue
    }
  }

  private static func message(_ error: SQLError, _ task: Task) -> String {
    switch error.kind {
    case .busy, .serialization: "another program is using the store"
    // Reading attempts to write for no other reason.
    case .readOnly where task == .reading:
      "a program was interrupted during a change, which must be rolled back before the store is read"
    case .readOnly, .permission: "the store cannot be written: \(error.message)"
    case .full: "there is no space left: \(error.message)"
    case .corrupt: "the file is not a database or is damaged: \(error.message)"
    default: "cannot \(task.verb) the store: \(error.message)"
    }
  }

  private static func hint(_ error: SQLError, _ task: Task) -> String? {
    switch error.kind {
    case .readOnly where task == .reading:
      "open it for writing in a program, or with 'momgen migrate' without --dry-run"
    case .busy, .serialization: "close it there, and try again"
    case .cannotConnect:
      "SQLite must be able to create files in the folder of a store that has a log"
    default: nil
    }
  }

  // MARK: The server

  private static func serverRule(_ error: SQLError, _ task: Task) -> String {
    switch error.kind {
    case .busy, .serialization: RunRule.storeInUse.rawValue
    case .cannotConnect, .connectionLost: RunRule.unreachableServer.rawValue
    case .permission: RunRule.missingRight.rawValue
    case .corrupt: RunRule.damagedStore.rawValue
    default: task == .reading ? ModelRule.unreadableFile.rawValue : RunRule.failedMigration.rawValue
    }
  }

  private static func serverMessage(_ error: SQLError, _ task: Task) -> String {
    switch error.kind {
    case .busy, .serialization: "another program is using the store: \(error.message)"
    case .cannotConnect: "the server cannot be reached: \(error.message)"
    case .commitUncertain: "it is not known whether the store was migrated: \(error.message)"
    case .notPrimary: "the server does not accept changes: \(error.message)"
    case .full: "the server has no space left: \(error.message)"
    default: "cannot \(task.verb) the store: \(error.message)"
    }
  }

  // MARK: The store

  private static func rule(_ error: StoreMigrationError) -> String {
    switch error {
    case .emptyDatabase, .damaged: RunRule.damagedStore.rawValue
    case .noSourceModel: StoreRule.noModel.rawValue
    case .noEntities, .nothingInCommon: StoreRule.otherModel.rawValue
    case .losesData: RunRule.dataLoss.rawValue
    case .otherTables: StoreRule.missingTable.rawValue
    case .notInferrable: RunRule.notInferrable.rawValue
    case .missingValue: StoreRule.missingValue.rawValue
    case .valueOutOfRange: RunRule.valueOutOfRange.rawValue
    case .constraintViolation: StoreRule.notUnique.rawValue
    default: RunRule.failedMigration.rawValue
    }
  }

  private static func isUnreadable(_ error: StoreMigrationError) -> Bool {
    switch error {
    case .emptyDatabase, .damaged, .noSourceModel: true
    default: false
    }
  }

  private static func hint(_ error: StoreMigrationError) -> String? {
    switch error {
    case .noSourceModel: "--history looks for it in git; --from names the version of the store"
    case .noEntities: "name the model of the store"
    case .nothingInCommon: "name the model of the store; --allow-loss empties it anyway"
    case .losesData:
      "name a model that has the version too, or find it in git with --history; --allow-loss deletes the data"
    case .notInferrable: "such a change needs a mapping model"
    case .missingValue(let location, let model):
      model.property(at: location).attribute?.type.hasDefaults == true
        ? "give the attribute a default value, or make it optional"
        : "make it optional, or give the objects a value in the old version"
    case .valueOutOfRange: "change the value in the old version, or keep the type"
    case .constraintViolation: "make the objects differ in the old version, or drop the constraint"
    case .otherTables: "'momgen verify' shows details"
    default: nil
    }
  }
}

extension StoreDiagnosis.Task {
  fileprivate var verb: String {
    switch self {
    case .reading: "read"
    case .migrating: "migrate"
    }
  }
}

extension SQLError {
  /// Whether another program holds the lock.
  fileprivate var isAboutLocks: Bool {
    switch kind {
    case .busy, .serialization: true
    default: false
    }
  }
}
