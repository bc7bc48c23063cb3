package import Diagnostics

/// The reason why a template could not be read or rendered.
///
/// Reading collects as many problems as it can, rendering stops at the first one.
package struct TemplateError: Error, Sendable {
  /// At least one, in the order of their places.
  package let problems: [Problem]

  init(_ problems: [Problem]) {
    self.problems = problems
  }

  /// The problems as the rest of the program reports them.
  package var diagnostics: [Diagnostic] {
    problems.map(\.diagnostic)
  }
}

extension TemplateError {
  /// The same error with other problems, for a template that is a part of another file.
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
  /// One thing that is wrong, and the way that led to it.
  package struct Problem: Sendable, Hashable {
    /// The kind of problem, such as `template-syntax`.
    package var rule: Rule

    package var message: String

    /// The position in the template.
    package var place: Place

    /// A remedy, if one is known.
    package var hint: String?

    /// The path of rendering to that place, innermost first: one note for each `include`, `extends`, `import`
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
    /// A filter cannot work with what it was given.
    case filter = "template-filter"
    /// A value is needed that does not exist, or that is of another kind.
    case value = "template-value"
    /// Another template cannot be loaded.
    case loading = "template-loading"
    /// The template would take too long, too deep or too much memory.
    case limit = "template-limit"
  }
}

extension TemplateError: CustomStringConvertible {
  /// The problems, a line each, as `place: message`.
  package var description: String {
    problems.map { "\($0.place): \($0.message)" }.joined(separator: "\n")
  }
}
