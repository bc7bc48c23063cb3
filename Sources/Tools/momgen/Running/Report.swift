import CodeGeneration
import Diagnostics
import ManagedModel
import ModelFiles

/// Converts diagnostics into the format that the user requested.
struct Report {
  let environment: VerbEnvironment
  let sources: [SourceMap]

  /// The rules that diagnostics may name, in addition to those common to all verbs.
  var rules: [RuleDescription] = []

  func text(of diagnostics: [Diagnostic]) -> String {
    var collector = DiagnosticCollector()
    collector.report(contentsOf: diagnostics)
    let isText = environment.diagnosticFormat == .text
    guard !(isText && diagnostics.isEmpty) else { return "" }
    let sorted = collector.sorted
    return renderer.text(of: sorted) + advice(about: sorted)
  }

  /// The page with details, for a terminal; it is omitted in logs and for programs.
  ///
  /// A usage error has its own hint, which names the help.
  private func advice(about diagnostics: [Diagnostic]) -> String {
    guard environment.diagnosticFormat == .text, environment.errorConditions.isTerminal,
      let severest = diagnostics.filter({ $0.rule != RunRule.usage.rawValue })
        .max(by: { $0.severity < $1.severity }), severest.severity > .note
    else { return "" }
    return "\nMore about a problem: momgen explain \(severest.rule)\n"
  }

  private var renderer: any DiagnosticRenderer {
    // The lines of the file are shown in terminals only: a build system expects one line per problem.
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
