// Messages contain texts of users, so all reporters can write out invisible characters in them.
@_exported import Texts

/// A format of diagnostics for people or programs.
///
/// `Values` holds the types that every stage reports: a ``Diagnostic`` with its ``Severity`` and ``Place``, and the
/// ``DiagnosticCollector`` that collects them. `Renderers` convert the collected list to one text each:
/// ``TextRenderer`` for people, ``JSONRenderer`` and ``SARIFRenderer`` for tools, ``GitHubRenderer`` for the
/// annotations of a GitHub workflow. `Text` is for terminals (width, color, characters that must not reach one);
/// other outputs use it too.
///
/// A renderer is a pure function of its values. It opens no file, does not query the terminal and keeps the order of
/// the diagnostics: sort first (``DiagnosticCollector/sorted``).
package protocol DiagnosticRenderer: Sendable {
  /// The text of a whole report; complete lines, or nothing.
  func text(of diagnostics: [Diagnostic]) -> String
}

/// The formats of a report, with the names of the command line.
package enum DiagnosticFormat: String, Sendable, Hashable, CaseIterable {
  case text
  case json
  case sarif
  case github

  /// Returns the renderer of this format.
  ///
  /// - Parameters:
  ///   - tool: The reporting tool.
  ///   - rules: The rules of the tool, for formats that list them.
  ///   - people: The renderer of the format for people.
  /// - Returns: The renderer, ready for one report.
  package func renderer(
    tool: ReportingTool,
    rules: [RuleDescription] = [],
    people: TextRenderer = TextRenderer()
  ) -> any DiagnosticRenderer {
    switch self {
    case .text: people
    case .json: JSONRenderer(tool: tool)
    case .sarif: SARIFRenderer(tool: tool, rules: rules)
    case .github: GitHubRenderer()
    }
  }
}
