// Messages show texts of users, so all who report can write out what is invisible in them.
@_exported import Texts

/// The way in which diagnostics are shown to people and to machines.
///
/// `Values` holds what every stage reports: a ``Diagnostic`` with its ``Severity`` and ``Place``, and the
/// ``DiagnosticCollector`` that gathers them. `Renderers` turn the gathered list into one text each:
/// ``TextRenderer`` for people, ``JSONRenderer`` and ``SARIFRenderer`` for tools, ``GitHubRenderer`` for
/// the annotations of a GitHub workflow. `Text` knows terminals (width, color, what must not reach
/// one); other outputs use it too.
///
/// A renderer is a pure function of its values. It opens no file, asks no terminal and keeps the order
/// of what it is given: sort first (``DiagnosticCollector/sorted``).
package protocol DiagnosticRenderer: Sendable {
  /// The text of a whole report; complete lines, or nothing.
  func text(of diagnostics: [Diagnostic]) -> String
}

/// The formats of a report, by the names that a command line uses.
package enum DiagnosticFormat: String, Sendable, Hashable, CaseIterable {
  case text
  case json
  case sarif
  case github

  /// The renderer of this format.
  ///
  /// - Parameters:
  ///   - tool: Who reports.
  ///   - rules: What the tool may report, for formats that list it.
  ///   - people: How the format for people looks.
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
