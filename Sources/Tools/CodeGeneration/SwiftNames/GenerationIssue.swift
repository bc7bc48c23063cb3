import Diagnostics
import ManagedModel
import ModelFiles

/// A part of a model for which code cannot be generated as it is.
package struct GenerationIssue: Sendable {
  package var rule: GenerationRule

  /// The problem and its consequence, in one sentence without a final period.
  package var message: String
  package var hint: String?

  /// The element that causes the problem.
  package var source: SourceOffset

  /// The XML attribute of that element that causes it.
  package var attribute: String?

  package init(
    _ rule: GenerationRule,
    _ message: String,
    at source: SourceOffset,
    attribute: String? = "name",
    hint: String? = nil
  ) {
    self.rule = rule
    self.message = message
    self.source = source
    self.attribute = attribute
    self.hint = hint
  }
}

extension SourceMap {
  /// The issues as diagnostics, with lines and columns.
  package func diagnostics(for issues: [GenerationIssue]) -> [Diagnostic] {
    // Positions are computed for all problems of a model together; only the names of rules differ.
    let problems = issues.map { issue in
      ModelProblem(
        .badValue,
        issue.message,
        at: issue.source,
        attribute: issue.attribute,
        hint: issue.hint,
        severity: issue.rule.severity
      )
    }
    return zip(diagnostics(for: problems), issues).map { diagnostic, issue in
      var diagnostic = diagnostic
      diagnostic.rule = issue.rule.rawValue
      return diagnostic
    }
  }
}
