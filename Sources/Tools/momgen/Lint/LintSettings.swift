import CommandLineParsing
import Diagnostics
import JSON5
import ModelFiles
import ModelReview

/// The settings of a lint run, from a command line and a `momgen.json`.
struct LintSettings {
  var configuration = LintConfiguration()

  /// The models in the configuration file.
  var models: [ConfiguredModel] = []

  /// The revision with which rules compare models.
  var base: String?

  /// Whether the merge base of the revision is used instead.
  var isBaseShared = false

  /// The file of accepted findings.
  var baselinePath: String?

  /// The accepted findings, which are not reported.
  var baseline = LintBaseline()

  /// Whether the file of accepted findings is written instead of being applied.
  var updatesBaseline = false

  /// The reasons why the run cannot begin.
  var diagnostics: [Diagnostic] = []

  init(_ arguments: ParsedArguments) {
    readFile(arguments.value("config"))
    for word in arguments.values("rule") { setRule(word) }
    configuration.targets.formUnion(arguments.choices("target", of: LintTarget.self))
    if let threshold = arguments.choice("fail-on", of: Severity.self) {
      configuration.failureThreshold = threshold
    }
    base = arguments.value("base")
    isBaseShared = arguments.has("merge-base")
    if isBaseShared, base == nil {
      reportUsage(
        "--merge-base needs --base",
        hint: nil
      )
    }
    baselinePath = arguments.value("baseline") ?? configuration.baseline
    updatesBaseline = arguments.has("update-baseline")
    readBaseline()
  }

  private mutating func readFile(_ given: String?) {
    guard let path = given ?? ConfigurationSearch().path() else { return }
    let outcome = ConfigurationReader().read(path)
    diagnostics += outcome.diagnostics
    guard let file = outcome.configuration else { return }
    models = file.models
    guard let section = file.lint else { return }
    var collector = DiagnosticCollector()
    if let read = LintConfiguration.shape.read(section, into: &collector) {
      configuration = read
      configuration.baseline = read.baseline.map(RelativePath(toFile: path).resolved)
    }
    diagnostics += collector.diagnostics
  }

  private mutating func readBaseline() {
    guard let path = baselinePath else {
      if updatesBaseline {
        reportUsage(
          "--update-baseline needs a file from --baseline or momgen.json",
          hint: "add --baseline FILE"
        )
      }
      return
    }
    guard !updatesBaseline else { return }
    let outcome = BaselineFile(path: path).read()
    diagnostics += outcome.diagnostics
    baseline = outcome.baseline
  }

  /// Applies an argument such as `missing-inverse=error`.
  private mutating func setRule(_ word: String) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      reportUsage(
        "'\(word.visible)' does not set the level of the rule",
        hint: "write --rule \(word.visible)=error, =warning, =note or =off"
      )
      return
    }
    do throws(LintConfiguration.SettingProblem) {
      try configuration.set(String(parts[0]), to: String(parts[1]))
    } catch {
      reportUsage(error.message, hint: error.hint)
    }
  }

  private mutating func reportUsage(_ message: String, hint: String?) {
    diagnostics.append(
      Diagnostic(.error, rule: RunRule.usage.rawValue, message, at: Place(), hint: hint)
    )
  }

  /// Whether a rule that compares versions is checked.
  var needsVersions: Bool {
    LintRule.all.contains { rule in
      guard case .versions = rule.check else { return false }
      return configuration.level(of: rule) != .off
    }
  }
}
