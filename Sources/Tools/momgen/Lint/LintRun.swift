import Diagnostics
import Files
import ManagedModel
import ModelComparison
import ModelFiles
import ModelReview

/// Checks models.
struct LintRun {
  private let linter: Linter
  private let updatesBaseline: Bool
  private var subjects: LintSubjects
  private var bases: LintBases

  /// The accepted findings that have not been found yet.
  private var expected: LintBaseline
  private var models: Set<String> = []

  private(set) var findings: [Diagnostic] = []

  /// All findings, when the baseline is written.
  private(set) var baseline = LintBaseline()

  /// A line about each model for terminals.
  private(set) var summary = ""

  init(_ settings: LintSettings, _ models: [LoadedModel]) {
    linter = Linter(settings.configuration)
    subjects = LintSubjects(models, needsVersions: settings.needsVersions)
    bases = LintBases(revision: settings.base, isShared: settings.isBaseShared)
    expected = settings.baseline
    updatesBaseline = settings.updatesBaseline
  }

  mutating func check(_ loaded: LoadedModel) {
    var subject = subjects.subject(of: loaded)
    subject.base = bases.base(of: loaded)
    let review = linter.review(subject)
    let found = loaded.source.diagnostics(for: review.findings, in: loaded.resolved)
    let name = PathName(FileReader().namedPath(of: loaded.bundle.path)).last
    models.insert(name)
    var new: [Diagnostic] = []
    for finding in found {
      if updatesBaseline {
        baseline.add(finding.rule, at: finding.element ?? "", of: name)
      } else if !expected.take(finding.rule, at: finding.element ?? "", of: name) {
        new.append(finding)
      }
    }
    findings += new
    let problems = DiagnosticSummary(of: loaded.diagnostics + new).description
    summary +=
      "\(loaded.bundle.path.visible): version '\(loaded.version.name.visible)', \(problems)"
    var omitted: [String] = []
    if review.suppressed > 0 { omitted.append("\(review.suppressed) suppressed") }
    if found.count > new.count { omitted.append("\(found.count - new.count) in the baseline") }
    if !omitted.isEmpty { summary += " (\(omitted.joined(separator: ", ")))" }
    summary += "\n"
  }

  /// The diagnostics beside the findings.
  var remarks: [Diagnostic] { bases.diagnostics }

  /// The number of accepted findings about the models that were not found.
  var outdated: Int { expected.count(of: models) }

  /// Fixes a model in memory.
  mutating func fix(_ loaded: LoadedModel) -> ModelFixer.Outcome {
    ModelFixer(linter).fix(subjects.subject(of: loaded))
  }

  /// The rules as described in machine-readable formats.
  static let rules =
    LintRule.all.filter { $0.body != nil }.map(\.description)
    + [LintSuppressions.rule, FixRun.rule, LintBases.rule, outdatedBaseline]

  /// The rule about outdated baselines.
  static let outdatedBaseline = RunRule.outdatedBaseline.description
}
