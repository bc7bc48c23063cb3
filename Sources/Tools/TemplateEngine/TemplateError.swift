package import Diagnostics

/// The reason why a template could not be parsed or rendered.
///
/// Parsing collects as many problems as it can, rendering stops at the first one.
package struct TemplateError: Error, Sendable {
  /// The problems, at least one, in the order of their positions.
  package let problems: [Problem]

  init(_ problems: [Problem]) {
    self.problems = problems
  }

  /// The problems as diagnostics.
  package var diagnostics: [Diagnostic] {
    problems.map(\.diagnostic)
  }
}

extension TemplateError {
  /// The same error with other problems, for a template that is embedded in another file.
  package func map(_ transform: (inout Problem) -> Void) -> TemplateError {
    TemplateError(
      problems.map { problem in
        var problem = problem
        transform(&problem)
        return problem
      }
    )
  }
}

extension TemplateError {
  /// One problem, and the stack that led to it.
  package struct Problem: Sendable, Hashable {
    /// The kind of problem, such as `template-syntax`.
    package var rule: Rule

    package var message: String

    /// The position in the template.
    package var place: Place

    /// A remedy, if one is known.
    package var hint: String?

    /// The stack of the rendering at that position, innermost first: one note for each `include`, `extends`, `import`
    /// and `call`.
    package var stack: [Diagnostic.Note] = []

    package var diagnostic: Diagnostic {
      Diagnostic(
        .error,
        rule: rule.rawValue,
        message,
        at: place,
        hint: hint,
        notes: stack
      )
    }
  }

  /// The kinds of problems, by their documented names.
  package enum Rule: String, Sendable, CaseIterable {
    /// The text does not follow the grammar.
    case syntax = "template-syntax"
    case unknownTag = "template-unknown-tag"
    case unknownFilter = "template-unknown-filter"
    /// A filter cannot process its input.
    case filter = "template-filter"
    /// A required value does not exist or is of another kind.
    case value = "template-value"
    /// Another template cannot be loaded.
    case loading = "template-loading"
    /// The template exceeds a limit of time, depth or memory.
    case limit = "template-limit"
  }
}

extension TemplateError: CustomStringConvertible {
  /// The problems, one per line, as `place: message`.
  package var description: String {
    problems.map { "\($0.place): \($0.message)" }.joined(separator: "\n")
  }
}
