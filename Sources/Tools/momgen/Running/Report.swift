import CodeGeneration
import Diagnostics
import ManagedModel
import ModelFiles

/// Turns diagnostics into the text that the user asked for.
struct Report {
  let environment: VerbEnvironment
  let sources: [SourceMap]

  /// The rules that diagnostics may name, beyond those that every verb may name.
  var rules: [RuleDescription] = []

  func text(of diagnostics: [Diagnostic]) -> String {
    var collector = DiagnosticCollector()
    collector.report(contentsOf: diagnostics)
    let isText = environment.diagnosticFormat == .text
    guard !(isText && diagnostics.isEmpty) else { return "" }
    let sorted = collector.sorted
    return renderer.text(of: sorted) + advice(about: sorted)
  }

  /// The page with more about it, for a person at a terminal; logs and programs are spared it.
  ///
  /// A mistake in the command line has a hint of its own, and names the help.
  private func advice(about diagnostics: [Diagnostic]) -> String {
    guard environment.diagnosticFormat == .text, environment.errorConditions.isTerminal,
      let severest = diagnostics.filter({ $0.rule != RunRule.usage.rawValue })
        .max(by: { $0.severity < $1.severity }), severest.severity > .note
    else { return "" }
    return "\nMore about a problem: momgen explain \(severest.rule)\n"
  }

  private var renderer: any DiagnosticRenderer {
    // The lines of the file are shown to people only: a build system wants one line a problem.
    let isTerminal =
      environment.errorConditions.isTerminal && environment.diagnosticFormat == .text
    let people = TextRenderer(
      isColored: environment.color.isEnabled(on: environment.errorConditions),
      source: isTerminal ? sourceText : nil,
      width: environment.width
    )
    return environment.diagnosticFormat.renderer(
      tool: Momgen.tool,
      rules: Self.commonRules + rules,
      people: people
    )
  }

  private var sourceText: SourceText {
    let lines = Dictionary(
      sources.map { ($0.path, $0.lines) },
      uniquingKeysWith: { first, _ in first }
    )
    return SourceText { path, line in lines[path]?[line] }
  }

  private static let commonRules =
    ModelRule.allCases.map { RuleDescription($0.rawValue, $0.summary, severity: $0.severity) }
    + GenerationRule.allCases.map {
      RuleDescription($0.rawValue, $0.summary, severity: $0.severity)
    }
    + PlanRule.allCases.map { RuleDescription($0.rawValue, $0.summary) }
}
