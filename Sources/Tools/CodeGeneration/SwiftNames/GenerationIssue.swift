import Diagnostics
import ManagedModel
import ModelFiles

/// Something in a model that generated code cannot have as it is.
package struct GenerationIssue: Sendable {
  package var rule: GenerationRule

  /// The problem and its consequence, in one sentence without a final period.
  package var message: String
  package var hint: String?

  /// The element that is at fault.
  package var source: SourceOffset

  /// The XML attribute of that element that is to blame.
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
    // Places are worked out for all problems of a model in one go; only the names of rules differ.
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
