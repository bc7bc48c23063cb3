import CommandLineParsing
import Diagnostics
import JSON5
import ModelFiles
import ModelReview

/// The settings of a run of lint, from a command line and a `momgen.json`.
struct LintSettings {
  var configuration = LintConfiguration()

  /// The models that the configuration file names.
  var models: [ConfiguredModel] = []

  /// The revision that models are compared with, by the rules that need one.
  var base: String?

  /// Whether the last commit that both sides have in common is meant instead.
  var isBaseShared = false

  /// The file of known findings.
  var baselinePath: String?

  /// The findings that are known and not reported.
  var baseline = LintBaseline()

  /// Whether the file of known findings is written anew instead of being applied.
  var updatesBaseline = false

  /// The reason why the run cannot begin.
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
        "--merge-base says which commit of --base is meant, which is not given",
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
          "--update-baseline writes a file that neither --baseline nor momgen.json names",
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

  /// Takes a word such as `missing-inverse=error`.
  private mutating func setRule(_ word: String) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      reportUsage(
        "'\(word.visible)' does not say how the rule is taken",
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
