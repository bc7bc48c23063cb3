import CommandLineParsing
import Diagnostics
import SQLDriver
import StoreMigration

/// `momgen verify`: checks the integrity of a store.
enum VerifyVerb: Verb {
  static let command = Command(
    "verify",
    "Check a store: the database, its schema and its objects.",
    discussion: """
      Checks the database itself, its tables against the model, the list of entities, the connections
      between objects, mandatory values, uniqueness constraints, and the files of large values. Each
      problem is reported with the keys of the first objects that have it. Errors and warnings end with
      exit code 1; notes do not.

      The model is the version of --model with the hashes of the store, or with --history a version in
      the git repository with these hashes, or the model in the store. The store is only read. STORE
      may be the URL of a PostgreSQL database, whose own checks (amcheck, pg_checksums) are not run.
      """,
    group: "Stores",
    operands: [SharedOptions.store],
    options: [SharedOptions.storeModel, SharedOptions.storeHistory],
    examples: [
      Example("momgen verify League.sqlite", "Check a store."),
      Example(
        "momgen verify League.sqlite --model League.xcdatamodeld",
        "Check a store against the versions of a model."
      ),
    ],
    exitCodes: [
      ExitCode(0, "The store has no problems, except for notes."),
      ExitCode(1, "The store has problems."),
      ExitCode(2, "The command line is invalid."),
      ExitStatus.unreadableStore,
    ]
  )

  private static let rules = StoreRule.allCases.map {
    RuleDescription($0.rawValue, $0.summary, severity: $0.severity)
  }

  static func diagnosticsAreTheProduct(_ arguments: ParsedArguments) -> Bool { true }

  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome {
    let examination = StoreExamination(arguments)
    guard examination.isReady else { return examination.reading.failure(in: environment) }
    let problems: [StoreProblem]
    var summary = ""
    do {
      let inspection = try examination.inspection(.everything)
      problems = inspection.problems
      summary = self.summary(of: inspection)
    } catch {
      let damage = (error as? SQLError)?.kind == .corrupt ? examination.damage : []
      guard !damage.isEmpty else {
        return StoreDiagnosis(error, store: examination.path).outcome(in: environment)
      }
      problems = damage
    }
    let isSound = problems.allSatisfy { $0.rule.severity == .note }
    return VerbOutcome(
      output: isSound && environment.diagnosticFormat == .text ? summary.utf8 : "".utf8,
      diagnostics: examination.reading.diagnostics
        + problems.map { diagnostic($0, store: examination.path) },
      sources: examination.reading.sources,
      rules: rules,
      diagnosticsAreTheProduct: true,
      exitCode: isSound ? .success : .findings,
      environment: environment
    )
  }

  private static func summary(of inspection: StoreInspection) -> String {
    let (entities, objects) = (inspection.entities.count, inspection.objectCount)
    return "\(inspection.path.visible): \(entities) \(entities == 1 ? "entity" : "entities"), "
      + "\(objects) \(objects == 1 ? "object" : "objects"), no problems\n"
  }

  private static func diagnostic(_ problem: StoreProblem, store path: String) -> Diagnostic {
    Diagnostic(
      problem.rule.severity,
      rule: problem.rule.rawValue,
      problem.message,
      at: Place(path: path),
      element: problem.element,
      hint: hint(problem.rule)
    )
  }

  private static func hint(_ rule: StoreRule) -> String? {
    switch rule {
    case .otherModel: "'momgen migrate' migrates a store to another version"
    case .noModel: "name the model with --model, or look for it in git with --history"
    default: nil
    }
  }
}
