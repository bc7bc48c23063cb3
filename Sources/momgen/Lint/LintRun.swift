import Diagnostics
import ManagedModel
import ModelFiles
import ModelReview

/// Models being checked.
struct LintRun {
  private let linter: Linter
  private var subjects: LintSubjects
  private(set) var findings: [Diagnostic] = []

  /// A line about each model, for people.
  private(set) var summary = ""

  init(_ settings: LintSettings, _ models: [LoadedModel]) {
    linter = Linter(settings.configuration)
    subjects = LintSubjects(models, needsVersions: settings.needsVersions)
  }

  mutating func check(_ loaded: LoadedModel) {
    let review = linter.review(subjects.subject(of: loaded))
    let found = loaded.source.diagnostics(for: review.findings)
    findings += found
    let problems = DiagnosticSummary(of: loaded.diagnostics + found).description
    summary +=
      "\(loaded.bundle.path.visible): version '\(loaded.version.name.visible)', \(problems)"
    if review.suppressed > 0 { summary += " (\(review.suppressed) suppressed)" }
    summary += "\n"
  }

  /// Mends a model in memory.
  mutating func fix(_ loaded: LoadedModel) -> ModelFixer.Outcome {
    ModelFixer(linter).fix(subjects.subject(of: loaded))
  }

  /// The rules as formats for machines describe them.
  static let rules =
    LintRule.all.filter { $0.body != nil }.map(\.description)
    + [LintSuppressions.rule, FixRun.rule]
}
