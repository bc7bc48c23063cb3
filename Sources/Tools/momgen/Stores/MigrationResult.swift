import Diagnostics
import ManagedModel
import ModelComparison
import ModelFiles
import SQLSchema
import StoreMigration

/// The result of a migration, and its report.
struct MigrationResult {
  let path: String
  var diagnostics: [Diagnostic] = []
  var exitCode = ExitStatus.success
  var backup: String?

  /// The number of objects of each entity before and after; nil if nothing was done.
  var counts: [EntityCount]?

  /// Whether only the plan was requested.
  var isTrial = false
  private var plan: UpgradePlan?

  init(path: String) { self.path = path }

  /// Records the plan, and warns of its losses.
  mutating func take(_ plan: UpgradePlan) {
    self.plan = plan
    guard let outline = plan.outline else { return }
    // A migration that is never carried out loses nothing, so no option is needed to allow it.
    let isInferred = plan.obstacles.isEmpty
    for loss in isInferred ? outline.losses : [] {
      diagnostics.append(
        Diagnostic(.warning, rule: RunRule.dataLoss.rawValue, loss.sentence, at: Place(path: path))
      )
    }
    for obstacle in outline.plan.obstacles {
      guard let condition = obstacle.condition else { continue }
      diagnostics.append(
        Diagnostic(
          .warning,
          rule: obstacle.rule,
          "\(obstacle.explanation(in: outline.model)): it fails if \(condition)",
          at: Place(path: path)
        )
      )
    }
    if isInferred { warnOfUnderived(outline) }
    switch plan.refusal {
    case nil: break
    case .losesData where !isInferred: break
    case let refusal?: fail(StoreDiagnosis(refusal, store: path, .migrating))
    }
    guard !isInferred else { return }
    fail(
      StoreDiagnosis(
        StoreMigrationError.notInferrable(plan.obstacles, in: outline.model),
        store: path,
        .migrating
      )
    )
  }

  /// Warns of derived attributes that stay empty.
  private mutating func warnOfUnderived(_ outline: UpgradePlan.Outline) {
    for location in outline.plan.underived {
      diagnostics.append(
        Diagnostic(
          .warning,
          rule: StoreRule.missingValue.rawValue,
          "\(outline.model.title(of: location)) stays empty in existing objects: only a program "
            + "that uses the store computes 'canonical:'",
          at: Place(path: path),
          hint: "migrate the store by opening it in the program, which fills the attribute"
        )
      )
    }
  }

  mutating func fail(_ failure: StoreDiagnosis) {
    diagnostics.append(failure.diagnostic)
    exitCode = failure.exitCode
  }

  mutating func fail(_ message: String, rule: String, _ code: ExitStatus) {
    diagnostics.append(Diagnostic(.error, rule: rule, message, at: Place(path: path)))
    exitCode = code
  }

  func outcome(
    isJSON: Bool,
    sources: [SourceMap],
    in environment: VerbEnvironment
  ) -> VerbOutcome {
    VerbOutcome(
      output: plan.map { isJSON ? json($0) : text($0) + trialRemark } ?? "",
      diagnostics: diagnostics,
      sources: sources,
      exitCode: exitCode,
      environment: environment
    )
  }

  private var trialRemark: String {
    isTrial ? "\n-- This was a dry run: nothing was changed.\n" : ""
  }

  private func json(_ plan: UpgradePlan) -> String {
    MigrationJSON(
      path: path,
      plan: plan,
      counts: counts,
      hasFailed: exitCode != .success,
      backup: backup
    ).text
  }

  private func text(_ plan: UpgradePlan) -> String {
    guard let outline = plan.outline else {
      return "\(path.visible): already has version '\(plan.newVersion.visible)'\n"
    }
    var text = MigrationPlanText(path: path, plan: plan, outline: outline).text
    if let backup { text += "\nbackup: \(backup.visible)\n" }
    guard let counts else { return text }
    text += "\nmigrated to '\(plan.newVersion.visible)', and verified\n\n"
    return text + MigrationCounts(counts: counts).text
  }
}

extension MigrationObstacle {
  /// The rule under which the obstacle is reported.
  fileprivate var rule: String {
    switch self {
    case .duplicateValues: StoreRule.notUnique.rawValue
    case .valueRange: RunRule.valueOutOfRange.rawValue
    case .missingValue, .newlyMandatory, .noLongerShared, .typeChange, .joinedHierarchies,
      .otherDestination:
      StoreRule.missingValue.rawValue
    }
  }
}
